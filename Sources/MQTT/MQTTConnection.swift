import CMosquitto
import Core
import Glibc

/// A connection to a broker over libmosquitto, MQTT 5, on the thread of whoever has it.
///
/// Nothing runs beside it: its owner waits for `descriptor` in `poll`, then calls `work`. To find a host by
/// name blocks for as long as the name service takes, so the owner has nothing else that may not wait.
package final class MQTTConnection {
    /// The broker takes us for dead after one and a half times as long (MQTT 5, section 3.1.2.10).
    private static let keepAliveSeconds: Int32 = 20

    /// What its callbacks fill, on the same thread.
    private final class Inbox {
        var events: [MQTTEvent] = []
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
        listen()
    }

    deinit { mosquitto_destroy(client) }

    /// -1 while there is no connection.
    package var descriptor: Int32 { mosquitto_socket(client) }
    package var wantsToWrite: Bool { mosquitto_want_write(client) }

    private func configure() throws(PlainError) {
        try check(
            mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, Int32(MQTT_PROTOCOL_V5)))
        let will = options.will
        try check(
            mosquitto_will_set(
                client, will.topic, Int32(will.payload.count), will.payload, 1, will.isRetained))
        try check(mosquitto_username_pw_set(client, options.user, options.password))
        if let certificates = options.certificates {
            try check(mosquitto_tls_set(client, certificates, nil, nil, nil, nil), certificates)
        }
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
            MQTTConnection.inbox(inbox)?.events.append(
                .disconnected(String(cString: mosquitto_strerror(code))))
        }
        mosquitto_publish_v5_callback_set(client) { _, inbox, _, _, _ in
            MQTTConnection.inbox(inbox)?.events.append(.delivered)
        }
        mosquitto_message_v5_callback_set(client) { _, inbox, message, _ in
            guard let message = message?.pointee, let topic = message.topic else { return }
            let payload = UnsafeRawBufferPointer(
                start: message.payload, count: Int(message.payloadlen))
            MQTTConnection.inbox(inbox)?.events.append(
                .message(
                    MQTTMessage(
                        String(cString: topic), Array(payload), isRetained: message.retain)))
        }
    }

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
        try check(
            mosquitto_publish(
                client, nil, message.topic, Int32(message.payload.count), message.payload, 1,
                message.isRetained), message.topic)
    }

    /// What others send there from now on. What the broker keeps is not asked for.
    package func subscribe(_ filter: String) throws(PlainError) {
        // MQTT 5, section 3.8.3.1: Retain Handling 2, No Local.
        try check(mosquitto_subscribe_v5(client, nil, filter, 1, 0x20 | 0x04, nil), filter)
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
