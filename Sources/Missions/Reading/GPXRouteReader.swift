import Devices
import XML

/// Reads GPX 1.0 and 1.1: the route; where there is none, the waypoints in their order; a track only
/// if its spacing is given, for it is a recording with a point a second.
///
/// Files in use leave out the namespace and break the order of elements, so both are not looked at.
enum GPXRouteReader {
    static func read(_ bytes: [UInt8], _ options: MissionOptions) -> MissionDraft {
        var visitor = GPXRouteVisitor()
        var route = RouteBuilder(.gpx, options)
        do throws(XMLError) {
            try XMLReader(byteLimit: MissionFile.byteLimit).read(bytes, &visitor)
        } catch {
            route.refuse(line: error.line, error.message)
            return route.draft()
        }
        choose(visitor, options, &route)
        if let line = visitor.firstElevationLine {
            route.warn(
                line: line, "<ele> is a height above sea level, not above the ground: left out")
        }
        return route.draft()
    }

    private static func choose(
        _ visitor: GPXRouteVisitor, _ options: MissionOptions, _ route: inout RouteBuilder
    ) {
        if visitor.routeLines.count > 1 {
            route.refuse(
                line: visitor.routeLines[1],
                "a second route; a mission is one, so leave one in the file")
        }
        if !visitor.route.isEmpty {
            add(visitor.route, to: &route)
        } else if !visitor.waypoints.isEmpty {
            add(visitor.waypoints, to: &route)
        } else if let first = visitor.track.first {
            guard let spacing = options.trackSpacingMetres else {
                return route.refuse(
                    line: first.line,
                    "the file has only a track, which is a recording with a point a second; say how "
                        + "far apart its points may be, or make a route of it")
            }
            add(thinned(visitor.track, spacing), to: &route)
        } else {
            route.refuse(line: 1, "the file holds no route, waypoint or track")
        }
    }

    private static func add(_ points: [GPXRouteVisitor.Point], to route: inout RouteBuilder) {
        for point in points {
            if let latitude = number(point.latitude), let longitude = number(point.longitude) {
                route.add(latitude: latitude, longitude: longitude, line: point.line)
            } else {
                route.addUnread(
                    line: point.line,
                    "not a place: lat=\"\(point.latitude?.prefix(40) ?? "")\" "
                        + "lon=\"\(point.longitude?.prefix(40) ?? "")\"")
            }
        }
    }

    private static func number(_ text: String?) -> Double? {
        text.flatMap { TextLines.number(TextLines.trimmed($0)) }
    }

    /// Without points that are nearer than `spacing` to the last that is kept; the last one stays.
    private static func thinned(
        _ points: [GPXRouteVisitor.Point], _ spacing: Double
    ) -> [GPXRouteVisitor.Point] {
        var last: Position?
        return points.enumerated().compactMap { index, point in
            guard let latitude = number(point.latitude), let longitude = number(point.longitude),
                let position = Position(latitude: latitude, longitude: longitude)
            else { return point }
            let isFar = last.map { $0.distanceMetres(to: position) >= spacing } ?? true
            guard isFar || index == points.count - 1 else { return nil }
            last = position
            return point
        }
    }
}

/// Collects the points while the document passes by.
struct GPXRouteVisitor: XMLVisitor {
    struct Point {
        let latitude: String?
        let longitude: String?
        let line: Int
    }

    private(set) var route: [Point] = []
    private(set) var waypoints: [Point] = []
    private(set) var track: [Point] = []
    private(set) var routeLines: [Int] = []
    private(set) var firstElevationLine: Int?
    private var hasRoot = false
    /// How deep inside of `extensions`, which may hold anything.
    private var extensionDepth = 0

    mutating func start(
        _ name: XMLName, attributes: [String: String], line: Int
    ) throws(XMLError) {
        guard hasRoot else {
            guard name.local == "gpx" else {
                let hint = name.local == "kml" ? "; KML is not read, save it as GPX" : ""
                throw XMLError(
                    line: line,
                    "expected <gpx>, found <\(name.local.prefix(40))>\(hint)")
            }
            hasRoot = true
            return
        }
        guard extensionDepth == 0, name.local != "extensions" else {
            extensionDepth += 1
            return
        }
        let point = Point(latitude: attributes["lat"], longitude: attributes["lon"], line: line)
        switch name.local {
        case "rte": routeLines.append(line)
        case "rtept": route.append(point)
        case "wpt": waypoints.append(point)
        case "trkpt": track.append(point)
        case "ele": firstElevationLine = firstElevationLine ?? line
        default: break
        }
    }

    mutating func end(_ name: XMLName, text: String, line: Int) throws(XMLError) {
        if extensionDepth > 0 { extensionDepth -= 1 }
    }
}
