import Core
import Values

/// What an actuator should do, decided without its device and without timers: a pure value.
package protocol ActuatorPlan: Sendable {
    associatedtype Command: DeviceValue
    /// What the device can be told.
    associatedtype Output: Equatable & Sendable

    /// Moves on to `now` and says what the device should do from now on.
    ///
    /// `commands` is what is commanded at each port, in the order of the ports; `nil` where nobody is
    /// in charge, because no command came or its lease is over. A plan never sees a lease, and so
    /// cannot outlive one.
    mutating func step(_ commands: [Command?], at now: Instant) -> Output

    /// When `step` is to be called, beside with each new command and at the end of each lease.
    var nextWake: WakeTimer.Schedule { get }

    /// Has the steps from now on lead to the safe state, whatever is commanded.
    mutating func makeSafe()

    /// Whether the device, once it has the latest output, is in its safe state to stay there.
    func isSafe(at now: Instant) -> Bool

    /// Whether the device, once it has the latest output, does what it does when nobody is in charge.
    func isAtRest(at now: Instant) -> Bool

    /// Why a command cannot be obeyed; `nil` for one that can. Such a command is counted and dropped,
    /// and the one before it stands until its lease is over.
    static func refusal(of command: Command) -> String?
}

extension ActuatorPlan {
    package static func refusal(of command: Command) -> String? { nil }
}

/// The device behind an actuator. Only one call at a time is made, and each may wait for the device:
/// commands, the status and a stop do not wait with it.
package protocol ActuatorDevice: Sendable {
    associatedtype Plan: ActuatorPlan

    /// What it is, for messages: "GPIO17 (line 17 of pinctrl-rp1)".
    var description: String { get }
    /// What of it never changes, for the status.
    var diagnostics: [Diagnostic] { get }

    /// Takes the device over as it is, and moves nothing.
    ///
    /// - Returns: what to do with it; `nil` while it is not ready, to be asked again soon.
    mutating func open(at now: Instant) throws(DeviceError) -> Plan?

    /// Has the device do what the plan says. `isResync` asks to find out first what the device really
    /// does, as somebody else may have changed it, or else to tell it again.
    mutating func apply(_ output: Plan.Output, isResync: Bool) throws(DeviceError)

    /// Leaves it in the state that is meant for an actuator without a driver, and gives it back.
    /// Gives it back also when it throws.
    mutating func close() throws(DeviceError)
}
