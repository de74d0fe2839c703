import Dispatch
import LinuxIO
import TestSupport
import Testing

struct PatientCallTests {
    @Test("what returns is waited for")
    func returns() {
        let journal = Journal()
        #expect(waitAtMost(.seconds(10)) { journal.note("done") })
        #expect(journal.entries == ["done"])
    }

    @Test("what hangs is left behind, and may still end")
    func hangs() {
        let journal = Journal()
        let obstacle = DispatchSemaphore(value: 0)
        let isDone = waitAtMost(.milliseconds(20)) {
            obstacle.wait()
            journal.note("late")
        }
        #expect(!isDone)
        #expect(journal.entries.isEmpty)
        obstacle.signal()
        #expect(eventually { journal.entries == ["late"] })
    }
}
