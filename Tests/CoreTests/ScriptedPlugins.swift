@testable import Core
import JSON
import Settings
import Synchronization
import TestSupport
import Values

// Plugins that do what a test tells them, behind the type-erased entries of a configuration.

/// A device with a driver that does what the test says, and notes what is done to it.
final class ScriptedDevice: Sendable {
    private struct Script {
        var startFaults: [DeviceError] = []
        var parkFault: DeviceError?
        var isSafe = true
        var isAtRest: Bool?
        var contexts: [DriverContext] = []
        var onStart: @Sendable (DriverContext) -> Void = { _ in }
        var onPark: @Sendable () -> Void = {}
        var onClose: @Sendable () -> Void = {}
        var onMakeSafe: @Sendable () -> Void = {}
        var onAsk: @Sendable () -> Void = {}
    }

    let name: String
    let eventLog: EventLog
    /// Whether it counts as one that is never given up.
    let isActuator: Bool
    private let script = Mutex(Script())

    init(_ name: String = "device", isActuator: Bool = false, eventLog: EventLog = EventLog()) {
        self.name = name
        self.isActuator = isActuator
        self.eventLog = eventLog
    }

    /// The next starts fail with these, one after the other.
    func failStarts(_ faults: DeviceError...) { script.withLock { $0.startFaults += faults } }
    /// How many of those have not happened yet.
    var unusedStartFaults: Int { script.withLock { $0.startFaults.count } }
    func failPark(_ fault: DeviceError) { script.withLock { $0.parkFault = fault } }
    /// Whether the driver says that its device is safe.
    func setSafe(_ isSafe: Bool) { script.withLock { $0.isSafe = isSafe } }
    /// Whether to make the device safe would change nothing, where that is not the same.
    func setAtRest(_ isAtRest: Bool) { script.withLock { $0.isAtRest = isAtRest } }
    /// What else happens while a driver starts, on the starting thread.
    func onStart(_ body: @escaping @Sendable (DriverContext) -> Void) {
        script.withLock { $0.onStart = body }
    }
    /// What else happens while the device is made safe without a driver.
    func onPark(_ body: @escaping @Sendable () -> Void) { script.withLock { $0.onPark = body } }
    /// What else happens while a driver closes.
    func onClose(_ body: @escaping @Sendable () -> Void) { script.withLock { $0.onClose = body } }

    /// What else happens while a driver makes its device safe.
    func onMakeSafe(_ body: @escaping @Sendable () -> Void) {
        script.withLock { $0.onMakeSafe = body }
    }
    /// What else happens while a driver is asked whether its device is safe.
    func onAsk(_ body: @escaping @Sendable () -> Void) { script.withLock { $0.onAsk = body } }

    /// The contexts of all instances so far.
    var contexts: [DriverContext] { script.withLock { $0.contexts } }
    /// Reports a failure as the instance that was started last.
    func fail(_ fault: DeviceError) { contexts.last?.fail(fault) }

    /// With `every` it is a sensor with that setting.
    func entry(
        after: [String] = [], claims: [Claim] = [], every: String? = nil
    ) -> DriverEntry {
        DriverEntry(
            name: name,
            kind: every == nil ? DriverKind(TestBolt.self) : DriverKind(TestSensor.self),
            after: after,
            settingsAsWritten: every.map { ["every": .string($0)] } ?? [:],
            configured: ConfiguredDriver(
                settings: SettingsReader.defaults(of: NoSettings.self),
                ports: every == nil ? TestBolt.ports : TestSensor.ports, claims: claims,
                commandLimits: [:], isActuator: isActuator,
                start: { context throws(DeviceError) in try self.start(context) },
                makeSafeWithoutInstance: { _, _ throws(DeviceError) in try self.park() },
                examine: { _, _ in nil }))
    }

    private func start(_ context: DriverContext) throws(DeviceError) -> any Driver {
        let (number, fault, onStart) = script.withLock { script in
            script.contexts.append(context)
            let fault = script.startFaults.isEmpty ? nil : script.startFaults.removeFirst()
            return (script.contexts.count, fault, script.onStart)
        }
        eventLog.note("start \(name)")
        onStart(context)
        if let fault { throw fault }
        return Instance(device: self, number: number)
    }

    private func park() throws(DeviceError) {
        eventLog.note("park \(name)")
        let (fault, onPark) = script.withLock { ($0.parkFault, $0.onPark) }
        onPark()
        if let fault { throw fault }
    }

