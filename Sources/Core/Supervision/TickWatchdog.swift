import Synchronization
import Values

/// Feeds systemd's watchdog from control ticks: only while every policy steps that is not given up.
///
/// A timer of its own would go on feeding while the policies hang, which is the very thing that
/// the watchdog is there to notice.
final class TickWatchdog: Sendable {
    private struct State {
        /// Those that are waited for unless they are given up.
        var quick: Set<String> = []
        var members: Set<String> = []
        var pending: Set<String> = []
        var lastFed: Instant
        var givenUp: Set<String> = []

        init(lastFed: Instant) {
            self.lastFed = lastFed
        }

        mutating func watch(_ policies: [PolicyEntry], within interval: Duration) {
            let before = members
            quick = Set(policies.filter { $0.period <= interval }.map(\.name))
            givenUp.formIntersection(quick)
            members = quick.subtracting(givenUp)
            // Where none works any more, the last is waited for all the same.
            if members.isEmpty { members = quick.isEmpty ? [TickWatchdog.supervisorName] : quick }
            // Those that are new have yet to step.
            pending = pending.intersection(members).union(members.subtracting(before))
        }
    }

    /// Who ticks when no policy is quick enough to be waited for.
    static let supervisorName = ""

    private let interval: Duration
    private let feed: @Sendable () -> Void
    private let state: Mutex<State>

    /// Watches the policies that step at least three times within `limit`; `nil` where there is none.
    init?(
        of policies: [PolicyEntry], limit: Duration?, now: Instant,
        feed: @escaping @Sendable () -> Void
    ) {
        guard let limit else { return nil }
        interval = limit / 3
        self.feed = feed
        var state = State(lastFed: now)
        state.watch(policies, within: interval)
        self.state = Mutex(state)
    }

    /// Watches these from now on.
    func change(to policies: [PolicyEntry]) {
        state.withLock { [interval] in $0.watch(policies, within: interval) }
    }

    /// Whether the supervisor itself has to tick, for want of a quick policy.
    var needsSupervisor: Bool { state.withLock { $0.members == [Self.supervisorName] } }

    /// Waits no longer for a policy that is given up, but for the last one: where none works any more, systemd
    /// is to start the service again.
    ///
    /// - Returns: whether it is the last.
    func giveUp(_ member: String) -> Bool {
        state.withLock { state in
            state.givenUp.insert(member)
            guard state.members != [member] else { return true }
            state.members.remove(member)
            state.pending.remove(member)
            return false
        }
    }

    /// Waits for a policy again that was given up.
    func watch(_ member: String) {
        state.withLock { state in
            guard state.quick.contains(member) else { return }
            state.givenUp.remove(member)
            // The last one was waited for all the same.
            state.members = state.quick.subtracting(state.givenUp)
            state.pending = state.pending.intersection(state.members).union([member])
        }
    }

    /// Takes note that `member` has made a tick.
    func ticked(_ member: String, at now: Instant) {
        let isComplete = state.withLock { state in
            state.pending.remove(member)
            guard state.pending.isEmpty, now - state.lastFed >= interval else { return false }
            state.pending = state.members
            state.lastFed = now
            return true
        }
        if isComplete { feed() }
    }
}
