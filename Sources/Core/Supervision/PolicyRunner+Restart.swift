import Synchronization
import Values

/// A policy that restarts because somebody asks for it.
extension PolicyRunner {
    /// Has it restart with what it remembers, between two steps; its budget of hangs is as new, also where it
    /// was given up. Returns when that has begun.
    ///
    /// What it commanded holds until its next step or the end of its lease. Requests that it had taken are refused.
    ///
    /// - Throws: that it does not step, or that its step has not returned. Then nothing has changed.
    func restart(because why: String) throws(PlainError) {
        let (before, isGivenUp) = state.withLock { ($0.generation, $0.isGivenUp) }
        if !isGivenUp { try retire(before) }
        guard let next = beginNext(after: before) else { throw PlainError("it does not step") }
        revokeEffects()
        requests.refuseTaken(because: "\(name) restarts")
        requests.open()
        log.notice("restarts: \(why)")
        startTimer(of: next)
    }

    private func retire(_ generation: PolicyGeneration) throws(PlainError) {
        let isOver = scheduler.retry { generation.retire() ? true : nil }
        if isOver == nil { throw PlainError("its step has not returned; try again") }
    }

    /// The generation in the place of one that is over; `nil` of a policy that is not to step.
    private func beginNext(after before: PolicyGeneration) -> PolicyGeneration? {
        state.withLock { state -> PolicyGeneration? in
            switch state.phase {
            case .notYet, .stopped: return nil
            case .running, .givenUp: break
            }
            state.timer?.cancel()
            state.timer = nil
            state.hangs.renew()
            state.phase = .running
            state.generation = PolicyGeneration(before.number + 1)
            return state.generation
        }
    }
}
