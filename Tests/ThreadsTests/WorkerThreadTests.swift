import Glibc
import TestSupport
import Testing

@testable import Threads

@Suite struct WorkerThreadTests {
    /// What `look` sees from within a new thread.
    private func inside<Value: Sendable>(
        _ name: String, _ purpose: Purpose = .control,
        _ look: @escaping @Sendable () -> Value
    ) throws -> Value {
        let (seen, done) = (Locked<Value?>(nil), Latch())
        WorkerThread.start(name, for: purpose) {
            seen.value = look()
            done.open()
        }
        #expect(done.wait(atMost: .seconds(10)))
        return try #require(seen.value)
    }

    @Test("it has its name, cut to what the kernel keeps") func name() throws {
        let name = try inside("a name that is too long") { () -> String in
            var bytes = [UInt8](repeating: 0, count: 32)
            let file = open("/proc/thread-self/comm", O_RDONLY)
            defer { close(file) }
            let count = read(file, &bytes, bytes.count)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
        // TASK_COMM_LEN is 16 with the final zero (prctl(2)).
        #expect(name == "a name that is \n")
    }

    @Test("no signal is delivered to it") func signals() throws {
        let isBlocked = try inside("signals") { () -> Bool in
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return [SIGTERM, SIGINT, SIGHUP].allSatisfy { sigismember(&mask, $0) == 1 }
        }
        #expect(isBlocked)
    }

    @Test("one for service is ten nice levels below the process; the process stays where it is")
    func priority() throws {
        let process = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        let look: @Sendable () -> Int32 = {
            getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        }
        #expect(try inside("service", .service, look) == min(19, process + 10))
        #expect(try inside("control", .control, look) == process)
        #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == process)
    }
}
