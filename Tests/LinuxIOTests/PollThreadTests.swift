import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct PollThreadTests {
    @Test("who waits is told when the kernel refuses to wait, and the thread ends") func failure()
        throws
    {
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        // More descriptors than a process may have are refused with EINVAL; -1 is passed over
        // (poll(2)).
        let numbers = [Int32](repeating: -1, count: Int(limit.rlim_cur) + 1)
        let failures = Journal()
        let thread = try PollThread(
            numbers, of: "nobody", name: "poll", onFailure: { failures.note("\($0)") },
            handler: { _ in failures.note("handler") })
        #expect(eventually { failures.entries == ["poll: Invalid argument"] })
        #expect(thread.cancelAndWait())
    }

    @Test("each descriptor that can be read is told, and nothing after the end") func tells() throws
    {
        let (near, far) = try FileDescriptor.pair()
        let told = Journal()
        let thread = try PollThread(
            [near.number], of: near, name: "poll", onFailure: { told.note("\($0)") },
            handler: { index in
                _ = try? near.read(atMost: 8)
                told.note("\(index)")
            })
        try far.write([1])
        #expect(eventually { told.entries == ["0"] })
        #expect(thread.cancelAndWait())
        try far.write([1])
        #expect(told.entries == ["0"])
    }
}
