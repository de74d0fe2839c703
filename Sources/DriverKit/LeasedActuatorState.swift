import Core
import Values

/// What an actuator's driver knows: the commands with their leases, the plan, and what of it the
/// device has.
package struct LeasedActuatorState<Plan: ActuatorPlan>: Sendable {
    enum Step: Sendable {
        case none, open
        case apply(Plan.Output, isResync: Bool)
    }

    /// How often the device is told again what it was told already.
    private static var resyncPeriod: Duration { .seconds(1) }
    /// A device that has not answered for so long is said not to answer: calls take milliseconds.
    private static var silentAfter: Duration { .seconds(3) }
    /// How often one that is not ready is asked again.
    private static var openPeriod: Duration { .milliseconds(20) }

    private let resyncsWhenIdle: Bool
    private var timer: WakeTimer?
    /// Whether the timer is set to regular times: then a command need not set it.
    private var isPeriodic = false
    private var commands: [Leased<Plan.Command>?]
    private var syncedAt: Instant
    /// Something is wanted that the plan has not seen.
    private var needsStep = false
    private var isStopping = false
    /// Whether the plan has had a step since it is to lead to the safe state.
    private var hasSteppedToSafety = false

    /// `nil` until the device is open.
    private(set) var plan: Plan?
    private(set) var refusedCount = 0
    /// What the device does; `nil` while it is being told, and when it refused, as it may then do
    /// one thing or the other.
    var applied: Plan.Output?
    /// Since when the device is being told something, or opened; `nil` while it is not.
    private var askedAt: Instant?
    private var isSilenceTold = false

    init(portCount: Int, resyncsWhenIdle: Bool, at now: Instant) {
        commands = Array(repeating: nil, count: portCount)
        self.resyncsWhenIdle = resyncsWhenIdle
        syncedAt = now
    }

    mutating func begin(_ timer: WakeTimer, at now: Instant) {
        self.timer = timer
        set(.at(now))
    }

    // MARK: What is wanted

    /// Takes a command whose lease lives; one whose lease is over says that nobody is in charge from now on.
    ///
    /// - Returns: why it is refused, and whether it is the first that is; `nil` when it is not.
    mutating func receive(
        _ new: Leased<Plan.Command>, _ port: Int, at now: Instant
    ) -> (why: String, isFirst: Bool)? {
        guard new.expiresAt > now else {
            if commands[port] != nil { demandStep(at: now) }
            commands[port] = nil
            return nil
        }
        if let why = Plan.refusal(of: new.command) {
            refusedCount += 1
            return (why, refusedCount == 1)
        }
        let isRenewal = commands[port].map {
            $0.command == new.command && $0.expiresAt > now && $0.expiresAt <= new.expiresAt
        }
        commands[port] = new
        // The timer stands at the end of a lease that is renewed, and finds there that it goes on.
        if isRenewal != true { demandStep(at: now) }
        return nil
    }

    mutating func makeSafe(at now: Instant) {
        guard !isStopping else { return }
        isStopping = true
        plan?.makeSafe()
        demandStep(at: now)
    }

    /// Whether the safe state is reached. A device that was not opened was not moved.
    func isSafe(at now: Instant) -> Bool {
        guard let plan else { return true }
        return hasSteppedToSafety && applied != nil && plan.isSafe(at: now)
    }

    /// Whether the device does what it does when nobody is in charge. One that was not opened was not moved.
    func isAtRest(at now: Instant) -> Bool {
        guard let plan else { return true }
        return applied != nil && !needsStep && plan.isAtRest(at: now)
    }

    private mutating func demandStep(at now: Instant) {
        needsStep = true
        if plan == nil {
            if isStopping { set(.never) }
        } else if !isPeriodic {
            set(.at(now))
        }
    }

    // MARK: Steps

    mutating func answered() { (askedAt, isSilenceTold) = (nil, false) }

    /// How long the device has not answered; `nil` while that is as it should be.
    func silence(at now: Instant) -> Duration? {
        askedAt.flatMap { now - $0 >= Self.silentAfter ? now - $0 : nil }
    }

    /// The same, once each time.
    mutating func newSilence(at now: Instant) -> Duration? {
        guard !isSilenceTold, let silence = silence(at: now) else { return nil }
        isSilenceTold = true
        return silence
    }

    mutating func nextStep(at now: Instant) -> Step {
        askedAt = now
        guard var plan else { return isStopping ? .none : .open }
        needsStep = false
        for port in commands.indices where (commands[port]?.expiresAt ?? now) <= now {
            commands[port] = nil
        }
        let output = plan.step(commands.map { $0?.command }, at: now)
        self.plan = plan
        hasSteppedToSafety = isStopping
        let isResync = nextResync.map { $0 <= now } ?? false
        if isResync { syncedAt = now }
        guard isResync || output != applied else { return .none }
        applied = nil
        return .apply(output, isResync: isResync)
    }

    /// One that was opened while it is to stop is left as it is.
    mutating func opened(_ plan: Plan?, at now: Instant) {
        guard let plan, !isStopping else { return }
        self.plan = plan
        syncedAt = now
        needsStep = true
    }

    /// Sets the timer for what comes next.
    mutating func schedule(at now: Instant) {
        guard let plan else { return set(isStopping ? .never : .every(Self.openPeriod)) }
        // A command came while the device was told of the one before.
        if needsStep { return set(.at(now)) }
        var times = commands.compactMap { $0?.expiresAt }
        switch plan.nextWake {
        case .every: return set(plan.nextWake)
        case .at(let time): times.append(time)
        case .never: break
        }
        if let nextResync { times.append(nextResync) }
        set(times.min().map { .at($0) } ?? .never)
    }

    /// The device did not do what it was told: tried again if it is to become safe.
    ///
    /// - Returns: whether it is.
    mutating func retryIfStopping(at now: Instant) -> Bool {
        guard isStopping else { return false }
        set(.at(now + Self.resyncPeriod))
        return true
    }

    private var nextResync: Instant? {
        let isDue = resyncsWhenIdle || commands.contains { $0 != nil }
        return isDue ? syncedAt + Self.resyncPeriod : nil
    }

    private mutating func set(_ schedule: WakeTimer.Schedule) {
        if case .every = schedule { isPeriodic = true } else { isPeriodic = false }
        timer?.set(schedule)
    }
}
