import Core
import DriverKit
import JSON
import LinuxIO
import Settings
import Values

/// A satellite receiver or a compass on a serial port that speaks NMEA 0183.
///
/// For those without gpsd, and for compasses with the talker HE, whose headings gpsd 3.22 drops.
/// With gpsd, use the driver for that: it finds speeds and protocols by itself, shares the receiver
/// and spares our unit the port.
package enum NMEAGPS: PositionReceiver {
    package static let name = "nmea-gps"
    package static let summary =
        "Position and heading from a receiver or compass on a serial port (NMEA 0183: GGA, RMC, GNS, GLL,"
        + " VTG, GSA and HDT, each with its checksum)."

    package static let heading = Port<Heading>(
        "heading", "Where the nose points, from a compass (HDT sentences).")

    package static func claims(_ settings: Settings) -> [Claim] { [settings.port.claim] }

    package static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> (stream: any ByteStream, session: Session) {
        setStaleAfter(settings.staleAfter, context)
        let session = Session(
            settings.port.path(context.system), settings.port.speed, at: context.scheduler.now)
        return (try settings.port.open(context.system), session)
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
        let port: SerialPortSettings
        let staleAfter: Duration

        package init(_ read: SettingsReader) {
            port = SerialPortSettings(read)
            staleAfter = read(
                "stale_after", .duration(.milliseconds(200) ... .seconds(30)),
                default: .seconds(2),
                "How old a position or a heading may be before it counts as stale.")
        }
    }
}