    private struct Instance: Driver {
        let device: ScriptedDevice
        let number: Int

        func makeSafe() {
            device.eventLog.note("safe \(device.name)")
            device.script.withLock { $0.onMakeSafe }()
        }
        var isSafe: Bool {
            device.script.withLock { $0.onAsk }()
            return device.script.withLock { $0.isSafe }
        }
        var isAtRest: Bool { device.script.withLock { $0.isAtRest } ?? isSafe }
        func close() {
            device.eventLog.note("close \(device.name)")
            device.script.withLock { $0.onClose }()
        }
        func diagnostics(at now: Instant) -> [Diagnostic] {
            [Diagnostic("instance", .number(Double(number)))]
        }
    }
}

/// A policy whose steps do what the test says.
final class ScriptedPolicy: Sendable {
    typealias Step = @Sendable (PortConnections, Instant, Duration) -> String

    private struct Latest {
        var report: ReasonReport?
        var code = ""
    }

    private let step: Step
    private let latest = Mutex(Latest())

    /// - Parameter step: gets the wires, the time and the lease, and returns the reason; in further lines, notes.
    init(_ step: @escaping Step = { _, _, _ in "idle" }) {
        self.step = step
    }

    func entry(
        _ name: String = "policy", every period: Duration = .milliseconds(100),
        lease: Duration = .milliseconds(500), bindings: [String: PortAddress] = [:]
    ) -> PolicyEntry {
        PolicyEntry(
            name: name, kind: TestKeeper.self, period: period, lease: lease,
            bindings: bindings, settingsAsWritten: [:],
            configured: ConfiguredPolicy(
                settings: SettingsReader.defaults(of: TestKeeper.Settings.self),
                ports: TestKeeper.ports, commandRanges: [:], conflicts: { _ in [] },
                makeRequestQueue: { EventQueue<TestKeeper.Request>() },
                makeInstance: { _ in
                    { _, connections, _, _ in Instance(policy: self, connections: connections) }
                },
                obstacleToBeginning: { _ in nil }, obstacleToLoosening: { _ in nil },
                makeShadow: { name, shadowed, memory, log in
                    let settings = SettingsReader.defaults(of: TestKeeper.Settings.self)
                    return ConnectedShadow<TestKeeper>(
                        name: name, of: shadowed, .make(settings, resuming: memory), settings,
                        log: log)
                }))
    }

    private struct Instance: PolicyInstance {
        let policy: ScriptedPolicy
        let connections: PortConnections

        func step(at now: Instant, lease: Duration) -> StepResult? {
            let lines = policy.step(connections, now, lease).split(separator: "\n").map(String.init)
            let code = lines.first ?? ""
            let isNew = policy.latest.withLock { latest in
                defer {
                    let report = ReasonReport(
                        code: code, text: code, isFailsafe: code == "faulty",
                        isFault: code == "faulty" ? true : nil)
                    latest = Latest(report: report, code: code)
                }
                return latest.code != code
            }
            return StepResult(reasonChanged: isNew, notes: Array(lines.dropFirst()))
        }

        func abandon() {}
        func observe(_ observer: (any StepObserver)?) {}
        func show(to shadows: [any ShadowPolicy]) {}
        func checks(at now: Instant) -> [Check] { [] }
        func details(at now: Instant) -> JSONValue? { nil }
        var memory: PolicyMemory? { nil }
        func obstacle(
            to settings: any PluginSettings, at connections: PortConnections
        ) -> ChangeObstacle? { nil }
        func retreat() {}
        var obstacleToLoosening: String? { nil }
        func change(
            to entry: PolicyEntry, at connections: PortConnections,
            after others: () throws(PlainError) -> Void
        ) throws(PlainError) { try others() }
        func hold(_ body: () throws(PlainError) -> Void) throws(PlainError) { try body() }

        var latest: ReasonReport? { policy.latest.withLock { $0.report } }
    }
}

/// A configuration made of entries, without a file.
func configuration(
    drivers: [DriverEntry] = [], policies: [PolicyEntry] = [], shadows: [PolicyEntry] = [],
    general: JSONValue = [:]
) throws -> Configuration {
    guard case .object(let generalAsWritten) = general else { throw PlainError("no settings") }
    return Configuration(
        general: try SettingsReader.read(from: general, at: SettingPath("")),
        generalAsWritten: generalAsWritten, drivers: drivers, policies: policies, shadows: shadows)
}
