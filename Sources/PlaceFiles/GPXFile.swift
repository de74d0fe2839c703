import Values
import XML

/// The points of a file in GPX 1.0 or 1.1, in the order of the file.
///
/// Files in use leave out the namespace, have one of their own and break the order of elements, so none of that is a reason
/// to refuse one. Elements of another namespace than the root's, and whatever is in `extensions`, are skipped.
package struct GPXFile: Equatable, Sendable {
    /// The largest file that is read, in bytes.
    package static let byteLimit = XMLReader().byteLimit

    package internal(set) var waypoints: [PlacePoint] = []
    package internal(set) var routes: [Route] = []
    /// The segments of all tracks.
    package internal(set) var segments: [[PlacePoint]] = []

    package struct Route: Equatable, Sendable {
        package internal(set) var points: [PlacePoint] = []
        package let line: Int
    }

    /// - Throws: for bytes that are no XML or no GPX. A point that is none is in the lists, with the reason.
    package init(_ bytes: [UInt8], byteLimit: Int = GPXFile.byteLimit) throws(PlaceFileError) {
        var visitor = GPXVisitor()
        do throws(XMLError) {
            try XMLReader(byteLimit: byteLimit).read(bytes, &visitor)
        } catch {
            throw PlaceFileError(line: error.line, error.message)
        }
        self = visitor.file
    }

    init() {}

    /// The first point that has a height written.
    package var firstElevation: PlacePoint? {
        // Step by step: the compiler of Debian 13 gives up on one expression.
        var points: [PlacePoint] = waypoints
        for route in routes { points += route.points }
        for segment in segments { points += segment }
        return points.filter { $0.elevation != nil }.min { $0.line < $1.line }
    }
}

/// Collects the points while the document passes by.
private struct GPXVisitor: XMLVisitor {
    private(set) var file = GPXFile()
    private var namespace: String?
    /// How deep inside an element that is not GPX's own, or of an extension, which may hold anything.
    private var foreignDepth = 0
    private var open: PlacePoint?

    private static let points: Set = ["wpt", "rtept", "trkpt"]

    mutating func start(
        _ name: XMLName, attributes: [String: String], line: Int
    ) throws(XMLError) {
        guard let namespace else {
            guard name.local == "gpx" else {
                let hint = name.local == "kml" ? "; KML is not read, save it as GPX" : ""
                throw XMLError(
                    line: line, "expected <gpx>, found <\(name.local.prefix(40))>\(hint)")
            }
            return self.namespace = name.namespace
        }
        let isOwn = name.namespace == namespace || name.namespace.isEmpty
        guard foreignDepth == 0, isOwn, name.local != "extensions" else {
            foreignDepth += 1
            return
        }
        switch name.local {
        case "rte": file.routes.append(GPXFile.Route(line: line))
        case "trk", "trkseg": file.segments.append([])
        case let local where Self.points.contains(local):
            guard open == nil else {
                throw XMLError(line: line, "a <\(local)> inside of another point")
            }
            open = PlacePoint(Self.place(attributes), line: line)
        default: break
        }
    }

    mutating func end(_ name: XMLName, text: String, line: Int) throws(XMLError) {
        guard foreignDepth == 0 else {
            foreignDepth -= 1
            return
        }
        let value = TextLines.trimmed(text)
        switch name.local {
        case "ele" where !value.isEmpty: open?.elevation = value
        case "time" where !value.isEmpty: open?.time = value
        case let local where Self.points.contains(local): close(local)
        default: break
        }
    }

    private mutating func close(_ kind: String) {
        guard let point = open else { return }
        open = nil
        switch kind {
        case "wpt": file.waypoints.append(point)
        case "rtept":
            if file.routes.isEmpty { file.routes.append(GPXFile.Route(line: point.line)) }
            file.routes[file.routes.count - 1].points.append(point)
        default:
            if file.segments.isEmpty { file.segments.append([]) }
            file.segments[file.segments.count - 1].append(point)
        }
    }

    private static func place(_ attributes: [String: String]) -> Result<Position, PlaceError> {
        let (north, east) = (attributes["lat"] ?? "", attributes["lon"] ?? "")
        guard let latitude = TextLines.number(TextLines.trimmed(north)),
            let longitude = TextLines.number(TextLines.trimmed(east))
        else {
            return .failure(
                PlaceError(
                    message: "not a place: lat=\"\(north.prefix(40))\" lon=\"\(east.prefix(40))\""))
        }
        return PlaceReader.position(latitude: latitude, longitude: longitude)
    }
}
