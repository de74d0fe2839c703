import Values

extension LocationReplay {
    /// What a track file holds.
    struct Track: Equatable, Sendable {
        var points: [TrackPoint] = []
        /// Lines, or values in them, that are left out because something is wrong with them.
        var badLines = 0
        /// The first of them.
        var firstProblem: TrackError?
    }

    /// One point of a track file.
    struct TrackPoint: Equatable, Sendable {
        /// What the file says of the point; the rest is `nil`.
        let fix: Fix
        /// Why it is not a good fix; `nil` when it is.
        let doubt: String?
        /// When it was recorded, in seconds since 1970, where the file says it.
        let recordedAt: Double?
        /// Whether the recording paused before this point.
        let startsSegment: Bool
        /// The line of the file, for messages.
        let line: Int

        init(
            _ fix: Fix, doubt: String? = nil, recordedAt: Double? = nil,
            startsSegment: Bool = false,
            line: Int
        ) {
            self.fix = fix
            self.doubt = doubt
            self.recordedAt = recordedAt
            self.startsSegment = startsSegment
            self.line = line
        }

        var position: Position { fix.position }

        func with(startsSegment: Bool) -> TrackPoint {
            TrackPoint(
                fix, doubt: doubt, recordedAt: recordedAt, startsSegment: startsSegment, line: line)
        }
    }

    /// What is wrong with a track file, and in which line (counted from 1).
    struct TrackError: Error, Equatable, Sendable {
        let line: Int
        let message: String

        init(line: Int, _ message: String) {
            self.line = line
            self.message = message
        }
    }
}
