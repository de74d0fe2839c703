import Core
import Synchronization
import Threads
import Values

/// Real time and real threads, only quicker: a second here takes a fifth of one. It knows which timers
/// run, so that a check sees one that nobody cancels.
final class FastScheduler: Scheduler {
    static let factor = 5

    private let real = DispatchScheduler()
    private let timers = LiveTimers()

    var now: Instant { Self.quick(real.now) }

    /// The names of the timers that are to fire again, or for the first time.
    var liveTimers: [String] { timers.names }

    func every(
        _ period: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable {
        let number = timers.add(name)
        let timer = real.every(period / Self.factor, name: name) { work(Self.quick($0)) }
        return CountedTimer(timer: timer, number: number, timers: timers)
    }

    func timer(
        name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any OneShotTimer {
        let armed = Locked<Int?>(nil)
        let timer = real.timer(name: name) { [timers] tick in
            armed.withLock { timers.remove($0.take()) }
            work(Self.quick(tick))
        }
        return CountedOneShot(timer: timer, name: name, armed: armed, timers: timers)
    }

    func after(
        _ delay: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable {
        let number = timers.add(name)
        let timer = real.after(delay / Self.factor, name: name) { [timers] tick in
            timers.remove(number)
            work(Self.quick(tick))
        }
        return CountedTimer(timer: timer, number: number, timers: timers)
    }

    func sleep(for delay: Duration) { real.sleep(for: delay / Self.factor) }

    private static func quick(_ time: Instant) -> Instant {
        Instant(nanoseconds: time.nanoseconds * Int64(factor))
    }

    private static func quick(_ tick: Tick) -> Tick {
        Tick(due: quick(tick.due), now: quick(tick.now), skipped: tick.skipped)
    }
}

private final class LiveTimers: Sendable {
    private struct State {
        var names: [Int: String] = [:]
        var latest = 0
    }

    private let state = Mutex(State())

    var names: [String] { state.withLock { $0.names.values.sorted() } }

    func add(_ name: String) -> Int {
        state.withLock { state in
            state.latest += 1
            state.names[state.latest] = name
            return state.latest
        }
    }

    func remove(_ number: Int?) {
        guard let number else { return }
        state.withLock { $0.names[number] = nil }
    }
}

private struct CountedTimer: Cancellable {
    let timer: any Cancellable
    let number: Int
    let timers: LiveTimers

    func cancel() {
        timers.remove(number)
        timer.cancel()
    }
}

private struct CountedOneShot: OneShotTimer {
    let timer: any OneShotTimer
    let name: String
    /// Its number while it is to fire.
    let armed: Locked<Int?>
    let timers: LiveTimers

    func set(after delay: Duration) {
        armed.withLock { if $0 == nil { $0 = timers.add(name) } }
        timer.set(after: delay / FastScheduler.factor)
    }

    func clear() {
        timer.clear()
        armed.withLock { timers.remove($0.take()) }
    }

    func cancel() {
        timer.cancel()
        armed.withLock { timers.remove($0.take()) }
    }
}
