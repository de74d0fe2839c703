import Glibc
import TestSupport
import Testing
import Threads

@Suite struct WorkQueueTests {
    @Test("work is done one at a time, in its order, all on one thread") func order() {
        let done = Locked<[Int]>([])
        let queue = WorkQueue("order")
        let end = Latch()
        for number in 0..<1000 { queue.add { done.withLock { $0.append(number) } } }
        queue.add { end.open() }
        end.wait()
        #expect(done.value == Array(0..<1000))
    }

    @Test("work that hangs keeps nobody who adds more waiting, and the rest is done afterwards")
    func hangs() {
        let gate = Gate()
        gate.close()
        let queue = WorkQueue("hangs")
        let told = EventLog()
        queue.add { gate.pass() }
        for number in 1...3 { queue.add { told.note("\(number)") } }
        #expect(eventually { gate.waitingCount == 1 })
        #expect(told.entries == [])
        gate.open()
        #expect(eventually { told.entries == ["1", "2", "3"] })
    }

    @Test("what was added before it is let go is done, then its thread ends") func dropped() {
        let told = EventLog()
        weak var last: EventLog?
        do {
            let queue = WorkQueue("dropped")
            #expect(eventually { threadNames.contains("dropped") })
            let captured = EventLog()
            last = captured
            queue.add { told.note("first") }
            queue.add {
                captured.note("last")
                told.note("last")
            }
        }
        #expect(eventually { told.entries == ["first", "last"] })
        #expect(eventually { last == nil })
        #expect(eventually { !threadNames.contains("dropped") })
    }

    /// Of all threads of this process (proc_tid_comm(5)).
    private var threadNames: [String] {
        guard let threads = opendir("/proc/self/task") else { return [] }
        defer { closedir(threads) }
        var names: [String] = []
        while let thread = readdir(threads)?.pointee.d_name {
            let number = withUnsafeBytes(of: thread) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let file = fopen("/proc/self/task/\(number)/comm", "r") else { continue }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 16)
            let count = fread(&bytes, 1, bytes.count, file)
            names.append(String(decoding: bytes.prefix(count).dropLast(), as: UTF8.self))
        }
        return names
    }
}
