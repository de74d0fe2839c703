import Core
import DriverKit
import Synchronization
import TestSupport
import Testing
import Values

struct WakeTimerTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000))
    private let calls = Calls()

    /// When the timer called.
    private final class Calls: Sendable {
        private let times = Mutex<[Instant]>([])
        var all: [Instant] { times.withLock { $0 } }
        func add(_ time: Instant) { times.withLock { $0.append(time) } }
        func clear() { times.withLock { $0 = [] } }
    }

    private func timer() -> WakeTimer {
        WakeTimer(clock, name: "test") { [calls] now in calls.add(now) }
    }

    @Test("it calls once at its moment, and leaves nothing behind")
    func once() {
        let timer = timer()
        let due = clock.now + .seconds(2)
        timer.set(.at(due))
        clock.advance(by: .milliseconds(1999))
        #expect(calls.all.isEmpty)
        clock.advance(by: .seconds(5))
        #expect(calls.all == [due])
        #expect(clock.pendingCount == 0)
    }

    @Test("a moment that has passed is now")
    func past() {
        let timer = timer()
        timer.set(.at(.zero))
        clock.advance(by: .zero)
        #expect(calls.all == [clock.now])
    }

    @Test("a moment that is put off does not call early, and costs no second timer")
    func putOff() {
        let timer = timer()
        let start = clock.now
        timer.set(.at(start + .seconds(1)))
        timer.set(.at(start + .seconds(3)))
        #expect(clock.pendingCount == 1)
        clock.advance(by: .seconds(2))
        #expect(calls.all.isEmpty)
        clock.advance(by: .seconds(2))
        #expect(calls.all == [start + .seconds(3)])
    }

    @Test("an earlier moment counts at once")
    func broughtForward() {
        let timer = timer()
        let start = clock.now
        timer.set(.at(start + .seconds(3)))
        timer.set(.at(start + .seconds(1)))
        clock.advance(by: .seconds(5))
        #expect(calls.all == [start + .seconds(1)])
    }

    @Test("regular calls come by the grid until it is set otherwise")
    func regular() {
        let timer = timer()
        let start = clock.now
        timer.set(.every(.seconds(1)))
        timer.set(.every(.seconds(1)))
        clock.advance(by: .seconds(2))
        #expect(calls.all == [start, start + .seconds(1), start + .seconds(2)])
        timer.set(.never)
        clock.advance(by: .seconds(5))
        #expect(calls.all.count == 3)
        #expect(clock.pendingCount == 0)
    }

    @Test("late calls do not put off those that follow")
    func noDrift() {
        let timer = WakeTimer(clock, name: "test") { [calls, clock] now in
            calls.add(now)
            clock.sleep(for: .milliseconds(300))
        }
        let start = clock.now
        timer.set(.every(.seconds(1)))
        clock.advance(by: .seconds(3))
        #expect(calls.all == (0...3).map { start + .seconds($0) })
    }

    @Test(
        "a call that is missed by less than a period comes late; by more, it is left out",
        arguments: [
            (1500, [0, 1500, 2000, 3000, 4000]), (2000, [0, 2000, 3000, 4000]),
            (2500, [0, 3000, 4000]),
        ])
    func missed(workMilliseconds: Int, expected: [Int]) {
        let timer = WakeTimer(clock, name: "test") { [calls, clock] now in
            if calls.all.isEmpty { clock.sleep(for: .milliseconds(workMilliseconds)) }
            calls.add(now)
        }
        let start = clock.now
        timer.set(.every(.seconds(1)))
        clock.advance(by: .seconds(4))
        #expect(calls.all == expected.map { start + .milliseconds($0) })
    }

    @Test("regular calls that are set again after a rest start over, at once")
    func startedOver() {
        let timer = timer()
        timer.set(.every(.seconds(1)))
        clock.advance(by: .zero)
        timer.set(.never)
        clock.advance(by: .milliseconds(400))
        calls.clear()
        let start = clock.now
        timer.set(.every(.seconds(1)))
        clock.advance(by: .seconds(1))
        #expect(calls.all == [start, start + .seconds(1)])
    }

    @Test("whatever it is set to, by itself or from outside, it is one timer")
    func oneTimer() {
        let hand = HandTimer()
        let timer = WakeTimer(hand, name: "test") { _ in }
        for _ in 0..<3 {
            timer.set(.every(.milliseconds(20)))
            hand.fire(Tick(due: .zero, now: .zero, skipped: 0))
            timer.set(.at(Instant(nanoseconds: 1_000_000_000)))
            timer.set(.never)
        }
        #expect(hand.madeCount == 1)
    }

    @Test("once cancelled it never calls, whatever is set")
    func cancelled() {
        let timer = timer()
        timer.set(.at(clock.now))
        timer.cancel()
        timer.set(.at(clock.now))
        timer.set(.every(.seconds(1)))
        clock.advance(by: .seconds(5))
        #expect(calls.all.isEmpty)
        #expect(clock.pendingCount == 0)
    }

    @Test("what nobody holds any more calls no more")
    func dropped() {
        timer().set(.every(.seconds(1)))
        clock.advance(by: .seconds(5))
        #expect(calls.all.isEmpty)
        #expect(clock.pendingCount == 0)
    }

    @Test("a firing that belongs to a moment that was taken back does not call before the new one")
    func staleFiring() {
        let hand = HandTimer()
        let timer = WakeTimer(hand, name: "test") { [calls] now in calls.add(now) }
        let due = Instant(nanoseconds: 3_000_000_000)
        timer.set(.at(due))
        hand.fire(Tick(due: due, now: Instant(nanoseconds: 1_000_000_000), skipped: 0))
        #expect(calls.all.isEmpty)
        #expect(hand.setCount == 2)
        hand.fire(Tick(due: due, now: due, skipped: 0))
        #expect(calls.all == [due])
    }

    @Test("a firing before the next of regular moments does not call before it")
    func earlyFiring() {
        let hand = HandTimer()
        let timer = WakeTimer(hand, name: "test") { [calls] now in calls.add(now) }
        timer.set(.every(.seconds(2)))
        for seconds: Int64 in [0, 1, 2, 3] {
            let now = Instant(nanoseconds: seconds * 1_000_000_000)
            hand.fire(Tick(due: now, now: now, skipped: 0))
        }
        #expect(calls.all == [.zero, Instant(nanoseconds: 2_000_000_000)])
    }

    @Test("while its work hangs, setting it starts no second one; it counts afterwards")
    func hangs() {
        let gate = Gate()
        gate.close()
        let started = Calls()
        let real = DispatchScheduler()
        let timer = WakeTimer(real, name: "test") { now in
            started.add(now)
            gate.pass()
        }
        timer.set(.at(real.now))
        #expect(eventually { gate.waitingCount == 1 })
        // Each of these found a thread of its own, if it were not for the one that hangs.
        for _ in 0..<20 { timer.set(.at(real.now)) }
        #expect(!eventually(within: .milliseconds(50)) { gate.waitingCount > 1 })
        gate.open()
        #expect(eventually { started.all.count == 2 })
        timer.cancel()
    }
}

/// Fires when the test says so.
private final class HandTimer: Scheduler {
    private struct State {
        var work: (@Sendable (Tick) -> Void)?
        var sets = 0
        var made = 0
    }

    private struct Timer: OneShotTimer {
        let hand: HandTimer

        func set(after delay: Duration) { hand.state.withLock { $0.sets += 1 } }
        func clear() {}
        func cancel() {}
    }

    private let state = Mutex(State())

    var now: Instant { .zero }
    var setCount: Int { state.withLock { $0.sets } }
    /// How many timers were asked for.
    var madeCount: Int { state.withLock { $0.made } }

    func fire(_ tick: Tick) { state.withLock { $0.work }?(tick) }

    func timer(
        name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any OneShotTimer {
        make(work)
    }

    func every(
        _ period: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable { make(work) }

    func after(
        _ delay: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable { make(work) }

    private func make(_ work: @escaping @Sendable (Tick) -> Void) -> Timer {
        state.withLock { state in
            state.work = work
            state.made += 1
        }
        return Timer(hand: self)
    }

    func sleep(for delay: Duration) {}
}
