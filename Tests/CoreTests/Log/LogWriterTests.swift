import TestSupport
import Testing

@testable import Core

@Suite struct LogWriterTests {
    private let written = EventLog()
    private let reader = Gate()

    private func writer(capacityBytes: Int) -> LogWriter {
        LogWriter(
            capacityBytes: capacityBytes, lossLine: { "\($0) lost" },
            output: { [written, reader] line in
                reader.pass()
                written.note(line)
            })
    }

    @Test("lines are written in their order, all of them by the end of a flush") func order() {
        let writer = writer(capacityBytes: 1 << 16)
        let lines = (0..<1000).map { "line \($0)" }
        lines.forEach(writer.add)
        #expect(writer.flush(atMost: .seconds(10)))
        #expect(written.entries == lines)
    }

    @Test("whoever logs goes on while nobody reads; what did not fit is counted, and told after it")
    func full() {
        let writer = writer(capacityBytes: 10)
        reader.close()
        writer.add("stuck")
        #expect(eventually { reader.waitingCount == 1 })
        // Each has five bytes: two fit.
        for number in 10..<100 { writer.add("no \(number)") }
        #expect(written.entries.isEmpty)
        reader.open()
        #expect(writer.flush(atMost: .seconds(10)))
        #expect(written.take() == ["stuck", "no 10", "no 11", "88 lost"])
        #expect(writer.lostLines == 88)
        writer.add("again")
        #expect(writer.flush(atMost: .seconds(10)))
        #expect(written.entries == ["again"])
    }

    @Test("a short line does not slip past a long one that was lost") func gap() {
        let writer = writer(capacityBytes: 10)
        reader.close()
        writer.add("stuck")
        #expect(eventually { reader.waitingCount == 1 })
        ["a", "a line of more than ten bytes", "b"].forEach(writer.add)
        reader.open()
        #expect(writer.flush(atMost: .seconds(10)))
        #expect(written.entries == ["stuck", "a", "2 lost"])
    }

    @Test("a line that can never fit is told as lost at once") func tooLong() {
        let writer = writer(capacityBytes: 4)
        writer.add("more than four")
        #expect(eventually { written.entries == ["1 lost"] })
    }

    @Test("a flush gives up at its limit when nobody reads") func stuckFlush() {
        let writer = writer(capacityBytes: 100)
        reader.close()
        writer.add("stuck")
        #expect(!writer.flush(atMost: .milliseconds(20)))
        reader.open()
        #expect(eventually { written.entries == ["stuck"] })
    }

    @Test("what was added last is written even when the writer is dropped") func dropped() {
        do {
            let writer = writer(capacityBytes: 100)
            writer.add("last")
        }
        #expect(eventually { written.entries == ["last"] })
    }
}
