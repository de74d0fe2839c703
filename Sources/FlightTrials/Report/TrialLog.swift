import Core
import Simulators
import Trials
import Values

/// What one flight was like, for other programs: a track (GPX 1.1), a table (CSV) and a log (ULog).
package struct TrialLog {
    /// When the flights of a simulation begin, in seconds since 1970.
    private static let epoch = 1_767_225_600.0
    private static let columns = [
        "time_s", "east_m", "north_m", "altitude_m", "heading_deg", "speed_m_per_s",
        "fix_latitude", "fix_longitude", "battery_percent", "phase", "command", "roll", "forward",
        "climb", "yaw", "reason",
    ]

    /// Those of the log, in its order; what is not known is no number.
    private static let fields = [
        "east_m", "north_m", "altitude_m", "heading_deg", "speed_m_per_s", "fix_latitude",
        "fix_longitude", "battery_percent", "roll", "forward", "climb", "yaw",
    ]

    private var log = ULogWriter(topic: "flight", fields: fields)
    private var rows = [columns.joined(separator: ",")]
    private var truth: [String] = []
    private var fixes: [String] = []
    private var events: [String] = []
    private var lastReason = ""
    private var nextPoint = Duration.zero

    private let plane: LocalPlane

    /// Of a flight on that course.
    package init(_ course: TrialCourse) {
        plane = LocalPlane(origin: course.start)
    }

    /// Takes in a step of the policy.
    package mutating func add(_ moment: FlightTrial.Moment) {
        let place = plane.position(moment.world.place) ?? plane.origin
        rows.append(Self.row(moment))
        log.add(Self.numbers(moment), at: moment.time)
        let code = moment.reason?.code ?? ""
        if code != lastReason {
            lastReason = code
            log.add(moment.reason?.text ?? code, at: moment.time)
            events.append(
                point("wpt", moment, place, name: moment.reason?.text ?? code))
        }
        guard moment.time >= nextPoint else { return }
        nextPoint = moment.time + .milliseconds(200)
        truth.append(point("trkpt", moment, place))
        if let fix = moment.fix { fixes.append(point("trkpt", moment, fix.position)) }
    }

    /// Every step, with all that was known and done.
    package var csv: String { rows.joined(separator: "\n") + "\n" }

    /// The same without words, and beside it what the policy said when its reason changed.
    package var ulog: [UInt8] { log.bytes }

    /// Where it was and where its receiver had it, five times a second, with what the policy said.
    package var gpx: String {
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="roost" xmlns="http://www.topografix.com/GPX/1/1">
            """
        return
            ([head] + events + Self.track("where it was", truth)
            + Self.track("where its receiver had it", fixes) + ["</gpx>", ""])
            .joined(separator: "\n")
    }

    private static func track(_ name: String, _ points: [String]) -> [String] {
        ["<trk><name>\(name)</name><trkseg>"] + points + ["</trkseg></trk>"]
    }

    private func point(
        _ element: String, _ moment: FlightTrial.Moment, _ position: Position, name: String? = nil
    ) -> String {
        let time = utcText(secondsSince1970: Self.epoch + moment.time.seconds) ?? ""
        let label = name.map { "<name>\(QuotedText.xml($0))</name>" } ?? ""
        return "<\(element) lat=\"\(fixedText(of: position.latitude, decimals: 7))\" "
            + "lon=\"\(fixedText(of: position.longitude, decimals: 7))\">"
            + "<ele>\(fixedText(of: moment.world.altitudeMetres, decimals: 2))</ele>"
            + "<time>\(time)</time>\(label)</\(element)>"
    }

    private static func row(_ moment: FlightTrial.Moment) -> String {
        let world = moment.world
        let numbers = [
            moment.time.seconds, world.place.east, world.place.north, world.altitudeMetres,
            world.heading.degrees, world.speedMetresPerSecond,
        ].map { fixedText(of: $0, decimals: 3) }
        let fix = moment.fix.map {
            [$0.position.latitude, $0.position.longitude].map { fixedText(of: $0, decimals: 7) }
        }
        let state = [fixedText(of: world.batteryPercent, decimals: 1), world.phase.rawValue]
        let reason = QuotedText.csv(moment.reason?.text ?? "")
        return
            (numbers + (fix ?? ["", ""]) + state + words(moment.command) + [reason])
            .joined(separator: ",")
    }

    private static func numbers(_ moment: FlightTrial.Moment) -> [Double] {
        let world = moment.world
        let stick: StickPosition
        if case .move(let position) = moment.command { stick = position } else { stick = .still }
        return [
            world.place.east, world.place.north, world.altitudeMetres, world.heading.degrees,
            world.speedMetresPerSecond, moment.fix?.position.latitude ?? .nan,
            moment.fix?.position.longitude ?? .nan, world.batteryPercent, stick.roll,
            stick.forward, stick.climb, stick.yaw,
        ]
    }

    private static func words(_ command: FlightCommand?) -> [String] {
        guard let command else { return ["", "", "", "", ""] }
        guard case .move(let stick) = command else {
            return ["\(command)", "0", "0", "0", "0"]
        }
        return ["move"]
            + [stick.roll, stick.forward, stick.climb, stick.yaw].map {
                fixedText(of: $0, decimals: 3)
            }
    }
}
