import TestSupport
import Testing

@testable import Threads

@Suite struct LatchTests {
    @Test("waiting for a closed latch ends at the limit") func closed() {
        #expect(!Latch().wait(atMost: .milliseconds(5)))
        #expect(!Latch().wait(atMost: .zero))
    }

    @Test("an open latch lets everybody pass, as often as they come") func open() {
        let latch = Latch()
        latch.open()
        for _ in 0..<3 { #expect(latch.wait(atMost: .zero)) }
        latch.wait()
    }

    @Test("opening it wakes all who wait") func wakes() {
        let (latch, awake) = (Latch(), EventLog())
        for number in 0..<4 {
            WorkerThread.start("waiter") {
                latch.wait()
                awake.note("\(number)")
            }
        }
        latch.open()
        #expect(eventually { awake.entries.sorted() == ["0", "1", "2", "3"] })
    }
}
