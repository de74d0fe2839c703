import JSON
import Synchronization
import Values

/// The steps of one policy on their way to whoever writes them down.
package protocol StepTape: StepObserver {
    /// Takes over the steps since the last time, to be handed over one by one.
    ///
    /// - Returns: how many more there were for which there was no room.
    func takeOver() -> Int

    /// When the next of them was taken; `nil` after the last.
    var nextStepAt: Instant? { get }

    /// Hands over the next of them, which becomes JSON only now: those of a second would be a megabyte.
    func next() -> RecordedStep?
}

/// One step in JSON.
package struct RecordedStep: Sendable {
    package let at: Instant
    /// `nil` where JSON cannot hold them.
    package let inputs: JSONValue?
    package let outputs: JSONValue?
    /// Whether they are those of the step before; 0 and -0 are the same.
    package let hasSameInputs: Bool
    package let hasSameOutputs: Bool
    /// What it restarted with right before; mostly `nil`.
    package let beginning: Beginning?
    /// The settings that it took over right before, one after the other, after it began; mostly none.
    package let settings: [JSONValue]
    /// The reason, where it is another case than that of the step before.
    package let decision: ReasonReport?

    /// A policy that began: again, because a step of the one before hung, or by another configuration.
    package struct Beginning: Sendable {
        /// Its kind, as a configuration names it.
        package let policy: String
        package let settings: JSONValue
        package let memory: PolicyMemory?
    }
}

extension Policy {
    /// A tape with room for so many steps between two times that it is drained.
    package static func makeTape(capacity: Int) -> any StepTape {
        TypedTape<Inputs, Outputs>(of: name, capacity: capacity)
    }
}

/// Keeps the values themselves: a step costs a copy of them, and no allocation. They become JSON where
/// they are drained.
private final class TypedTape<
    Inputs: Codable & Equatable & Sendable, Outputs: PolicyOutputs
>: StepTape {
    private struct Step: Sendable {
        let inputs: Inputs
        let outputs: Outputs
        let now: Instant
        let beginning: RecordedStep.Beginning?
        let settings: [JSONValue]
    }

    /// In JSON, too: many steps differ from the one before in nothing, and making JSON of them costs more than the step.
    private struct Latest {
        let inputs: Inputs
        let outputs: Outputs
        let inputsJSON: JSONValue?
        let outputsJSON: JSONValue?
    }

    /// A class, because Swift 6.0 cannot compile a mutex that is given a value of generic layout
    /// (swiftlang/swift issue 78048). Only the mutex has it, so the compiler's proof stands.
    private final class Buffer {
        var steps: [Step] = []
        /// How many of them were handed over; only where it is drained.
        var position = 0
        var lost = 0
        /// Whether it restarted since the last step.
        var beginning: RecordedStep.Beginning?
        /// Other settings since the last step.
        var settings: [JSONValue] = []
        /// The step before; only where it is drained.
        var latest: Latest?

        init(capacity: Int) {
            steps.reserveCapacity(capacity)
        }

        func clear() {
            steps.removeAll(keepingCapacity: true)
            position = 0
        }
    }

    private let kind: String
    private let capacity: Int
    private let filling: Mutex<Buffer>
    /// The policy never waits for this one: the two change places in no time.
    private let draining: Mutex<Buffer>

    init(of kind: String, capacity: Int) {
        self.kind = kind
        self.capacity = capacity
        filling = Mutex(Buffer(capacity: capacity))
        draining = Mutex(Buffer(capacity: capacity))
    }

    func observed<SomeInputs: Codable & Equatable & Sendable, SomeOutputs: PolicyOutputs>(
        inputs: SomeInputs, outputs: SomeOutputs, at now: Instant
    ) {
        // A tape is made for the plugin whose steps it sees, so they are of the same types.
        let tape: AnyObject = self
        (tape as? TypedTape<SomeInputs, SomeOutputs>)?.add(inputs, outputs, now)
    }

    private func add(_ inputs: Inputs, _ outputs: Outputs, _ now: Instant) {
        filling.withLock { buffer in
            guard buffer.steps.count < capacity else { return buffer.lost += 1 }
            buffer.steps.append(
                Step(
                    inputs: inputs, outputs: outputs, now: now, beginning: buffer.beginning,
                    settings: buffer.settings))
            if buffer.beginning != nil { buffer.beginning = nil }
            if !buffer.settings.isEmpty { buffer.settings = [] }
        }
    }

    func goesOn(with settings: JSONValue) {
        filling.withLock { $0.settings.append(settings) }
    }

    func restarted(with settings: JSONValue, resuming memory: PolicyMemory?) {
        filling.withLock { buffer in
            buffer.beginning = RecordedStep.Beginning(
                policy: kind, settings: settings, memory: memory)
            buffer.settings = []
        }
    }

    func takeOver() -> Int {
        draining.withLock { drained in
            drained.clear()
            return filling.withLock { filled in
                swap(&filled.steps, &drained.steps)
                defer { filled.lost = 0 }
                return filled.lost
            }
        }
    }

    var nextStepAt: Instant? {
        draining.withLock { $0.position < $0.steps.count ? $0.steps[$0.position].now : nil }
    }

    func next() -> RecordedStep? {
        draining.withLock { drained in
            guard drained.position < drained.steps.count else { return nil }
            let step = Self.recorded(drained.steps[drained.position], after: &drained.latest)
            drained.position += 1
            if drained.position == drained.steps.count { drained.clear() }
            return step
        }
    }

    private static func recorded(_ step: Step, after latest: inout Latest?) -> RecordedStep {
        let before = latest
        let hasSameInputs = before?.inputs == step.inputs
        let hasSameOutputs = before?.outputs == step.outputs
        let new = Latest(
            inputs: step.inputs, outputs: step.outputs,
            inputsJSON: hasSameInputs ? before?.inputsJSON : JSONValue(encoding: step.inputs),
            outputsJSON: hasSameOutputs ? before?.outputsJSON : JSONValue(encoding: step.outputs))
        latest = new
        let reason = step.outputs.reason
        let isSame = before?.outputs.reason.isSameCase(as: reason) ?? false
        return RecordedStep(
            at: step.now, inputs: new.inputsJSON, outputs: new.outputsJSON,
            hasSameInputs: hasSameInputs, hasSameOutputs: hasSameOutputs,
            beginning: step.beginning, settings: step.settings,
            decision: isSame ? nil : ReasonReport(reason))
    }
}

extension ReasonReport {
    init(_ reason: some Reason) {
        self.init(
            code: reason.code, text: reason.description, isFailsafe: reason.isFailsafe,
            isFault: reason.isFault ? true : nil)
    }
}
