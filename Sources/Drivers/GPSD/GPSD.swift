import Core
import DriverKit
import JSON
import LinuxIO
import Settings
import Values

/// Position and heading from gpsd, over its JSON socket.
///
/// gpsd owns the receiver: it copes with plugging, speeds and protocols, and shares the receiver
/// with other programs. Its JSON is the same in all its versions, unlike its C library.
///
/// - SeeAlso: `gpsd_json(5)`.
package enum GPSD: PositionReceiver {
    package static let name = "gpsd"
    package static let summary = "Position and heading from a satellite receiver through gpsd."

    package static let heading = Port<Heading>(
        "heading", "Where the nose points: from a compass that gpsd knows, or from the course.")

    /// Who names no receiver means the only one that gpsd has.
    package static func claims(_ settings: Settings) -> [Claim] {
        [
            Claim(
                .receiver, "of gpsd at \(settings.host):\(settings.port)", key: "device",
                sharedAs: settings.device)
        ]
    }

    package static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> (stream: any ByteStream, session: Session) {
        guard let peer = IPv4Endpoint(settings.host, port: settings.port) else {
            throw DeviceError(.refused, "\"\(settings.host)\" is not an IPv4 address")
        }
        setStaleAfter(settings.staleAfter, context)
        let options = Session.Options(
            peer: peer, device: settings.device,
            takesHeadingFromCourse: settings.takesHeadingFromCourse,
            minimumCourseSpeed: settings.minimumCourseSpeed)
        let session = Session(options, at: context.scheduler.now)
        do throws(IOError) {
            return (try StreamSocket(connectingTo: peer), session)
        } catch {
            throw DeviceError(.absent, "cannot reach gpsd: \(error); is it running there?")
        }
    }

    package static func diagnostics(_ settings: Settings, _ session: Session) -> [Diagnostic] {
        let counters = session.counters
        return [
            Diagnostic("release", counters.release.map(JSONValue.string) ?? .null),
            Diagnostic("epochs", .number(Double(session.receiver.epochs))),
            Diagnostic("bad_lines", .number(Double(counters.badLines))),
            Diagnostic("latest_problem", counters.latestProblem.map(JSONValue.string) ?? .null),
        ]
    }
}

extension GPSD {
    package struct Settings: PluginSettings {
        let host: String
        let port: UInt16
        let device: String?
        let staleAfter: Duration
        let takesHeadingFromCourse: Bool
        let minimumCourseSpeed: Double

        package init(_ read: SettingsReader) {
            host = read("host", .ipv4Address, default: "127.0.0.1", "Where gpsd runs.")
            port = read("port", .port, default: 2947, "gpsd's TCP port.")
            device = read(
                optional: "device", .text("a device path such as \"/dev/ttyACM0\""),
                "Listen to this receiver only; needed where gpsd has several.")
            staleAfter = read(
                "stale_after", .duration(.milliseconds(200) ... .seconds(30)),
                default: .seconds(2), "How old a position may be before it counts as stale.")
            takesHeadingFromCourse = read(
                "heading_from_course", .bool, default: false,
                "Without a compass, take the course over ground as the heading. Right only for"
                    + " what moves nose first: wind drifts a drone sideways.")
            minimumCourseSpeed = read(
                "course_min_speed", .metresPerSecond(0.1...50), default: 2,
                "Slower than this the course is noise and gives no heading.")
        }
    }
}
