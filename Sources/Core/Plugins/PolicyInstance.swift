import JSON
import Settings
import Values

/// One connected policy without its type.
///
/// Nobody but `step` waits for a step in progress longer than a tenth of a second: a step may hang.
package protocol PolicyInstance: Sendable {
    /// Gathers, steps and delivers once; the commands hold until `now + lease`.
    ///
    /// - Returns: `nil` where it was abandoned meanwhile: then nobody notices anything of this step.
    func step(at now: Instant, lease: Duration) -> StepResult?

    /// From now on nobody notices anything of it, also of a step in progress: it has hung, and another takes
    /// its place.
    func abandon()

    /// The latest reason; `nil` before the first step.
    var latest: ReasonReport? { get }

    /// What it looks at before it begins what cannot be taken back; empty before the first step, and of
    /// a policy that begins nothing of the kind, or whose step hangs.
    func checks(at now: Instant) -> [Check]

    /// What a page shows of it beyond its reason; `nil` for nothing, and while a step hangs.
    func details(at now: Instant) -> JSONValue?

    /// Shows each step from now on to `observer`, which never waits; `nil` for nobody any more.
    func observe(_ observer: (any StepObserver)?)

    /// Shows each step from now on to `shadows`, once what it decided has been delivered.
    func show(to shadows: [any ShadowPolicy])

    /// Why it cannot go on with other settings at these endpoints now, or that its step hangs; `nil` when it can.
    func obstacle(
        to settings: any PluginSettings, at connections: PortConnections
    ) -> ChangeObstacle?

    /// Begins to bring what it moves to its safe state: a change waits for that.
    func retreat()

    /// Why its settings may not be made to allow more now, or that its step hangs; `nil` when they may.
    var obstacleToLoosening: String? { get }

    /// Goes on with the settings of `entry` from its next step on, at these endpoints: what it is connected to
    /// already stays the very same. First `others` does what belongs to the same change; no step happens
    /// meanwhile.
    ///
    /// - Throws: that one of them cannot now, and why. Then none has changed.
    func change(
        to entry: PolicyEntry, at connections: PortConnections,
        after others: () throws(PlainError) -> Void
    ) throws(PlainError)

    /// Does something between two of its steps.
    ///
    /// - Throws: that a step takes too long, or what `body` throws.
    func hold(_ body: () throws(PlainError) -> Void) throws(PlainError)

    /// What a successor needs to go on; `nil` for a policy that hands nothing over, and while a step hangs.
    var memory: PolicyMemory? { get }
}

/// What a step was about, cheap enough for every tick.
@usableFromInline
package struct StepResult: Equatable, Sendable {
    @usableFromInline package let reasonChanged: Bool
    /// To be told to people, once.
    @usableFromInline package var notes: [String]

    @usableFromInline
    package init(reasonChanged: Bool, notes: [String] = []) {
        self.reasonChanged = reasonChanged
        self.notes = notes
    }
}
