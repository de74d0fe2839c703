import Synchronization
import Values

/// Where a driver tells what happened: every policy that is connected gets each event, in a queue
/// of its own, so that none takes another's.
package final class EventSource<Value: DeviceValue>: Sendable {
    private final class State {
        var queues: [(policy: String, queue: EventQueue<Value>)] = []
        var published: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Tells what happened at `now`; `origin` is the driver. Whoever has not drained it by `deadline`
    /// does not get it any more; `nil` is for never too late.
    ///
    /// - Returns: whether everybody who is connected has room for it. What has not is counted by
    ///   the queue of whoever does not drain it.
    @discardableResult
    package func publish(
        _ value: Value, from origin: EventOrigin, at now: Instant, deadline: Instant? = nil
    ) -> Bool {
        let queues = state.withLock {
            $0.published &+= 1
            return $0.queues.map(\.queue)
        }
        let refusals = queues.count { queue in
            (try? queue.post(value, from: origin, at: now, deadline: deadline)) == nil
        }
        return refusals == 0
    }

    /// A queue of one's own, with every event from now on. `policy` is who drains it.
    package func connect(for policy: String = "") -> EventQueue<Value> {
        let queue = EventQueue<Value>()
        state.withLock { $0.queues.append((policy, queue)) }
        return queue
    }

    /// Forgets the queues of a policy, which nobody drains any more.
    package func disconnect(policy: String) {
        state.withLock { state in state.queues.removeAll { $0.policy == policy } }
    }

    /// Forgets one queue, which nobody drains any more.
    func disconnect(_ queue: EventQueue<Value>) {
        state.withLock { state in state.queues.removeAll { $0.queue === queue } }
    }

    /// How many events were told so far.
    package var count: UInt64 {
        state.withLock { $0.published }
    }
}
