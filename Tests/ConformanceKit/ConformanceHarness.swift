import Core
import JSON
import Synchronization
import TestSupport
import Values

/// The shipped program around one driver: its configuration, its supervisor, and no policy. Beside it
/// runs another driver, whose device is always well and must not be disturbed.
final class ConformanceHarness: Sendable {
    let connections: PortConnections
    /// What `roost park` reads: with a limit that a check can wait for in real time.
    private let parked: Configuration
    private let rig: any DeviceRig
    private let bystander: Bystander
    private let clock: any Scheduler
    private let supervisor: Supervisor
    private let runtime: String
    private let wasSafe: Outcome
    private static let parkLimit = Duration.seconds(2)

    private struct Silence: LogOutput {
        func write(_ level: LogLevel, source: String, _ message: String) {}
    }

    /// Whether all was safe when the supervisor had stopped; `nil` before.
    private final class Outcome: Sendable {
        private let value = Mutex<Bool?>(nil)

        var known: Bool? { value.withLock { $0 } }
        func tell(_ isSafe: Bool) { value.withLock { $0 = isSafe } }
    }

    /// A supervisor that has not started yet.
    init(_ kind: RigKind, _ rig: any DeviceRig, clock: any Scheduler) throws {
        self.rig = rig
        self.clock = clock
        runtime = "\(rig.tree.path)/run"
        bystander = try Bystander(rig.tree)
        parked = try Self.configuration(kind, rig, stopLimit: Self.parkLimit)
        let outcome = Outcome()
        wasSafe = outcome
        supervisor = try Supervisor(
            try Self.configuration(kind, rig, stopLimit: .seconds(10)), scheduler: clock,
            log: Log(Silence(), source: "roost"),
            runtime: runtime, manager: NoServiceManager(), onStopped: { outcome.tell($0) })
        connections = supervisor.connections(ofDriver: "device") ?? PortConnections([:])
    }

    private static func configuration(
        _ kind: RigKind, _ rig: any DeviceRig, stopLimit: Duration
    ) throws -> Configuration {
        var file = kind.configuration(rig, beside: [Bystander.name: Bystander.settings])
        file["stop_limit"] = .string(text(of: stopLimit))
        // A check fails a driver more often than a year does.
        file["restarts"] = ["at_most": 100, "first_delay": "50ms", "longest_delay": "500ms"]
        return try kind.read(file)
    }

    /// A running driver whose device is like this.
    static func running(
        _ kind: RigKind, _ rig: any DeviceRig, _ condition: Condition = .well
    ) throws -> ConformanceHarness {
        try rig.become(condition)
        let harness = try ConformanceHarness(kind, rig, clock: FastScheduler())
        try harness.start()
        if condition == .well { try harness.becomes(.working) }
        return harness
    }

    func start() throws {
        try Self.soon("starting") { [supervisor] in supervisor.start() }
    }

    // MARK: Looking

    /// What is observed after a step of the world.
    ///
    /// - Throws: that the driver gives what nobody said, uses a port that it does not declare, or does not tell its
    ///   status soon.
    func look() throws -> Observation {
        try rig.advanceWorld(connections, at: clock.now)
        if let connections = supervisor.connections(ofDriver: Bystander.name) {
            try bystander.advanceWorld(connections, at: clock.now)
        }
        let error = try Self.soon("telling the status") { [self] in
            driver?.lastError?.text
        }
        let seen = rig.observe(connections, at: clock.now)
        if case .wrong(let why) = seen { throw CheckFailure(why) }
        if let error, error.contains(DriverContext.undeclaredPort) {
            throw CheckFailure(
                "\(error): is it in `ports`, or in `ports(for:)` with these settings?")
        }
        return seen
    }

    private var driver: DriverReport? {
        supervisor.status(at: clock.now).drivers.first { $0.name == "device" }
    }

    /// Waits until it is observed.
    func becomes(_ expected: Observation) throws {
        guard try eventually(every: .milliseconds(3), { try look() == expected }) else {
            throw CheckFailure("does not become \(expected): \(report)")
        }
    }

