import Core
import JSON
import Values

/// The way of whatever a policy knows the position of, as GPX 1.1.
package struct TrackFile: Sendable {
    private var latest: JSONValue?

    package init() {}

    package static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="roost" xmlns="http://www.topografix.com/GPX/1/1">
        <trk><trkseg>
        """
    package static let gap = "</trkseg><trkseg>"
    package static let tail = "</trkseg></trk>\n</gpx>"

    /// The point of a step; `nil` where there is no position, and where it is that of the step before.
    package mutating func point(of step: StepHistory.Step, _ time: WallTime?) -> String? {
        guard let fix = Self.fix(step.inputs), fix["takenAt"] != latest,
            let position = fix["value"]?["position"], let latitude = position["latitude"],
            let longitude = position["longitude"]
        else { return nil }
        latest = fix["takenAt"]
        let altitude = fix["value"]?["altitudeMetres"].map { "<ele>\($0.line)</ele>" } ?? ""
        let clock = time.map { "<time>\(Self.utc($0))</time>" } ?? ""
        return
            "<trkpt lat=\"\(latitude.line)\" lon=\"\(longitude.line)\">\(altitude)\(clock)</trkpt>"
    }

    /// Its own position where there are several: that of one who is followed has another name.
    private static func fix(_ inputs: JSONValue) -> JSONValue? {
        guard case .object(let members) = inputs else { return nil }
        let fixes = members.filter { $0.value["value"]?["position"] != nil }
        return fixes["position"] ?? fixes.min { $0.key < $1.key }?.value
    }

    /// "2026-03-29T01:00:00.250Z"
    private static func utc(_ time: WallTime) -> String {
        let text = WallTime(secondsSince1970: time.secondsSince1970)?.description ?? ""
        let fraction = time.secondsSince1970 - time.secondsSince1970.rounded(.down)
        let parts = text.split(separator: " ")
        guard parts.count == 3 else { return "" }
        let thousandths = padded(min(999, Int((fraction * 1000).rounded())), to: 3)
        return "\(parts[0])T\(parts[1]).\(thousandths)Z"
    }
}
