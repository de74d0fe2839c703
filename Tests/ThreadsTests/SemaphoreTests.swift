import Glibc
import TestSupport
import Testing
import Threads

@Suite struct SemaphoreTests {
    @Test("each signal lets one go, also one that came before") func counts() {
        let semaphore = Semaphore()
        semaphore.signal()
        semaphore.signal()
        #expect(semaphore.wait(atMost: .zero))
        semaphore.wait()
        #expect(!semaphore.wait(atMost: .zero))
        #expect(!semaphore.wait(atMost: .seconds(-5)))
    }

    @Test("a wait ends at its limit, and soon after a signal") func limit() {
        let semaphore = Semaphore()
        let clock = ContinuousClock()
        let waited = clock.measure { #expect(!semaphore.wait(atMost: .milliseconds(30))) }
        #expect(waited >= .milliseconds(30))
        WorkerThread.start("signal") { semaphore.signal() }
        #expect(semaphore.wait(atMost: .seconds(60)))
    }

    @Test("a limit of centuries is a long time, and no overflow") func longest() {
        let semaphore = Semaphore()
        semaphore.signal()
        #expect(semaphore.wait(atMost: .seconds(Int64.max / 2)))
    }

    /// The kernel says in which call a thread waits, and with what (proc_pid_syscall(5)).
    @Test("a limit is counted by the monotonic clock, which nobody sets")
    func monotonic() throws {
        let (semaphore, thread) = (Semaphore(), Locked(""))
        WorkerThread.start("waiter") {
            var path = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink("/proc/thread-self", &path, path.count)
            thread.value = String(
                decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
            _ = semaphore.wait(atMost: .seconds(600))
        }
        defer { semaphore.signal() }
        let call = Locked<FutexCall?>(nil)
        #expect(
            eventually {
                call.value = FutexCall(ofThread: thread.value)
                return call.value != nil
            })
        let futex = try #require(call.value)
        #expect(futex.hasLimit)
        #expect(!futex.isByWallClock)
    }
}

/// A wait in futex(2).
private struct FutexCall: Sendable {
    /// FUTEX_CLOCK_REALTIME, linux/futex.h
    private static let byWallClock: UInt64 = 256
    /// Of x86-64 and arm64.
    private static let numbers = ["202", "98"]

    let isByWallClock: Bool
    let hasLimit: Bool

    /// `nil` where the thread is in another call, or in none.
    init?(ofThread thread: String) {
        guard let file = fopen("/proc/\(thread)/syscall", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = fread(&bytes, 1, bytes.count, file)
        let words = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
        guard words.count > 4, Self.numbers.contains(String(words[0])),
            let operation = UInt64(words[2].dropFirst(2), radix: 16)
        else { return nil }
        isByWallClock = operation & Self.byWallClock != 0
        hasLimit = words[4] != "0x0"
    }
}
