import Glibc
import LinuxIO
import TestSupport
import Testing
import Threads

// SIGWINCH and SIGURG do nothing by default, so one that is missed only fails the test.
@Suite(.serialized) struct SignalSourceTests {
    @Test("a signal that comes right after the source was made is caught") func atOnce() throws {
        for _ in 0..<20 {
            let caught = EventLog()
            let source = try SignalSource([SIGWINCH]) { caught.note("\($0)") }
            kill(getpid(), SIGWINCH)
            #expect(eventually(within: .seconds(2)) { caught.entries == ["\(SIGWINCH)"] })
            withExtendedLifetime(source) {}
        }
    }

    @Test("one source tells several signals apart, and calls its handler on one thread")
    func several() throws {
        let (caught, threads) = (EventLog(), Locked<Set<UInt>>([]))
        let source = try SignalSource([SIGWINCH, SIGURG]) { signal in
            threads.withLock { _ = $0.insert(UInt(pthread_self())) }
            caught.note("\(signal)")
        }
        for signal in [SIGURG, SIGWINCH, SIGURG] {
            let count = caught.entries.count
            kill(getpid(), signal)
            #expect(eventually(within: .seconds(2)) { caught.entries.count == count + 1 })
        }
        #expect(caught.entries == [SIGURG, SIGWINCH, SIGURG].map { "\($0)" })
        #expect(threads.value.count == 1)
        withExtendedLifetime(source) {}
    }

    @Test("a signal is caught also where a thread gets it that was made before")
    func otherThread() throws {
        let (ready, go, caught) = (Latch(), Latch(), EventLog())
        let older = Locked<UInt>(0)
        WorkerThread.start("older") {
            var all = sigset_t()
            sigemptyset(&all)
            sigaddset(&all, SIGURG)
            pthread_sigmask(SIG_UNBLOCK, &all, nil)
            older.value = UInt(pthread_self())
            ready.open()
            go.wait()
        }
        ready.wait()
        let source = try SignalSource([SIGURG]) { caught.note("\($0)") }
        pthread_kill(pthread_t(older.value), SIGURG)
        #expect(eventually(within: .seconds(2)) { caught.entries == ["\(SIGURG)"] })
        go.open()
        withExtendedLifetime(source) {}
    }

    @Test("with its source its thread ends, and its signals do nothing any more") func ended()
        throws
    {
        let caught = EventLog()
        weak var held: EventLog?
        do {
            let captured = EventLog()
            held = captured
            let source = try SignalSource([SIGURG]) { _ in captured.note("x") }
            withExtendedLifetime(source) {}
        }
        #expect(eventually { held == nil })
        kill(getpid(), SIGURG)
        #expect(caught.entries == [])
        // The first thread of a process with an asynchronous main waits in sigsuspend, which lets every signal through.
        // The kernel adds up the time of a thread that runs with each of its ticks: 1 to 10 ms.
        var last = -1
        #expect(
            try eventually(within: .seconds(2), every: .milliseconds(50)) {
                let now = try Self.firstThreadNanoseconds()
                defer { last = now }
                return now == last
            })
    }

    @Test("a source that is left catches its signal after another one for it has ended")
    func left() throws {
        let caught = EventLog()
        let source = try SignalSource([SIGURG]) { caught.note("\($0)") }
        weak var held: EventLog?
        do {
            let captured = EventLog()
            held = captured
            let other = try SignalSource([SIGURG]) { _ in captured.note("x") }
            withExtendedLifetime(other) {}
        }
        #expect(eventually { held == nil })
        kill(getpid(), SIGURG)
        #expect(eventually(within: .seconds(2)) { caught.entries == ["\(SIGURG)"] })
        withExtendedLifetime(source) {}
    }

    /// How long the first thread has run (Documentation/scheduler/sched-stats.rst).
    private static func firstThreadNanoseconds() throws -> Int {
        let bytes = try readFile("/proc/self/task/\(getpid())/schedstat", atMost: 100)
        let text = String(decoding: bytes, as: UTF8.self)
        return try #require(text.split(separator: " ").first.flatMap { Int($0) })
    }
}
