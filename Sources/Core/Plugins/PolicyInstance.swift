import Devices
import Synchronization

/// One connected policy without its type.
package protocol PolicyInstance: Sendable {
    /// Gathers, steps and delivers once; the commands hold until `now + lease`.
    func step(at now: Instant, lease: Duration) -> StepResult

    /// The latest reason; `nil` before the first step.
    var latest: ReasonReport? { get }

    /// What it looks at before it begins what cannot be taken back; empty before the first step, and of
    /// a policy that begins nothing of the kind.
    func checks(at now: Instant) -> [Check]

    /// What a page shows of it beyond its reason; `nil` for nothing.
    func details(at now: Instant) -> JSONValue?

    /// Shows each step from now on to `observer`; `nil` for nobody any more.
    func observe(_ observer: (any StepObserver)?)

    /// Why it cannot go on with other settings now; `nil` when it can.
    func obstacle(to settings: any PluginSettings) -> String?

    /// Goes on with the settings of `entry` from its next step on, with the same ends and the same queues.
    /// First `others` does what belongs to the same change; no step happens meanwhile.
    ///
    /// - Throws: that one of them cannot now, and why. Then none has changed.
    func change(
        to entry: PolicyEntry, after others: () throws(PlainError) -> Void
    ) throws(PlainError)

    /// What a successor needs to go on; `nil` for a policy that hands nothing over.
    var memory: PolicyMemory? { get }
}

/// What a step was about, cheap enough for every tick.
package struct StepResult: Equatable, Sendable {
    package let reasonChanged: Bool
}

/// Looks at every step of a policy: a recorder, a replay, a policy that runs beside it.
package protocol StepObserver: Sendable {
    /// Called after each step, on the policy's thread, so it must not wait. Generic, because a box
    /// around the values would be two allocations in each step.
    func observed<Inputs: Codable & Sendable, Outputs: PolicyOutputs>(
        inputs: Inputs, outputs: Outputs, at now: Instant)

    /// From the next step on it decides by these settings, as they are written. Called between two steps.
    func goesOn(with settings: JSONValue)
}

/// The memory of a policy, as it is handed over.
package struct PolicyMemory: Codable, Equatable, Sendable {
    package let version: Int
    package let content: JSONValue

    package init(version: Int, content: JSONValue) {
        self.version = version
        self.content = content
    }
}

/// Steps a policy held in a mutex. Dispatch gives the turns, the mutex the proof.
final class ConnectedPolicy<Plugin: PolicyPlugin>: PolicyInstance {
    /// A class, because Swift 6.0 cannot compile a mutex that is given a value of generic layout
    /// (swiftlang/swift issue 78048). Only the mutex has it, so the compiler's proof stands.
    private final class State {
        var logic: Plugin.Logic

        init(logic: Plugin.Logic) {
            self.logic = logic
        }
    }

    private final class Latest {
        var reason: Plugin.Logic.Outputs.Why?
        var observer: (any StepObserver)?
    }

    private let state: Mutex<State>
    /// Apart from the policy, so that a reader of the status never waits for a slow step.
    private let latestStep = Mutex(Latest())
    private let ports: Plugin.Ports
    private let requests: EventQueue<Plugin.Logic.Request>
    private let writer: PolicyMemoryWriter?

    /// `writer` has the memory saved whenever it changes; `nil` for nobody.
    init(
        logic: Plugin.Logic, ports: Plugin.Ports, requests: EventQueue<Plugin.Logic.Request>,
        writer: PolicyMemoryWriter?
    ) {
        state = Mutex(State(logic: logic))
        self.ports = ports
        self.requests = requests
        self.writer = writer
    }

    func step(at now: Instant, lease: Duration) -> StepResult {
        let inputs = Plugin.gather(ports, requests.drain(at: now), at: now)
        let observer = latestStep.withLock { $0.observer }
        var isSaved = true
        let decided = state.withLock { state in
            let decided = state.logic.step(inputs, at: now)
            if let writer { isSaved = state.logic.showMemory(to: writer, at: now) }
            // Before other settings can come: it sees steps and changes in the order in which they were.
            observer?.observed(inputs: inputs, outputs: decided, at: now)
            return decided
        }
        if isSaved || !decided.waitsForMemory {
            Plugin.deliver(decided, to: ports, at: now, until: now + lease)
        }
        for response in decided.responses { requests.respond(response) }
        let reason = decided.reason
        let isSame = latestStep.withLock { latest in
            defer { latest.reason = reason }
            return latest.reason?.isSameCase(as: reason) ?? false
        }
        return StepResult(reasonChanged: !isSame)
    }

    var latest: ReasonReport? {
        latestStep.withLock { $0.reason }.map { ReasonReport($0) }
    }

    func checks(at now: Instant) -> [Check] {
        // Outside the mutex: the next step is not to wait for the words.
        let logic = state.withLock { $0.logic }
        return logic.checks(at: now)
    }

    func details(at now: Instant) -> JSONValue? {
        let logic = state.withLock { $0.logic }
        return logic.details(at: now)
    }

    func observe(_ observer: (any StepObserver)?) {
        latestStep.withLock { $0.observer = observer }
    }

    func obstacle(to settings: any PluginSettings) -> String? {
        let logic = state.withLock { $0.logic }
        do throws(PlainError) {
            _ = try Self.successor(of: logic, settings)
            return nil
        } catch {
            return error.description
        }
    }

    func change(
        to entry: PolicyEntry, after others: () throws(PlainError) -> Void
    ) throws(PlainError) {
        let refusal = state.withLock { state -> PlainError? in
            do throws(PlainError) {
                let next = try Self.successor(of: state.logic, entry.configured.settings)
                try others()
                state.logic = next
                latestStep.withLock { $0.observer }?
                    .goesOn(with: .object(entry.settingsAsWritten))
                return nil
            } catch {
                return error
            }
        }
        if let refusal { throw refusal }
    }

    private static func successor(
        of logic: Plugin.Logic, _ settings: any PluginSettings
    ) throws(PlainError) -> Plugin.Logic {
        guard let settings = settings as? Plugin.Logic.Settings else {
            throw PlainError("these are the settings of another kind of policy")
        }
        return try logic.successor(settings)
    }

    var memory: PolicyMemory? {
        guard let logic = state.withLock({ $0.logic }) as? any ResumablePolicy else { return nil }
        return PolicyMemory(of: logic)
    }
}

extension PolicyMemory {
    /// `nil` when it holds what JSON cannot.
    init?<Logic: ResumablePolicy>(of logic: Logic) {
        guard let content = JSONValue(encoding: logic.memory) else { return nil }
        self.init(version: Logic.memoryVersion, content: content)
    }
}

extension ResumablePolicy {
    package func showMemory(to writer: PolicyMemoryWriter, at now: Instant) -> Bool {
        writer.update(self, at: now)
    }
}

extension Policy {
    /// A policy that goes on where another was, where it can; else one that begins.
    static func make(_ settings: Settings, resuming memory: PolicyMemory?) -> Self {
        guard let memory, let resumable = Self.self as? any ResumablePolicy.Type,
            let logic = resumable.resume(settings, memory) as? Self
        else { return Self(settings: settings) }
        return logic
    }
}

extension ResumablePolicy {
    /// `nil` when the settings are of another policy, or the memory of another version or damaged.
    fileprivate static func resume(_ settings: any PluginSettings, _ memory: PolicyMemory) -> Self?
    {
        guard let settings = settings as? Settings, memory.version == memoryVersion,
            let content = try? memory.content.decode(as: Memory.self)
        else { return nil }
        return Self(settings: settings, resuming: content)
    }
}
