import Core
import Devices
import DriverKit
import Glibc
import LinuxIO

/// A satellite receiver or a compass on a serial port that speaks NMEA 0183.
///
/// For those without gpsd, and for compasses with the talker HE, whose headings gpsd 3.22 drops.
/// With gpsd, use the driver for that: it finds speeds and protocols by itself, shares the receiver
/// and spares our unit the port.
package enum NMEAGPS: PositionReceiver {
    package static let name = "nmea-gps"
    package static let summary =
        "Position and heading from a receiver or compass on a serial port (NMEA 0183)."

    package static let heading = Port<Heading>(
        "heading", "Where the nose points, from a compass (HDT sentences).")

    /// The port. A name below /dev and its whole path are the same.
    package static func claims(_ settings: Settings) -> [Claim] {
        let path = settings.device
        let name = path.hasPrefix("/dev/") ? String(path.dropFirst(5)) : path
        return [Claim(.serialPort, name, key: "device")]
    }

    package static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> (stream: any ByteStream, session: Session) {
        let path = settings.path(context.system)
        setStaleAfter(settings.staleAfter, context)
        let session = Session(path, settings.speed, at: context.scheduler.now)
        do throws(IOError) {
            return (try SerialPort(path, settings.speed), session)
        } catch {
            switch error.code {
            case ENOTTY: throw DeviceError(.refused, "\(path) is no serial port")
            case EBUSY:
                throw DeviceError(
                    .busy, "\(error); does gpsd, a login console or ModemManager use it?")
            default: throw DeviceError(error)
            }
        }
    }

    package static func diagnostics(_ settings: Settings, _ session: Session) -> [Diagnostic] {
        let counters = session.counters
        return [
            Diagnostic("port", .string(session.line)),
            Diagnostic("sentences", .number(Double(counters.sentences))),
            Diagnostic("bad_lines", .number(Double(counters.badLines))),
            Diagnostic("latest_problem", counters.latestProblem.map(JSONValue.string) ?? .null),
        ]
    }
}

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
