import Glibc
import LinuxIO
import TestSupport
import Testing
import Threads

@Suite struct ChildProcessTests {
    private func child(_ words: String...) throws -> ChildProcess {
        try ChildProcess("/usr/bin/env", words, logPath: "/dev/null")
    }

    @Test("its end is its exit code, or 128 and the signal that killed it, however often one asks")
    func ends() throws {
        let failing = try child("sh", "-c", "exit 3")
        #expect(failing.waitForEnd() == 3)
        #expect(failing.waitForEnd() == 3)
        #expect(failing.poll() == 3)
        let killed = try child("sleep", "60")
        #expect(killed.poll() == nil)
        killed.kill(SIGTERM)
        #expect(killed.waitForEnd() == 128 + SIGTERM)
    }

    @Test("one that somebody waits for can be sent a signal all the same")
    func signalWhileWaited() throws {
        let child = try child("sleep", "5")
        let (code, done) = (Locked<Int32?>(nil), Latch())
        WorkerThread.start("waiter") {
            code.value = child.waitForEnd()
            done.open()
        }
        // The waiter sleeps in the kernel by then.
        letTheKernelWork(for: .milliseconds(100))
        child.kill(SIGTERM)
        #expect(done.wait(atMost: .seconds(20)))
        #expect(code.value == 128 + SIGTERM)
    }
}
