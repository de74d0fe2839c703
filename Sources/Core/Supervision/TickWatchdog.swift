import Devices
import Synchronization

/// Feeds systemd's watchdog from control ticks: only while every policy steps that is not given up.
///
/// A timer of its own would go on feeding while the policies hang, which is the very thing that
/// the watchdog is there to notice.
final class TickWatchdog: Sendable {
    private struct State {
        var members: Set<String>
        var pending: Set<String>
        var lastFed: Instant
    }

    /// Who ticks when no policy is quick enough to be waited for.
    static let supervisorName = ""

    private let interval: Duration
    private let feed: @Sendable () -> Void
    private let state: Mutex<State>

    /// Watches the policies that step at least three times within `limit`.
    init(
        policies: [PolicyEntry], limit: Duration, now: Instant,
        feed: @escaping @Sendable () -> Void
    ) {
        interval = limit / 3
        let quick = policies.filter { $0.period <= limit / 3 }.map(\.name)
        let members = quick.isEmpty ? [Self.supervisorName] : Set(quick)
        self.feed = feed
        state = Mutex(State(members: members, pending: members, lastFed: now))
    }

    /// Whether the supervisor itself has to tick, for want of a quick policy.
    var needsSupervisor: Bool { state.withLock { $0.members == [Self.supervisorName] } }

    /// Waits no longer for a policy that is given up, but for the last one: where none works any more, systemd
    /// is to start the service again.
    ///
    /// - Returns: whether it is the last.
    func giveUp(_ member: String) -> Bool {
        state.withLock { state in
            guard state.members != [member] else { return true }
            state.members.remove(member)
            state.pending.remove(member)
            return false
        }
    }

    /// Takes note that `member` has made a tick.
    func ticked(_ member: String, at now: Instant) {
        let isComplete = state.withLock { state in
            state.pending.remove(member)
            guard state.pending.isEmpty, now - state.lastFed >= interval else { return false }
            state = State(members: state.members, pending: state.members, lastFed: now)
            return true
        }
        if isComplete { feed() }
    }
}
