import Core
import PlaceFiles
import Values

extension LocationReplay {
    /// Makes a track of a GPX file: of its tracks, if there is a point in them; otherwise of its routes; otherwise of its
    /// waypoints.
    ///
    /// A height that is no number is one that is not known. A time is looked at only if times are used, because in plenty of
    /// files they are empty.
    ///
    /// - Throws: the first thing that is wrong: XML, coordinates.
    static func parseGPX(_ bytes: [UInt8], usesTimes: Bool) throws(TrackError) -> Track {
        let file = try mapped(to: { TrackError(line: $0.line, $0.message) }) {
            () throws(PlaceFileError) in
            try GPXFile(bytes)
        }
        let candidates = [file.segments, file.routes.map(\.points), [file.waypoints]]
        let segments = candidates.map { $0.filter { !$0.isEmpty } }.first { !$0.isEmpty }
        guard let segments else {
            throw TrackError(line: 1, "the file holds no track, route or waypoint")
        }
        var track = Track()
        for segment in segments {
            for (index, point) in segment.enumerated() {
                try track.add(point, startsSegment: index == 0, usesTimes: usesTimes)
            }
        }
        return track
    }

    /// Makes a track of `longitude,latitude` lines.
    ///
    /// - Throws: the first line that is wrong.
    static func parseCoordinateLines(_ bytes: [UInt8]) throws(TrackError) -> Track {
        var track = Track()
        for point in CoordinateLines.read(bytes) {
            try track.add(point, startsSegment: false, usesTimes: false)
        }
        return track
    }
}

extension LocationReplay.Track {
    /// In metres; beyond it a height is a slip.
    private static let plausibleHeights = -100_000.0...100_000.0

    fileprivate mutating func add(
        _ point: PlacePoint, startsSegment: Bool, usesTimes: Bool
    ) throws(LocationReplay.TrackError) {
        let position: Position
        switch point.place {
        case .success(let place): position = place
        case .failure(let problem):
            throw LocationReplay.TrackError(line: point.line, problem.message)
        }
        guard points.count < LocationReplay.pointLimit else {
            throw LocationReplay.TrackError(
                line: point.line, "more than \(LocationReplay.pointLimit) points")
        }
        let height = point.elevation.flatMap { TextLines.number($0) }
            .flatMap { Self.plausibleHeights.contains($0) ? $0 : nil }
        if let text = point.elevation, height == nil {
            record("the height is left out: \"\(text.prefix(40))\" is no number of metres", point)
        }
        let time = usesTimes ? point.time : nil
        let seconds = time.flatMap { LocationReplay.secondsSince1970($0) }
        if let time, seconds == nil {
            record("not a time such as 2026-07-01T12:00:00Z: \"\(time.prefix(40))\"", point)
        }
        points.append(
            LocationReplay.TrackPoint(
                Fix(position: position, altitudeMetres: height), recordedAt: seconds,
                startsSegment: startsSegment, line: point.line))
    }

    private mutating func record(_ problem: String, _ point: PlacePoint) {
        badLines += 1
        firstProblem = firstProblem ?? LocationReplay.TrackError(line: point.line, problem)
    }
}
