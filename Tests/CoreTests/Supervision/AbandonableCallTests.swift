import Dispatch
import TestSupport
import Testing
import Values

@testable import Core

@Suite("Calls that may hang")
struct AbandonableCallTests {
    private let eventLog = EventLog()
    private let obstacle = DispatchSemaphore(value: 0)

    @Test("what returns is waited for")
    func returns() {
        #expect(withTimeout(.seconds(10)) { eventLog.note("done") })
        #expect(eventLog.entries == ["done"])
    }

    @Test("what hangs is left behind, and may still end")
    func hangs() {
        let isDone = withTimeout(.milliseconds(20)) {
            obstacle.wait()
            eventLog.note("late")
        }
        #expect(!isDone)
        #expect(eventLog.entries.isEmpty)
        obstacle.signal()
        #expect(eventually { eventLog.entries == ["late"] })
    }

    @Test("a call can be asked for its value again and again, also when it hung at first")
    func asked() {
        let call = AbandonableCall {
            obstacle.wait()
            return 7
        }
        #expect(call.value(within: .milliseconds(1)) == nil)
        obstacle.signal()
        for _ in 0..<3 { #expect(call.value(within: .seconds(10)) == 7) }
    }

    @Test("calls that return are made one after the other, in their order")
    func order() {
        let given = callStaggered(Array(0..<20)) { number in
            eventLog.note("begin \(number)")
            eventLog.note("end \(number)")
            return number * 2
        }
        #expect(given == (0..<20).map { $0 * 2 })
        #expect(eventLog.entries == (0..<20).flatMap { ["begin \($0)", "end \($0)"] })
    }

    @Test("one that hangs delays the next by a second, and is asked for again at the end")
    func oneHangs() {
        let start = DispatchScheduler().now
        let given = callStaggered(["stuck", "well"], timeout: .zero) {
            [obstacle, eventLog] name in
            if name == "stuck" { obstacle.wait() }
            eventLog.note(name)
            return name
        }
        let duration = DispatchScheduler().now - start
        #expect(given == [nil, "well"])
        #expect(eventLog.entries == ["well"])
        #expect(duration >= .seconds(1) && duration < .seconds(10))
        obstacle.signal()
        #expect(eventually { eventLog.entries == ["well", "stuck"] })
    }

    @Test("one that takes longer than its limit is waited for at the end")
    func late() {
        let given = callStaggered(["slow", "well"], timeout: .seconds(10)) {
            [obstacle] name in
            if name == "slow" { obstacle.wait() } else { obstacle.signal() }
            return name
        }
        #expect(given == ["slow", "well"])
    }

    @Test("more calls may hang than Dispatch has threads")
    func many() {
        // Dispatch makes 255 at most for one priority.
        let calls = (0..<300).map { _ in AbandonableCall { [obstacle] in obstacle.wait() } }
        #expect(withTimeout(.seconds(5)) {})
        for _ in calls { obstacle.signal() }
        for call in calls { #expect(call.value(within: .seconds(10)) != nil) }
    }
}
