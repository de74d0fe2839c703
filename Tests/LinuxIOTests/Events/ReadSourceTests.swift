import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite("A reader of descriptors, and the wait for its end")
struct ReadSourceTests {
    /// Half a second is what a driver may take to close.
    @Test("the wait gives up after half a second when the handler hangs")
    func handlerHangs() throws {
        let gate = Gate()
        gate.close()
        defer { gate.open() }
        let (told, telling) = try FileDescriptor.pair()
        let reading = ReadSource(told, name: "test") { gate.pass() }
        try telling.write([1])
        #expect(eventually { gate.waitingCount > 0 })
        let clock = ContinuousClock()
        let took = clock.measure { #expect(!reading.cancelAndWait()) }
        #expect(took >= .milliseconds(500))
        #expect(took < .milliseconds(900))
    }

    @Test("the wait is short, and each of several descriptors is told by its index until then")
    func several() throws {
        let (near, far) = try FileDescriptor.pair()
        let (quiet, other) = try FileDescriptor.pair()
        let told = EventLog()
        let source = ReadSource([quiet.number, near.number], of: [quiet, near], name: "several") {
            _ = try? near.read(atMost: 8)
            told.note("\($0)")
        }
        try far.write([1])
        #expect(eventually { told.entries == ["1"] })
        #expect(source.cancelAndWait())
        try far.write([1])
        try other.write([1])
        #expect(told.entries == ["1"])
    }

    @Test("the wait is short, too, where the kernel refuses to wait for so many")
    func refused() throws {
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        // More than a process may have open are refused with EINVAL; -1 is passed over (poll(2)).
        let numbers = [Int32](repeating: -1, count: Int(limit.rlim_cur) + 1)
        let told = EventLog()
        let source = ReadSource(numbers, of: "nobody", name: "refused") { told.note("\($0)") }
        #expect(source.cancelAndWait())
        #expect(told.entries == [])
    }

    @Test("a handler that says it is the end is not called again, though there is more to read")
    func end() throws {
        let (peer, own) = try FileDescriptor.pair()
        let calls = EventLog()
        let source = ReadSource(watching: [own.number], of: own, name: "test") { _ in
            calls.note("read")
            return .end
        }
        try peer.write([1])
        #expect(eventually { !calls.entries.isEmpty })
        letTheKernelWork(for: .milliseconds(50))
        #expect(calls.entries == ["read"])
        withExtendedLifetime(source) {}
    }
}
