import Glibc
@testable import LinuxIO
import TestSupport
import Testing
import Threads

@Suite("A listener that can take no connection")
struct AcceptBackOffTests {
    @Test("rests after each attempt instead of trying without end, and ends at once when told to")
    func rests() throws {
        let listener = try StreamListener(
            on: #require(IPv4Endpoint("127.0.0.1", port: 0)))
        // What is no socket fails with ENOTSOCK, and /dev/null is always readable: as a listener is
        // while the process has no descriptor left (EMFILE).
        let null = try FileDescriptor(open: "/dev/null", O_RDONLY)
        #expect(dup2(null.number, listener.descriptor.number) >= 0)
        let times = Locked<[ContinuousClock.Instant]>([])
        let source = listener.acceptAll(
            name: "test", onError: { _ in times.withLock { $0.append(.now) } },
            admit: { _ in Issue.record("nobody connected") })
        #expect(eventually { times.value.count == 3 })
        let first = times.value
        #expect(first[1] - first[0] >= StreamListener.backOff)
        #expect(first[2] - first[1] >= StreamListener.backOff)
        let clock = ContinuousClock()
        let took = clock.measure { #expect(source.cancelAndWait()) }
        #expect(took < StreamListener.backOff)
    }
}
