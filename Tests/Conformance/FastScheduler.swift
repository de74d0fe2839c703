import Core
import Devices

/// Real time and real threads, only quicker: a second here takes a fifth of one.
struct FastScheduler: Scheduler {
    private static let factor = 5

    private let real = DispatchScheduler()

    var now: Instant { Self.quick(real.now) }

    func every(
        _ period: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable {
        real.every(period / Self.factor, name: name) { work(Self.quick($0)) }
    }

    func after(
        _ delay: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable {
        real.after(delay / Self.factor, name: name) { work(Self.quick($0)) }
    }

    func pause(for delay: Duration) { real.pause(for: delay / Self.factor) }

    private static func quick(_ time: Instant) -> Instant {
        Instant(nanoseconds: time.nanoseconds * Int64(factor))
    }

    private static func quick(_ tick: Tick) -> Tick {
        Tick(due: quick(tick.due), now: quick(tick.now), skipped: tick.skipped)
    }
}
