import Core
import Synchronization
import TestSupport
import Testing

@Suite struct DispatchSchedulerDropTests {
    @Test("a timer runs on when its token is dropped") func droppedToken() {
        let scheduler = DispatchScheduler()
        let (ticks, once) = (Counter(), Counter())
        let timer = scheduler.every(.milliseconds(1), name: "kept") { _ in ticks.add() }
        _ = scheduler.every(.milliseconds(1), name: "dropped") { _ in once.add() }
        _ = scheduler.after(.milliseconds(1), name: "dropped-once") { _ in once.add() }
        #expect(eventually { ticks.value > 5 && once.value > 5 })
        timer.cancel()
    }

    @Test("a one-shot timer whose token is dropped fires, and only once") func droppedOneShot() {
        let scheduler = DispatchScheduler()
        let (fired, later) = (Counter(), Counter())
        _ = scheduler.after(.zero, name: "once") { _ in fired.add() }
        _ = scheduler.after(.milliseconds(30), name: "later") { _ in later.add() }
        #expect(eventually { later.value == 1 })
        #expect(fired.value == 1)
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() {
        count.withLock { $0 += 1 }
    }
}
