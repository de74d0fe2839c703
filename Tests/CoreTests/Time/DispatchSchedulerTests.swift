import Core
import Glibc
import Synchronization
import TestSupport
import Testing
import Values

@Suite struct DispatchSchedulerTests {
    private let scheduler = DispatchScheduler()
    private let eventLog = EventLog()

    @Test("its clock is CLOCK_MONOTONIC, so that kernel time stamps compare") func clock() {
        var before = timespec()
        clock_gettime(CLOCK_MONOTONIC, &before)
        let now = scheduler.now
        var after = timespec()
        clock_gettime(CLOCK_MONOTONIC, &after)
        #expect(nanoseconds(before) <= now.nanoseconds && now.nanoseconds <= nanoseconds(after))
    }

    @Test("the first deadline of a repeating timer is at once, the others a period apart")
    func every() throws {
        let ticks = TickBox()
        let start = scheduler.now
        let timer = scheduler.every(.milliseconds(5), name: "test") { ticks.keep($0) }
        let made = scheduler.now
        #expect(eventually { ticks.all.count >= 4 })
        timer.cancel()
        let kept = ticks.all
        let first = try #require(kept.first)
        // A machine with other work may have skipped some before it came to the first.
        let began = first.due - .milliseconds(5) * first.skipped
        #expect(start <= began && began <= made)
        for (before, after) in zip(kept, kept.dropFirst()) {
            #expect(after.due - before.due == .milliseconds(5) * (after.skipped + 1))
        }
    }

    @Test("a pause is as long as asked for or longer, and none at all when that is over")
    func pause() {
        let start = scheduler.now
        scheduler.sleep(for: .milliseconds(3))
        #expect(scheduler.now - start >= .milliseconds(3))
        scheduler.sleep(for: .zero)
        scheduler.sleep(for: .seconds(-1_000_000))
        #expect(scheduler.now - start < .seconds(10))
    }

    @Test("work that is too slow is never queued: deadlines are skipped and counted")
    func slow() {
        let ticks = TickBox()
        let timer = scheduler.every(.milliseconds(2), name: "test") { [scheduler] tick in
            ticks.keep(tick)
            _ = eventually { scheduler.now - tick.now >= .milliseconds(20) }
        }
        #expect(eventually { ticks.all.count >= 3 })
        timer.cancel()
        #expect(ticks.all.dropFirst().allSatisfy { $0.skipped >= 5 })
    }

    @Test("timers do not wait for each other") func independent() {
        let isBlocked = Gate()
        let blocked = scheduler.timer(name: "blocked") { _ in
            _ = eventually { isBlocked.isOpen }
        }
        blocked.set(after: .zero)
        _ = scheduler.after(.milliseconds(5), name: "free") { [eventLog] _ in eventLog.note("free")
        }
        #expect(eventually { eventLog.entries == ["free"] })
        isBlocked.open()
    }

    @Test("no call begins after a timer was cancelled") func cancel() {
        let ticks = TickBox()
        let timer = scheduler.every(.milliseconds(1), name: "test") { ticks.keep($0) }
        #expect(eventually { ticks.all.count >= 2 })
        timer.cancel()
        // One call may have been in progress; another timer's later work shows that none follows.
        _ = scheduler.after(.milliseconds(10), name: "mark") { [eventLog] _ in
            eventLog.note("\(ticks.all.count)")
        }
        #expect(eventually { eventLog.entries.count == 1 })
        _ = scheduler.after(.milliseconds(20), name: "mark") { [eventLog] _ in
            eventLog.note("\(ticks.all.count)")
        }
        #expect(eventually { eventLog.entries.count == 2 })
        #expect(eventLog.entries[0] == eventLog.entries[1])
    }

    @Test("a one-shot timer fires once for each time that it is set, and the last one counts")
    func oneShot() {
        let ticks = TickBox()
        let timer = scheduler.timer(name: "test") { ticks.keep($0) }
        timer.set(after: .seconds(60))
        let start = scheduler.now
        timer.set(after: .milliseconds(5))
        #expect(eventually { ticks.all.count == 1 })
        #expect(ticks.all.allSatisfy { $0.due >= start + .milliseconds(5) && $0.lateness >= .zero })
        timer.set(after: .zero)
        #expect(eventually { ticks.all.count == 2 })
        timer.set(after: .milliseconds(5))
        timer.clear()
        let after = scheduler.timer(name: "after") { [eventLog] _ in eventLog.note("after") }
        after.set(after: .milliseconds(20))
        #expect(eventually { eventLog.entries == ["after"] })
        #expect(ticks.all.count == 2)
    }

    @Test("a timer lets go of its work when it has fired or was cancelled") func letsGo() {
        weak var once: EventLog?
        weak var often: EventLog?
        do {
            let (first, second) = (EventLog(), EventLog())
            (once, often) = (first, second)
            _ = scheduler.after(.zero, name: "once") { _ in first.note("done") }
            scheduler.every(.milliseconds(1), name: "often") { _ in second.note("done") }.cancel()
        }
        #expect(eventually { once == nil && often == nil })
    }

    private func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

final class TickBox: Sendable {
    private let kept = Mutex<[Tick]>([])

    func keep(_ tick: Tick) { kept.withLock { $0.append(tick) } }
    var all: [Tick] { kept.withLock { $0 } }
}

private final class Gate: Sendable {
    private let state = Mutex(false)

    func open() { state.withLock { $0 = true } }
    var isOpen: Bool { state.withLock { $0 } }
}
