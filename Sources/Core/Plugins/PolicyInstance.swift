import Devices
import Synchronization

/// One connected policy without its type.
package protocol PolicyInstance: Sendable {
    /// Gathers, steps and delivers once; the commands hold until `now + lease`.
    func step(at now: Instant, lease: Duration) -> StepResult

    /// The latest reason in words, and the latest answer.
    var latest: StepReport? { get }
}

/// What a step was about, cheap enough for every tick.
package struct StepResult: Equatable, Sendable {
    package let reasonCode: String
    package let reasonChanged: Bool
}

/// What the latest step decided, for people.
package struct StepReport: Sendable {
    package let reason: String
    package let reasonCode: String
    package let isFailsafe: Bool
    package let answer: Answer?
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

    private let state: Mutex<State>
    /// Apart from the policy, so that a reader of the status never waits for a slow step.
    private let outputs = Mutex<Plugin.Logic.Outputs?>(nil)
    private let connections: PortConnections

    init(logic: Plugin.Logic, connections: PortConnections) {
        state = Mutex(State(logic: logic))
        self.connections = connections
    }

    func step(at now: Instant, lease: Duration) -> StepResult {
        let inputs = Plugin.gather(from: connections, at: now)
        let decided = state.withLock { $0.logic.step(inputs, at: now) }
        Plugin.deliver(decided, through: connections, until: now + lease)
        let before = outputs.withLock { outputs in
            defer { outputs = decided }
            return outputs?.reason.code
        }
        let code = decided.reason.code
        return StepResult(reasonCode: code, reasonChanged: code != before)
    }

    var latest: StepReport? {
        outputs.withLock { $0 }.map {
            StepReport(
                reason: $0.reason.description, reasonCode: $0.reason.code,
                isFailsafe: $0.reason.isFailsafe, answer: $0.answer)
        }
    }
}
