import Devices
import Synchronization

/// One connected policy without its type.
package protocol Stepper: Sendable {
    /// Gathers, steps and delivers once; the commands hold until `now + lease`.
    func step(at now: Instant, lease: Duration) -> StepSummary

    /// The latest reason in words, and the latest answer.
    var latest: StepReport? { get }
}

/// What a step was about, cheap enough for every tick.
package struct StepSummary: Equatable, Sendable {
    package let reasonCode: String
    package let reasonChanged: Bool
}

/// What the latest step decided, for people.
package struct StepReport: Sendable {
    package let reason: String
    package let answer: Answer?
}

/// Steps a policy held in a mutex. Dispatch gives the turns, the mutex the proof.
final class PolicyStepper<Plugin: PolicyPlugin>: Stepper {
    private let logic: Mutex<Plugin.Logic>
    /// Apart from the policy, so that a reader of the status never waits for a slow step.
    private let outputs = Mutex<Plugin.Logic.Outputs?>(nil)
    private let wires: Wires

    init(logic: Plugin.Logic, wires: Wires) {
        self.logic = Mutex(logic)
        self.wires = wires
    }

    func step(at now: Instant, lease: Duration) -> StepSummary {
        let inputs = Plugin.gather(from: wires, at: now)
        let decided = logic.withLock { $0.step(inputs, at: now) }
        Plugin.deliver(decided, through: wires, until: now + lease)
        let before = outputs.withLock { outputs in
            defer { outputs = decided }
            return outputs?.reason.code
        }
        let code = decided.reason.code
        return StepSummary(reasonCode: code, reasonChanged: code != before)
    }

    var latest: StepReport? {
        outputs.withLock { $0 }.map {
            StepReport(reason: $0.reason.description, answer: $0.answer)
        }
    }
}
