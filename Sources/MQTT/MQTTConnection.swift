import CMosquitto
import Core
import Glibc
import Values

/// A connection to a broker over libmosquitto, MQTT 5, on the thread of whoever has it.
///
/// Nothing runs beside it: its owner waits for `descriptor` in `poll`, then calls `work`. To find a host by
/// name blocks for as long as the name service takes, so the owner has nothing else that may not wait.
package final class MQTTConnection {
    /// The broker takes us for dead after one and a half times as long (MQTT 5, section 3.1.2.10).
    private static let keepAliveSeconds: Int32 = 20
    /// The longest packet that an honest broker sends here (MQTT 5, section 3.1.2.11.4). Of the longer ones of another
    /// broker nothing is copied; what libmosquitto may take for them is bounded by the process's limit for its data.
    package static let maxPacketBytes = 64 << 10

    /// What its callbacks fill, on the same thread.
    private final class Inbox {
        var events: [MQTTEvent] = []
        /// Topics and filters that the broker has not answered for yet, by the numbers of their packets.
        var unanswered: [Int32: String] = [:]

        func answer(_ packet: Int32) -> String { unanswered.removeValue(forKey: packet) ?? "" }
    }

    private let options: MQTTOptions
    private let client: OpaquePointer
    private let inbox = Inbox()
    private var wasStarted = false

    /// Made once in a process: the library is never ended.
    package init(_ options: MQTTOptions) throws(PlainError) {
        self.options = options
        mosquitto_lib_init()
        let inbox = Unmanaged.passUnretained(inbox).toOpaque()
        guard let client = mosquitto_new(options.clientID, true, inbox) else {
            throw PlainError("libmosquitto: \(Self.systemError)")
        }
        self.client = client
        try configure()
        try keepProperties()
        listen()
    }

    deinit { mosquitto_destroy(client) }

    /// -1 while there is no connection.
    package var descriptor: Int32 { mosquitto_socket(client) }
    package var wantsToWrite: Bool { mosquitto_want_write(client) }

    private func configure() throws(PlainError) {
        try check(
            mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, Int32(MQTT_PROTOCOL_V5)))
        if let will = options.will {
            try check(
                mosquitto_will_set(
                    client, will.topic, Int32(will.payload.count), will.payload, 1,
                    will.isRetained))
        }
        try check(mosquitto_username_pw_set(client, options.user, options.password))
        if let certificates = options.certificates {
            try check(mosquitto_tls_set(client, certificates, nil, nil, nil, nil), certificates)
        }
    }

    /// Has the properties of CONNECT kept. Only the call that waits for the connection takes them: without a host it
    /// fails once it has kept them, and each connection that begins later has them.
    private func keepProperties() throws(PlainError) {
        var properties: OpaquePointer?
        try check(
            mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue),
                UInt32(Self.maxPacketBytes)))
        defer { mosquitto_property_free_all(&properties) }
        let code = mosquitto_connect_bind_v5(
            client, nil, 0, Self.keepAliveSeconds, nil, properties)
        if code != Int32(MOSQ_ERR_INVAL.rawValue) { try check(code) }
    }

    private func listen() {
        mosquitto_connect_v5_callback_set(client) { _, inbox, code, _, _ in
            let event: MQTTEvent =
                code == 0
                ? .connected
                : .disconnected(
                    "the broker refuses: \(String(cString: mosquitto_reason_string(code)))")
            MQTTConnection.inbox(inbox)?.events.append(event)
        }
        mosquitto_disconnect_v5_callback_set(client) { _, inbox, code, _ in
            let isTakenOver = code == Int32(MQTT_RC_SESSION_TAKEN_OVER.rawValue)
            MQTTConnection.inbox(inbox)?.events.append(
                isTakenOver ? .takenOver : .disconnected(MQTTConnection.words(code)))
        }
        mosquitto_publish_v5_callback_set(client) { _, inbox, packet, code, _ in
            guard let inbox = MQTTConnection.inbox(inbox) else { return }
            inbox.events.append(
                .delivered(topic: inbox.answer(packet), refusal: MQTTConnection.refusal(code)))
        }
        mosquitto_subscribe_v5_callback_set(client) { _, inbox, packet, count, granted, _ in
            guard let inbox = MQTTConnection.inbox(inbox) else { return }
            // One filter in each SUBSCRIBE: its reason code stands where QoS was granted (MQTT 5, section 3.9.3).
            let code = count > 0 ? granted?.pointee ?? 0 : 0
            inbox.events.append(
                .subscribed(filter: inbox.answer(packet), refusal: MQTTConnection.refusal(code)))
        }
        mosquitto_message_v5_callback_set(client) { _, inbox, message, _ in
            guard let message = message?.pointee, let topic = message.topic,
                let inbox = MQTTConnection.inbox(inbox)
            else { return }
            let payload = UnsafeRawBufferPointer(
                start: message.payload, count: max(0, Int(message.payloadlen)))
            let name = String(cString: topic)
            inbox.events.append(
                payload.count > MQTTConnection.maxPacketBytes
                    ? .tooLong(topic: name, bytes: payload.count)
                    : .message(MQTTMessage(name, Array(payload), isRetained: message.retain)))
        }
    }

    /// A reason code of the broker's (MQTT 5, section 2.4), or an error of the library's.
    private static func words(_ code: Int32) -> String {
        // Nothing else here asks for much at once.
        if code == Int32(MOSQ_ERR_NOMEM.rawValue) {
            return "it sent a packet for which there is no memory"
        }
        return String(
            cString: code >= 0x80 ? mosquitto_reason_string(code) : mosquitto_strerror(code))
    }

    /// Those from 0x80 on say no.
    private static func refusal(_ code: Int32) -> String? { code >= 0x80 ? words(code) : nil }

    private static func inbox(_ pointer: UnsafeMutableRawPointer?) -> Inbox? {
        pointer.map { Unmanaged<Inbox>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Begins to connect; `connected` or `disconnected` will tell what came of it.
    ///
    /// - Throws: that it cannot even begin.
    package func connect() throws(PlainError) {
        let code =
            wasStarted
            ? mosquitto_reconnect_async(client)
            : mosquitto_connect_async(
                client, options.host, Int32(options.port), Self.keepAliveSeconds)
        wasStarted = true
        inbox.unanswered = [:]
        try check(code, "\(options.host):\(options.port)")
    }

    /// Reads, writes, and sees to what is due: to be called after each wait, and each second.
    ///
    /// - Returns: what has happened.
    package func work(isReadable: Bool, isWritable: Bool) -> [MQTTEvent] {
        if isReadable { _ = mosquitto_loop_read(client, 1) }
        if isWritable || mosquitto_want_write(client) { _ = mosquitto_loop_write(client, 1) }
        _ = mosquitto_loop_misc(client)
        defer { inbox.events = [] }
        return inbox.events
    }

    /// Publishes with QoS 1: `delivered` follows once for each.
    package func publish(_ message: MQTTMessage) throws(PlainError) {
        var packet: Int32 = 0
        try check(
            mosquitto_publish(
                client, &packet, message.topic, Int32(message.payload.count), message.payload, 1,
                message.isRetained), message.topic)
        inbox.unanswered[packet] = message.topic
    }

    /// What others send there from now on; what the broker keeps only where it is `wantsRetained`. `subscribed` follows.
    package func subscribe(_ filter: String, wantsRetained: Bool = false) throws(PlainError) {
        // MQTT 5, section 3.8.3.1: Retain Handling 2, No Local.
        let options: Int32 = (wantsRetained ? 0 : 0x20) | 0x04
        var packet: Int32 = 0
        try check(mosquitto_subscribe_v5(client, &packet, filter, 1, options, nil), filter)
        inbox.unanswered[packet] = filter
    }

    /// Nothing more comes from there.
    package func unsubscribe(_ filter: String) throws(PlainError) {
        try check(mosquitto_unsubscribe(client, nil, filter), filter)
    }

    /// Says goodbye: the broker keeps the will to itself.
    package func disconnect() {
        _ = mosquitto_disconnect(client)
        _ = mosquitto_loop_write(client, 1)
    }

    private static var systemError: String { String(cString: strerror(errno)) }

    private func check(_ code: Int32, _ subject: String = "libmosquitto") throws(PlainError) {
        guard code != 0 else { return }
        let isSystems = code == Int32(MOSQ_ERR_ERRNO.rawValue)
        let why = isSystems ? Self.systemError : String(cString: mosquitto_strerror(code))
        throw PlainError("\(subject): \(why)")
    }
}
