import Core
import LinuxIO
import MQTT

extension BridgeSettings {
    /// How the broker is reached, with the password out of its file.
    ///
    /// - Throws: that it cannot be read.
    package func options() throws(PlainError) -> MQTTOptions {
        MQTTOptions(
            host: host, port: port, clientID: "roost-\(node)", user: user,
            password: try password(), certificates: certificates,
            will: MQTTMessage(
                BridgeTopics(node: node).availability, BridgeState.offline, isRetained: true))
    }

    private func password() throws(PlainError) -> String? {
        guard let path = passwordFile else { return nil }
        do throws(IOError) {
            let bytes = try readFile(path, atMost: 1024)
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            return String(decoding: line, as: UTF8.self)
        } catch {
            throw PlainError("the password: \(error)")
        }
    }
}
