import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct SignalSourceTests {
    // SIGWINCH does nothing by default, so one that is missed only fails the test.
    @Test("a signal that comes right after the source was made is caught") func atOnce() {
        for _ in 0..<20 {
            let caught = EventLog()
            let source = SignalSource(SIGWINCH) { caught.note("caught") }
            kill(getpid(), SIGWINCH)
            #expect(eventually(within: .seconds(2)) { !caught.entries.isEmpty })
            withExtendedLifetime(source) {}
        }
    }
}
