import Glibc
@testable import LinuxIO
import TestSupport
import Testing
import Threads

@Suite("A listener that can take no connection")
struct AcceptBackOffTests {
    private let listener: StreamListener
    private let failures = Locked<[ContinuousClock.Instant]>([])

    init() throws {
        listener = try StreamListener(on: #require(IPv4Endpoint("127.0.0.1", port: 0)))
        // What is no socket fails with ENOTSOCK, and /dev/null is always readable: as a listener is
        // while the process has no descriptor left (EMFILE).
        let null = try FileDescriptor(open: "/dev/null", O_RDONLY)
        #expect(dup2(null.number, listener.descriptor.number) >= 0)
    }

    private func start() -> ReadSource {
        listener.acceptAll(
            name: "test", onError: { [failures] _ in failures.withLock { $0.append(.now) } },
            admit: { _ in Issue.record("nobody connected") })
    }

    @Test("rests after each attempt instead of trying without end") func rests() {
        let source = start()
        #expect(eventually { failures.value.count >= 3 })
        source.cancel()
        let times = failures.value
        #expect(times[1] - times[0] >= StreamListener.backOff)
        #expect(times[2] - times[1] >= StreamListener.backOff)
    }

    /// One that slept through its rest would never end before it is over; one that is woken may be
    /// late once on a busy machine, and not each time.
    @Test("is woken from its rest when it is told to end") func wakes() {
        let isWoken = (1...10).contains { _ in
            failures.value = []
            let source = start()
            #expect(eventually { !failures.value.isEmpty })
            #expect(source.cancelAndWait())
            return failures.value.allSatisfy { .now - $0 < StreamListener.backOff }
        }
        #expect(isWoken)
    }
}
