import CommandKit
import Core
import Settings

/// The settings of the bridge: a file of its own beside that of the service.
package struct BridgeSettings: PluginSettings {
    package let host: String
    package let port: UInt16
    package let user: String?
    package let passwordFile: String?
    package let certificates: String?
    package let node: String
    package let discovery: Bool
    package let discoveryPrefix: String
    package let controlSocket: String
    package let allow: [String]?
    package let leader: LeaderSettings?

    package init(_ read: SettingsReader) {
        host = read("host", .text("a host name or an address"), default: "localhost", "The broker.")
        port = read("port", .port, default: 1883, "Its port; 8883 is usual with TLS.")
        user = read(optional: "user", .text("a name"), "Who it is to the broker.")
        passwordFile = read(
            optional: "password_file", .text("a path"),
            "A file with the password in its first line.")
        certificates = read(
            optional: "certificates", .text("a path"),
            "A file with the certificate of who signed the broker's; with it TLS is spoken, and nothing "
                + "else.")
        node = read(
            "node", .matching(plainNameRule, isPlainName), default: "roost",
            "The second level of every topic: one for each Pi at this broker.")
        discovery = read(
            "discovery", .bool, default: true, "Whether Home Assistant is told what there is.")
        discoveryPrefix = read(
            "discovery_prefix", .matching(plainNameRule, isPlainName), default: "homeassistant",
            "As Home Assistant's MQTT integration has it.")
        controlSocket = read(
            "control_socket", .text("a path"), default: "/run/roost/control.sock",
            "The control socket of the running roost.")
        allow = RequestLimit.allowed(read, from: " from the broker")
        leader = read(
            optional: "leader", .object(),
            "A phone to follow, whose OwnTracks sends its position to this broker.")
        read.check(
            user != nil || passwordFile == nil, "password_file", "a password needs its \"user\"")
    }

    var limit: RequestLimit { RequestLimit(ofStrangers: allow) }
}

/// Whose position a pilot is told as its leader's.
package struct LeaderSettings: PluginSettings {
    let topic: String
    let pilot: String

    package init(_ read: SettingsReader) {
        topic = read(
            required: "topic",
            .matching("a topic without + and #") {
                !$0.isEmpty && !$0.contains { "+#\0".contains($0) }
            },
            "Where OwnTracks sends it: \"owntracks/mia/phone\".")
        pilot = read(
            required: "pilot", .matching(plainNameRule, isPlainName),
            "The name of the policy that is told.")
    }
}
