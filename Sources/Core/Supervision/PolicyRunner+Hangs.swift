import JSON
import Synchronization
import Values

/// A step that hangs: it is found, abandoned, and the policy restarts.
extension PolicyRunner {
    /// What a look has found.
    enum HangCheck: Equatable, Sendable {
        case well
        /// A step hung; the policy restarts.
        case restarts
        /// A step hung, and the policy does not restart by itself any more.
        case givenUp
    }

    /// Looks whether a step of it hangs, that is, has not returned after `limit` or its lease, whichever is
    /// shorter: when the lease is over, each device that it commands has gone to its safe state by itself.
    ///
    /// A look has to find the same step twice. A process that was stopped, or had no processor for long, so gets
    /// the time between two looks to go on.
    func look(at now: Instant, limit: Duration? = nil) -> HangCheck {
        let lease = entry.lease
        let limit = min(limit ?? lease, lease)
        let overdue = state.withLock { state -> (PolicyGeneration, Instant)? in
            guard case .running = state.phase else { return nil }
            let began = state.generation.stepBegan
            defer { state.seenStep = began }
            guard let began, began == state.seenStep, now - began >= limit else { return nil }
            return (state.generation, began)
        }
        guard let (generation, began) = overdue, generation.abandon(inStepOf: began) else {
            return .well
        }
        return replace(generation, began, at: now)
    }

    /// Puts the next generation in the place of one that is abandoned.
    private func replace(
        _ generation: PolicyGeneration, _ began: Instant, at now: Instant
    ) -> HangCheck {
        revokeEffects()
        let outcome = state.withLock { state -> (next: PolicyGeneration?, number: Int?)? in
            // Where it is stopping, that goes on as if it had returned.
            guard case .running = state.phase else { return nil }
            state.timer?.cancel()
            state.timer = nil
            guard let number = state.hangs.hung(generation.number, at: now) else {
                state.phase = .givenUp(since: began)
                return (nil, nil)
            }
            state.generation = PolicyGeneration(generation.number + 1)
            return (state.generation, number)
        }
        guard let outcome else { return .well }
        requests.refuseTaken(because: "\(name) has hung in a step and restarts")
        let words = "its step has not returned for \(text(of: now - began))"
        guard let next = outcome.next, let number = outcome.number else {
            giveUp(words)
            return .givenUp
        }
        let most = state.withLock { $0.hangs.settings.atMost }
        log.error("\(words): abandoned, restarts (\(number) of \(most))")
        startTimer(of: next)
        return .restarts
    }

    /// What the instance of a generation that is over does has no effect any more.
    func revokeEffects() {
        saver?.revoke()
        connections.disconnect(policy: name)
        forgetShadows()
    }

    private func giveUp(_ words: String) {
        log.error(
            "\(words): abandoned, and given up after too many of these. What it commanded is in its safe "
                + "state. roost restart \(name) restarts it")
        requests.close(because: "\(name) \(Self.givenUpWords(name))")
    }

    /// Makes the instance of a generation, in its first step: what hangs in here is a step that hangs.
    func make(_ generation: PolicyGeneration) -> (any PolicyInstance)? {
        let entry = entry
        let memory = saver?.latest
        let connect = entry.configured.makeInstance(memory)
        let made = state.withLock { state -> Result<any PolicyInstance, PlainError>? in
            // It has hung up to here: the ports are those of its successor.
            guard state.generation === generation, case .running = state.phase else { return nil }
            do throws(PlainError) {
                let instance = try connect(context, connections, requests, saver?.makeWriter())
                recorder?.restarted(
                    with: .object(entry.settingsAsWritten), resuming: memory)
                instance.observe(recorder)
                generation.set(instance)
                return .success(instance)
            } catch {
                return .failure(error)
            }
        }
        switch made {
        case .success(let instance):
            restartShadows()
            return instance
        case .failure(let error): log.error("cannot restart: \(error)")
        case nil: break
        }
        return nil
    }

    /// A step that was abandoned has returned after all. Nothing of it counts.
    func recordReturn(of generation: PolicyGeneration, _ began: Instant) {
        state.withLock { $0.hangs.returned(generation.number) }
        let time = text(of: scheduler.now - began)
        log.notice("the step that was abandoned has returned after \(time); nothing of it counts")
    }

    /// How often steps hung, for how long one does that is overdue or the last of a policy that is given up,
    /// and whether it is.
    func hangs(at now: Instant) -> (count: UInt64, since: Duration?, isGivenUp: Bool) {
        let lease = entry.lease
        return state.withLock { state in
            if case .givenUp(let since) = state.phase {
                return (state.hangs.count, max(.zero, now - since), true)
            }
            let age = state.generation.stepBegan.map { now - $0 }
            return (state.hangs.count, age.flatMap { $0 >= lease ? $0 : nil }, false)
        }
    }
}
