import PlaceFiles
import Values

/// Makes a mission of a GPX file: of its route; where there is none, of the waypoints in their order; of a track only if its
/// spacing is given, because a track is a recording with a point a second.
enum GPXRouteReader {
    static func read(_ bytes: [UInt8], _ options: MissionOptions) -> MissionDraft {
        var route = RouteBuilder(.gpx, options)
        do throws(PlaceFileError) {
            let file = try GPXFile(bytes, byteLimit: MissionFile.byteLimit)
            choose(file, options, &route)
            if let point = file.firstElevation {
                route.warn(
                    line: point.line,
                    "<ele> is a height above sea level, not above the ground: left out")
            }
        } catch {
            route.refuse(line: error.line, error.message)
        }
        return route.draft()
    }

    private static func choose(
        _ file: GPXFile, _ options: MissionOptions, _ route: inout RouteBuilder
    ) {
        if file.routes.count > 1 {
            route.refuse(
                line: file.routes[1].line,
                "a second route; a mission is one, so leave one in the file")
        }
        let points = file.routes.flatMap(\.points)
        let track = Array(file.segments.joined())
        if !points.isEmpty {
            route.add(points)
        } else if !file.waypoints.isEmpty {
            route.add(file.waypoints)
        } else if let first = track.first {
            guard let spacing = options.trackSpacingMetres else {
                return route.refuse(
                    line: first.line,
                    "the file has only a track, which is a recording with a point a second; say how "
                        + "far apart its points may be, or make a route of it")
            }
            route.add(thinned(track, spacing))
        } else {
            route.refuse(line: 1, "the file holds no route, waypoint or track")
        }
    }

    /// Without points that are nearer than `spacing` to the last that is kept; the last one stays.
    private static func thinned(_ points: [PlacePoint], _ spacing: Double) -> [PlacePoint] {
        var last: Position?
        return points.enumerated().compactMap { index, point in
            guard let position = try? point.place.get() else { return point }
            let isFar = last.map { $0.distanceMetres(to: position) >= spacing } ?? true
            guard isFar || index == points.count - 1 else { return nil }
            last = position
            return point
        }
    }
}
