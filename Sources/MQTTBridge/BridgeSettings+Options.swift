import CommandKit
import Core
import LinuxIO
import MQTT
import Values

extension BridgeSettings {
    /// How the broker is reached, with the password out of its file.
    ///
    /// - Throws: that it cannot be read.
    package func options() throws(PlainError) -> MQTTOptions {
        try options(
            "roost-\(node)",
            will: MQTTMessage(
                BridgeTopics(node: node).availability, BridgeState.offline, isRetained: true))
    }

    /// The same, for as long as another bridge has the name of this one.
    package func optionsToWait() throws(PlainError) -> MQTTOptions {
        try options("roost-\(node)-waits-\(UInt32.random(in: 0 ... .max))", will: nil)
    }

    private func options(
        _ clientID: String, will: MQTTMessage?
    ) throws(PlainError) -> MQTTOptions {
        MQTTOptions(
            host: host, port: port, clientID: clientID, user: user, password: try password(),
            certificates: certificates, will: will)
    }

    private func password() throws(PlainError) -> String? {
        guard let path = passwordFile else { return nil }
        do throws(IOError) {
            return String(decoding: try readSecret(path), as: UTF8.self)
        } catch {
            throw PlainError("the password: \(secretHelp(error, path))")
        }
    }
}
