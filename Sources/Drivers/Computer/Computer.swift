import Core
import DriverKit
import Glibc
import LinuxIO
import Settings
import Values

/// The computer itself as a sensor: how hot it is, whether its supply holds, how well its Wi-Fi hears, how full
/// its card is.
///
/// Sources: `Documentation/ABI/testing/sysfs-class-thermal`, `NamedDevice.supplyAlarm`, `WirelessTable`.
package enum Computer: PolledSensor {
    package static let name = "computer"
    package static let summary =
        "The computer itself: its temperature, its supply, its Wi-Fi, and what is left of its card."
    package static let port = Port<ComputerState>("state", "How the computer is.")

    package struct Settings: PolledSettings {
        let zone: String
        let interface: String
        let wireless: String
        let directory: String
        package let every: Duration

        package init(_ read: SettingsReader) {
            zone = read(
                "zone", .text("a thermal zone's type such as \"cpu-thermal\""),
                default: "cpu-thermal", "The processor's thermal zone, by its type.")
            interface = read(
                "interface", .text("a network interface such as \"wlan0\""), default: "wlan0",
                "The interface of the Wi-Fi.")
            wireless = read(
                "wireless", .text("a file such as \"\(WirelessTable.path)\""),
                default: WirelessTable.path, "Where the kernel lists its wireless interfaces.")
            directory = read(
                "directory", .text("a directory such as \"/var/lib/roost\""),
                default: "/var/lib/roost",
                "Where the service remembers things; where that is not, the root's file system counts."
            )
            every = read(
                "every", .duration(.milliseconds(200) ... .seconds(60)), default: .seconds(2),
                "How often it is looked at.")
        }
    }

    /// What this computer has of them: another than a Pi may have neither.
    package struct Instruments: Sendable {
        let temperature: SysfsAttribute?
        let supply: SysfsAttribute?
        let wireless: String
    }

    package static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> Instruments {
        let sysfs = context.system.sysfs
        return Instruments(
            temperature: temperature(settings.zone, sysfs),
            supply: NamedDevice.supplyAlarm(sysfs: sysfs),
            wireless: context.system.resolve(settings.wireless))
    }

    private static func temperature(_ type: String, _ sysfs: String) -> SysfsAttribute? {
        let zones = SysfsDirectory("\(sysfs)/class/thermal")
        return ((try? zones.names()) ?? []).map(zones.directory)
            .first { (try? $0.attribute("type").text()) == type }?.attribute("temp")
    }

    package static func read(
        _ instruments: inout Instruments, _ settings: Settings
    ) throws(DeviceError) -> Measured<ComputerState> {
        try mapped(to: DeviceError.init) { () throws(IOError) in
            let celsius = try instruments.temperature.map { file throws(IOError) in
                try Self.celsius(file)
            }
            let alarm = try instruments.supply.map { file throws(IOError) in try file.integer() }
            let table = try? readFile(instruments.wireless, atMost: 4096)
            let files =
                (try? FileSystem(of: settings.directory)) ?? (try? FileSystem(of: "/"))
            return Measured(
                ComputerState(
                    celsius: celsius, isUnderVoltage: alarm.map { $0 != 0 },
                    signalDBm: table.flatMap {
                        WirelessTable($0).signalDBm(of: settings.interface)
                    },
                    freeBytes: files?.freeBytes))
        }
    }

    private static func celsius(_ file: SysfsAttribute) throws(IOError) -> Double {
        let celsius = Double(try file.integer()) / 1000
        // A chip outside of this would not be running us.
        guard (-40...125).contains(celsius) else {
            throw IOError(call: "believe", subject: "\(celsius) °C", code: EBADMSG)
        }
        return celsius
    }
}
