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
    /// Another client has connected by the same name, and the broker has ended this connection for it.
    case takenOver
    case message(MQTTMessage)
    /// A message came that is longer than any that is taken here; it was not kept.
    case tooLong(topic: String, bytes: Int)
    /// One more message has reached the broker, which may have refused it: why, in words.
    case delivered(topic: String, refusal: String?)
    /// The broker has answered a subscription, and may have refused it.
    case subscribed(filter: String, refusal: String?)
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
    package let will: MQTTMessage?

    package init(
        host: String, port: UInt16, clientID: String, user: String?, password: String?,
        certificates: String?, will: MQTTMessage?
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