    /// Lets the world turn for a while, in which only this may be observed.
    func stays(_ expected: Observation) throws {
        var other: Observation?
        _ = try eventually(within: .milliseconds(300), every: .milliseconds(3)) {
            let seen = try look()
            if seen != expected { other = seen }
            return other != nil
        }
        if let other { throw CheckFailure("is \(other) and not \(expected): \(report)") }
    }

    /// Lets the world turn for a while, whatever is observed.
    func passes() throws {
        _ = try eventually(within: .milliseconds(300), every: .milliseconds(3)) {
            _ = try look()
            return false
        }
    }

    private var report: String {
        let driver = driver
        let sources = driver?.sources.map { name, source in
            "\(name) \(source.quality)" + (source.qualityReason.map { " (\($0))" } ?? "")
        }
        let error = driver?.lastError?.text ?? "no error of the driver as a whole"
        return "\(driver?.state.rawValue ?? "gone"), \(error), "
            + (sources ?? []).sorted().joined(separator: ", ")
    }

    // MARK: Ending

    /// Stops as SIGTERM does it, asked twice; gives whether all was safe.
    @discardableResult
    func stop() throws -> Bool {
        for _ in 0..<2 {
            try Self.soon("making it safe") { [supervisor] in
                supervisor.stop(because: "the check is over")
            }
        }
        // The limit of the configuration is two seconds of the fast clock.
        guard eventually(within: .seconds(5), { wasSafe.known != nil }) else {
            throw CheckFailure("does not stop")
        }
        // What was done last may not have been seen yet.
        try rig.advanceWorld(connections, at: clock.now)
        let count = rig.exchanges(connections)
        _ = try eventually(within: .milliseconds(100)) {
            try rig.advanceWorld(connections, at: clock.now)
            return false
        }
        guard rig.exchanges(connections) == count else {
            throw CheckFailure("goes on after it was closed")
        }
        guard !bystander.isActive else { throw CheckFailure("another device is not made safe") }
        try leavesNoTimer()
        return wasSafe.known ?? false
    }

    /// What `roost park` says: nothing when all is well. The bystander is parked in any case.
    func park() throws -> [DeviceError] {
        try bystander.setActive()
        let said = try Self.soon("parking", Self.parkLimit) { [parked, runtime] in
            parked.park(runtime: runtime, clock: DispatchScheduler())
        }
        guard !bystander.isActive, said.allSatisfy({ $0.driver == "device" }) else {
            throw CheckFailure("another device is not parked: \(said)")
        }
        return said.map(\.fault)
    }

    /// A timer that nobody cancels calls for ever, and each life of the driver adds one.
    private func leavesNoTimer() throws {
        guard let clock = clock as? FastScheduler else { return }
        // Timers bear the name of their driver.
        let left = { clock.liveTimers.filter { $0 == "device" || $0.hasPrefix("device.") } }
        guard eventually(within: .seconds(2), { left().isEmpty }) else {
            throw CheckFailure("after it was closed these timers run on: \(left())")
        }
    }

    /// Nothing that the supervisor calls may wait for a device: longer than a second, if that is what
    /// is called, and what it was `given`. On a thread of its own: what never returns must not keep
    /// the check from saying so.
    @discardableResult
    private static func soon<Value: Sendable>(
        _ what: String, _ given: Duration = .zero, _ work: @escaping @Sendable () -> Value
    ) throws -> Value {
        let clock = DispatchScheduler()
        let start = clock.now
        let timeout = given + .seconds(5)
        guard let value = AbandonableCall(work).value(within: timeout) else {
            throw CheckFailure(
                "\(what) has not returned in \(text(of: timeout)): something in it "
                    + "waits for the device, or for a lock that is held while the device is asked")
        }
        let duration = clock.now - start
        guard duration <= given + .seconds(2) else {
            throw CheckFailure("\(what) took \(text(of: duration)): it waits for the device")
        }
        return value
    }
}
