import Values

/// Settles where home is, before take-off: fixes that have been good, and near to each other, for 10 s.
package struct HomeSettling: Sendable {
    /// What a fix must be like. The defaults are those of PX4 and ArduPilot.
    package struct Limits: Equatable, Sendable {
        package var errorMetres = 5.0
        package var satellites = 6
        package var hdop = 2.0
        /// How far a fix may lie from the mean of those before it (ArduPilot: 3 m).
        package var driftMetres = 3.0
        package var time = Duration.seconds(10)
        /// A longer pause between two fixes starts over.
        package var maxPause = Duration.seconds(2)

        package init() {}
    }

    /// Fixes of the mean, at most: 10 s of a receiver of 5 Hz.
    private static let maxFixes = 50.0

    /// Why a fix is not good enough to say where home is.
    package enum Flaw: String, Codable, Sendable {
        case none, flat, error, satellites, dilution, moved
    }

    /// Of the latest fix that was not good enough; `none` after a good one, unless one of those before lay too far away.
    package private(set) var flaw = Flaw.none
    private var plane: LocalPlane?
    private var mean = PlaneVector.zero
    private var count = 0.0
    private var since = Instant.zero
    private var latest = Instant.zero

    package init() {}

    /// Takes in what a receiver gives; `nil` where there is a reason not to go by that.
    package mutating func note(_ sample: Sample<Fix>?, by limits: Limits) {
        guard let sample, let fix = sample.good else {
            (plane, flaw) = (nil, .none)
            return
        }
        let found = Self.flaw(of: fix, limits)
        guard found == .none else {
            (plane, flaw) = (nil, found)
            return
        }
        if flaw != .moved { flaw = .none }
        guard let plane, sample.takenAt - latest <= limits.maxPause else {
            begin(at: fix.position, sample.takenAt)
            return
        }
        guard sample.takenAt > latest else { return }
        let point = plane.point(fix.position)
        guard (point - mean).length <= limits.driftMetres else {
            flaw = .moved
            begin(at: fix.position, sample.takenAt)
            return
        }
        latest = sample.takenAt
        count = min(count + 1, Self.maxFixes)
        mean = mean + (point - mean) * (1 / count)
    }

    /// Where home is; `nil` while that has not settled, or is not heard of any more.
    package func home(by limits: Limits, at now: Instant) -> Position? {
        guard let plane, latest - since >= limits.time, now - latest <= limits.maxPause else {
            return nil
        }
        return plane.position(mean)
    }

    /// For how long fixes have been good and near each other; zero while they are not.
    package func settledFor(by limits: Limits, at now: Instant) -> Duration {
        plane == nil || now - latest > limits.maxPause ? .zero : latest - since
    }

    private mutating func begin(at position: Position, _ time: Instant) {
        plane = LocalPlane(origin: position)
        mean = .zero
        count = 1
        since = time
        latest = time
    }

    /// Written so that a NaN is not good; what a receiver does not tell is not asked.
    private static func flaw(of fix: Fix, _ limits: Limits) -> Flaw {
        if fix.altitudeMetres == nil { return .flat }
        if let error = fix.horizontalErrorMetres, !(error <= limits.errorMetres) { return .error }
        if let satellites = fix.satellitesUsed, satellites < limits.satellites {
            return .satellites
        }
        if let hdop = fix.hdop, !(hdop <= limits.hdop) { return .dilution }
        return .none
    }
}
