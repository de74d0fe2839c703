import Devices

/// What a track file holds.
struct Track: Equatable, Sendable {
    let points: [TrackPoint]
    /// Lines left out because something was wrong with them.
    var badLines = 0
    /// The first of them.
    var firstProblem: TrackError?
}

/// One point of a track file.
struct TrackPoint: Equatable, Sendable {
    /// What the file says of the point; the rest is `nil`.
    let fix: Fix
    /// When it was recorded, in seconds since 1970, where the file says it.
    let recordedAt: Double?
    /// Whether the recording paused before this point.
    let startsSegment: Bool
    /// The line of the file, for messages.
    let line: Int

    init(_ fix: Fix, recordedAt: Double? = nil, startsSegment: Bool = false, line: Int) {
        self.fix = fix
        self.recordedAt = recordedAt
        self.startsSegment = startsSegment
        self.line = line
    }

    var position: Position { fix.position }
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
