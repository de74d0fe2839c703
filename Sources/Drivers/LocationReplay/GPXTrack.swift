import DriverKit
import Devices
import LinuxIO
import XML

extension LocationReplay {
    /// Reads GPX 1.1 (and its forerunner 1.0, which has the same points).
    ///
    /// A file may hold tracks, routes and waypoints side by side: the tracks are replayed if there is
    /// a point in them, otherwise the routes, otherwise the waypoints.
    ///
    /// - Throws: the first thing that is wrong: XML, coordinates, times.
    static func parseGPX(_ bytes: [UInt8]) throws(TrackError) -> [TrackPoint] {
        var visitor = GPXVisitor()
        do throws(XMLError) {
            try XMLReader().read(bytes, &visitor)
        } catch {
            throw TrackError(line: error.line, error.message)
        }
        let candidates = [visitor.trackPoints, visitor.routePoints, visitor.waypoints]
        guard let points = candidates.first(where: { !$0.isEmpty }) else {
            throw TrackError(line: 1, "the file holds no track, route or waypoint")
        }
        return points
    }

    /// Collects points while the document passes by.
    private struct GPXVisitor: XMLVisitor {
        private static let namespaces = [
            "http://www.topografix.com/GPX/1/1", "http://www.topografix.com/GPX/1/0",
        ]

        private(set) var trackPoints: [TrackPoint] = []
        private(set) var routePoints: [TrackPoint] = []
        private(set) var waypoints: [TrackPoint] = []
        private var namespace: String?
        /// How deep inside an element that is not ours, such as an extension.
        private var foreignDepth = 0
        private var open: OpenPoint?
        private var startsSegment = false

        /// A point whose end has not come yet.
        private struct OpenPoint {
            let position: Position
            let line: Int
            var altitudeMetres: Double?
            var recordedAt: Double?
        }

        mutating func start(
            _ name: XMLName, attributes: [String: String], line: Int
        ) throws(XMLError) {
            guard let namespace else {
                guard name.local == "gpx", Self.namespaces.contains(name.namespace) else {
                    throw XMLError(
                        line: line,
                        "not GPX: the root is <\(name.local.prefix(40))> in the namespace"
                            + " \"\(name.namespace.prefix(80))\"; expected <gpx> in \"\(Self.namespaces[0])\""
                    )
                }
                self.namespace = name.namespace
                return
            }
            if foreignDepth > 0 || name.namespace != namespace || name.local == "extensions" {
                foreignDepth += 1
                return
            }
            switch name.local {
            case "trk", "trkseg", "rte": startsSegment = true
            case "trkpt", "rtept", "wpt": try openPoint(attributes, line: line)
            default: break
            }
        }

        mutating func end(_ name: XMLName, text: String, line: Int) throws(XMLError) {
            guard foreignDepth == 0 else {
                foreignDepth -= 1
                return
            }
            switch name.local {
            case "ele": try setAltitude(text, line: line)
            case "time": try setTime(text, line: line)
            case "trkpt": try close(into: \.trackPoints, line: line)
            case "rtept": try close(into: \.routePoints, line: line)
            case "wpt": try close(into: \.waypoints, line: line)
            default: break
            }
        }

        private mutating func openPoint(
            _ attributes: [String: String], line: Int
        ) throws(XMLError) {
            guard let latitude = attributes["lat"], let longitude = attributes["lon"] else {
                throw XMLError(line: line, "a point needs the attributes lat and lon")
            }
            guard let north = decimalNumber(trimmed(latitude)),
                let east = decimalNumber(trimmed(longitude)),
                let position = Position(latitude: north, longitude: east)
            else {
                throw XMLError(
                    line: line,
                    "not a place: lat=\"\(latitude.prefix(40))\" lon=\"\(longitude.prefix(40))\"")
            }
            open = OpenPoint(position: position, line: line)
        }

        private mutating func setAltitude(_ text: String, line: Int) throws(XMLError) {
            guard open != nil else { return }
            guard let metres = decimalNumber(trimmed(text)), abs(metres) <= 100_000 else {
                throw XMLError(line: line, "not a height in metres: \"\(text.prefix(40))\"")
            }
            open?.altitudeMetres = metres
        }

        private mutating func setTime(_ text: String, line: Int) throws(XMLError) {
            // The file's metadata has a time too.
            guard open != nil else { return }
            guard let seconds = secondsSince1970(trimmed(text)) else {
                throw XMLError(
                    line: line,
                    "not a time such as 2026-07-01T12:00:00Z: \"\(text.prefix(40))\"")
            }
            open?.recordedAt = seconds
        }

        private mutating func close(
            into list: WritableKeyPath<GPXVisitor, [TrackPoint]>, line: Int
        ) throws(XMLError) {
            guard let point = open else { return }
            guard self[keyPath: list].count < LocationReplay.pointLimit else {
                throw XMLError(line: line, "more than \(LocationReplay.pointLimit) points")
            }
            self[keyPath: list].append(
                TrackPoint(
                    Fix(position: point.position, altitudeMetres: point.altitudeMetres),
                    recordedAt: point.recordedAt, startsSegment: startsSegment, line: point.line))
            open = nil
            startsSegment = false
        }
    }

    /// Without white space at its ends, which XML allows around a value.
    private static func trimmed(_ text: String) -> String {
        let isBlank = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
        let start = text.utf8.drop(while: isBlank)
        let length = start.reversed().drop(while: isBlank).count
        return String(decoding: start.prefix(length), as: UTF8.self)
    }
}
