import Core
import Devices
import DriverKit
import LinuxIO

/// Position and heading from gpsd, over its JSON socket.
///
/// gpsd owns the receiver: it copes with plugging, speeds and protocols, and shares the receiver
/// with other programs. Its JSON is the same in all its versions, unlike its C library.
///
/// - SeeAlso: `gpsd_json(5)`.
package enum GPSD: ByteSessionPlugin {
    package static let name = "gpsd"
    package static let summary = "Position and heading from a satellite receiver through gpsd."

    package static let position = Port<Fix>("position", "Where the receiver is.")
    package static let heading = Port<Heading>(
        "heading", "Where the nose points: from a compass that gpsd knows, or from the course.")
    package static let ports: [DriverPort] = [.source(position), .source(heading)]

    package static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> (stream: any ByteStream, session: Session) {
        guard let peer = IPv4Endpoint(settings.host, port: settings.port) else {
            throw DeviceError(.refused, "\"\(settings.host)\" is not an IPv4 address")
        }
        context.source(position).setStaleAfter(settings.staleAfter)
        context.source(heading).setStaleAfter(settings.staleAfter)
        var options = settings.sessionOptions
        options.peer = peer
        let session = Session(options, at: context.scheduler.now)
        do throws(IOError) {
            return (try StreamSocket(connectingTo: peer), session)
        } catch {
            throw DeviceError(.absent, "cannot reach gpsd: \(error); is it running there?")
        }
    }

    package static func perform(
        _ action: Session.Action, _ settings: Settings, _ outlet: inout SessionOutlet
    ) {
        let (position, heading) = (
            outlet.context.source(position), outlet.context.source(heading)
        )
        let now = outlet.context.scheduler.now
        switch action {
        case .send(let bytes): outlet.send(bytes)
        case .fix(let fix, let takenAt, let doubt):
            position.publish(
                doubt.map { .doubtful(fix, at: takenAt, because: $0) } ?? .good(fix, at: takenAt))
        case .noFix(let why): position.publishAbsent(why, at: now)
        case .heading(let angle, let takenAt): heading.publish(angle, at: takenAt)
        case .noHeading(let why): heading.publishAbsent(why, at: now)
        case .fail(let fault): outlet.fail(fault)
        }
    }

    package static func diagnostics(_ settings: Settings, _ session: Session) -> [Diagnostic] {
        let counters = session.counters
        return [
            Diagnostic("release", counters.release.map(JSONValue.string) ?? .null),
            Diagnostic("epochs", .number(Double(counters.epochs))),
            Diagnostic("bad_lines", .number(Double(counters.badLines))),
            Diagnostic("latest_problem", counters.latestProblem.map(JSONValue.string) ?? .null),
        ]
    }
}

extension GPSD.Settings {
    fileprivate var sessionOptions: GPSD.Session.Options {
        GPSD.Session.Options(
            device: device, takesHeadingFromCourse: takesHeadingFromCourse,
            minimumCourseSpeed: minimumCourseSpeed)
    }
}
