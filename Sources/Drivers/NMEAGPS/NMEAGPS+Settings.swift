import Core
import LinuxIO

extension NMEAGPS {
    package struct Settings: PluginSettings {
        let device: String
        let speed: SerialSpeed
        let staleAfter: Duration

        package init(_ read: SettingsReader) {
            device = read(
                "device", .text("a serial port such as \"serial0\""), default: "serial0",
                "The port: a name below /dev, or a whole path. For USB take its link in"
                    + " /dev/serial/by-id, because ttyUSB and ttyACM are numbered as they come.")
            speed = read(
                "baud", .oneOf(.baud9600), default: .baud9600,
                "The speed of the line, which the receiver's data sheet tells.")
            staleAfter = read(
                "stale_after", .duration(.milliseconds(200) ... .seconds(30)),
                default: .seconds(2),
                "How old a position or a heading may be before it counts as stale.")
        }

        func path(_ system: SystemPaths) -> String {
            device.hasPrefix("/") ? device : "\(system.dev)/\(device)"
        }
    }
}
