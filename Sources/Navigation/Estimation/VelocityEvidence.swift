import Values

/// How long nothing has shown whether an aircraft drifts: one that measures its way by a camera stands still, as far as
/// it knows, wherever the wind takes it while the camera sees nothing.
///
/// Two things show it. A fix that can be held against the way it has flown: were they at odds, that would be found. And
/// a lean: an aircraft that hovers leans into the wind by what its camera sees, so that one that leans, and measures
/// next to no way, saw the ground when it began to. A lean stays where a camera goes blind, so it counts for a while only.
package struct VelocityEvidence: Sendable {
    /// What a lean comes to in still air: 6.6 degrees, which no noise of a camera and no wrong trim makes.
    private static let leanMetresPerSecond = 2.0
    private static let standingMetresPerSecond = 0.7
    /// For so long after a fix a lean counts.
    package static let leanCountsFor = Duration.seconds(4)
    /// Both are averaged over so long.
    private static let smoothSeconds = 1.0

    private let drag: DragModel
    private var lean = PlaneVector.zero
    private var way = PlaneVector.zero
    private var measured: PlaneVector?
    private var notedAt: Instant?
    private var shownAt: Instant?
    private var fixAt: Instant?

    package init(_ drag: DragModel = DragModel()) {
        self.drag = drag
    }

    /// Takes in navigation data. On the ground there is nothing to show: it begins anew with each flight.
    package mutating func note(_ flight: FlightState, takenAt now: Instant) {
        guard flight.phase.isAirborne else {
            self = VelocityEvidence(drag)
            return
        }
        guard notedAt.map({ now > $0 }) ?? true else { return }
        shownAt = shownAt ?? now
        fixAt = fixAt ?? now
        let seconds = notedAt.map { min(1, max(0, now.seconds(since: $0))) } ?? 0
        notedAt = now
        // In the frame of the body: no heading is needed.
        let north = Angle.degrees(0)
        let velocity = PlaneVector(
            forward: flight.forwardMetresPerSecond, right: flight.rightMetresPerSecond,
            heading: north)
        let steady = drag.steadyVelocity(pitch: flight.pitch, roll: flight.roll, heading: north)
        guard velocity.length.isFinite, steady.length.isFinite else { return }
        let share = min(1, seconds / Self.smoothSeconds)
        lean = lean + (steady - lean) * share
        way = way + (velocity - way) * share
        defer { measured = velocity }
        // No camera measures the same twice to the last bit: one that does sees nothing.
        let counts = fixAt.map { now - $0 < Self.leanCountsFor } ?? false
        if velocity != measured, leans, counts { shownAt = now }
    }

    /// Takes in that a fix was held against the way flown.
    package mutating func noteFix(at now: Instant) {
        if shownAt != nil { (shownAt, fixAt) = (now, now) }
    }

    /// For how long nothing has shown it; `nil` on the ground.
    package func missing(at now: Instant) -> Duration? {
        shownAt.map { max(.zero, now - $0) }
    }

    private var leans: Bool {
        lean.length >= Self.leanMetresPerSecond && way.length <= Self.standingMetresPerSecond
    }
}
