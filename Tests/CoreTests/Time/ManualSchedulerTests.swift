import Core
import Synchronization
import TestSupport
import Testing
import Values

@Suite struct ManualSchedulerTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1000))
    private let eventLog = EventLog()

    @Test("nothing runs until time is moved, and the clock stands at each deadline")
    func standsStill() {
        let timer = clock.every(.nanoseconds(10), name: "a") { [clock, eventLog] tick in
            eventLog.note("\(tick.due.nanoseconds) \(clock.now.nanoseconds)")
        }
        #expect(eventLog.entries == [])
        clock.advance(by: .nanoseconds(25))
        #expect(eventLog.entries == ["1000 1000", "1010 1010", "1020 1020"])
        #expect(clock.now.nanoseconds == 1025)
        timer.cancel()
    }

    @Test("work runs in the order of its deadlines, then of its making") func order() {
        for (name, delay) in [("late", 30), ("early", 10), ("second", 20), ("third", 20)] {
            _ = clock.after(.nanoseconds(delay), name: name) { [eventLog] _ in eventLog.note(name) }
        }
        clock.advance(by: .nanoseconds(30))
        #expect(eventLog.entries == ["early", "second", "third", "late"])
        #expect(clock.pendingCount == 0)
    }

    @Test("work that is made by work runs in the same move, if it falls due in it")
    func nested() {
        _ = clock.after(.nanoseconds(10), name: "outer") { [clock, eventLog] _ in
            _ = clock.after(.nanoseconds(10), name: "inner") { _ in eventLog.note("inner") }
            _ = clock.after(.nanoseconds(11), name: "later") { _ in eventLog.note("later") }
        }
        clock.advance(by: .nanoseconds(20))
        #expect(eventLog.entries == ["inner"])
        #expect(clock.pendingCount == 1)
    }

    @Test("a pause in one call makes the others late, and not more often")
    func pause() {
        let ticks = TickBox()
        _ = clock.after(.nanoseconds(5), name: "pauses") { [clock] _ in
            clock.sleep(for: .nanoseconds(20))
            clock.sleep(for: .nanoseconds(-1000))
        }
        _ = clock.after(.nanoseconds(10), name: "late") { ticks.keep($0) }
        clock.advance(by: .nanoseconds(10))
        #expect(
            ticks.all
                == [
                    Tick(
                        due: Instant(nanoseconds: 1010), now: Instant(nanoseconds: 1025), skipped: 0
                    )
                ])
        #expect(clock.now == Instant(nanoseconds: 1025))
    }

    @Test("what is cancelled does not run, also when its own work cancels it") func cancel() {
        let once = clock.after(.nanoseconds(5), name: "once") { [eventLog] _ in
            eventLog.note("once")
        }
        once.cancel()
        let box = Box()
        let timer = clock.every(.nanoseconds(10), name: "twice") { [eventLog] _ in
            eventLog.note("tick")
            if eventLog.entries.count == 2 { box.timer.withLock { $0?.cancel() } }
        }
        box.timer.withLock { $0 = timer }
        clock.advance(by: .nanoseconds(100))
        #expect(eventLog.entries == ["tick", "tick"])
        #expect(clock.pendingCount == 0)
    }
}

/// A timer that its own work can reach.
private final class Box: Sendable {
    let timer = Mutex<(any Cancellable)?>(nil)
}
