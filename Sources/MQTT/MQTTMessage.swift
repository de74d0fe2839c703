/// What is sent to a topic, or came from one.
package struct MQTTMessage: Equatable, Sendable {
    package let topic: String
    package let payload: [UInt8]
    /// Kept by the broker for who subscribes later; of one that came: that it is such a one, and nobody
    /// sends it now.
    package let isRetained: Bool

    package init(_ topic: String, _ payload: [UInt8], isRetained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }
}

/// What became of a connection, or came over it.
package enum MQTTEvent: Equatable, Sendable {
    case connected
    /// The broker does not want us, or the connection is gone: in words.
    case disconnected(String)
    case message(MQTTMessage)
    /// One more message has reached the broker.
    case delivered
}

/// How to reach a broker, and what it says of us when we are gone without a word.
package struct MQTTOptions: Sendable {
    package let host: String
    package let port: UInt16
    package let clientID: String
    package let user: String?
    package let password: String?
    /// The certificates that the broker's is held against; with them it is spoken to over TLS alone.
    package let certificates: String?
    package let will: MQTTMessage

    package init(
        host: String, port: UInt16, clientID: String, user: String?, password: String?,
        certificates: String?, will: MQTTMessage
    ) {
        self.host = host
        self.port = port
        self.clientID = clientID
        self.user = user
        self.password = password
        self.certificates = certificates
        self.will = will
    }
}
