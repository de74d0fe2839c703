import BlueZ
import CommandKit
import Core
import Settings

/// The settings of the service over Bluetooth: a file of its own beside that of the service.
package struct BluetoothSettings: PluginSettings {
    package let adapter: String
    package let name: String
    package let controlSocket: String
    package let allow: [String]?
    package let locker: String?

    package init(_ read: SettingsReader) {
        adapter = read(
            "adapter", .matching(plainNameRule, isPlainName), default: UARTService.usualAdapter,
            "The radio, as BlueZ calls it.")
        name = read(
            "name",
            .matching("a name of 1 to 24 printable ASCII characters") {
                (1...24).contains($0.utf8.count)
                    && $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            }, default: "Roost",
            "What phones show. Everybody in reach can read it.")
        controlSocket = read(
            "control_socket", .text("a path"), default: "/run/roost/control.sock",
            "The control socket of the running roost.")
        allow = RequestLimit.allowed(read)
        locker = read(
            optional: "locker", .matching(plainNameRule, isPlainName),
            "The door that the phone of the locker before Roost shows and locks: the name of its policy."
        )
    }
}
