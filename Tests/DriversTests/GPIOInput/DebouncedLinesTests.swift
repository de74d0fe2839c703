import LinuxIO
import Testing
import Values

@testable import Drivers

@Suite("The contacts of one request")
struct DebouncedLinesTests {
    private func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: 1_000_000_000_000 + milliseconds * 1_000_000)
    }

    private func edge(_ line: Int, _ isActive: Bool, _ milliseconds: Int64) -> DigitalEdge {
        DigitalEdge(line: line, isActive: isActive, nanoseconds: at(milliseconds).nanoseconds)
    }

    private func contacts(debounce milliseconds: Int64 = 20) -> GPIOInput.DebouncedLines {
        GPIOInput.DebouncedLines(
            levels: [false, true, false], debounce: .milliseconds(milliseconds), at: at(0))
    }

    /// An event, of a line's first change at its time unless said otherwise.
    private func event(
        _ line: Int, _ isActive: Bool, _ milliseconds: Int64, changes: UInt64 = 1,
        changedAt: Int64? = nil
    ) -> GPIOInput.DebouncedLines.Event {
        GPIOInput.DebouncedLines.Event(
            line: line,
            contact: Contact(
                isActive: isActive, changes: changes, changedAt: at(changedAt ?? milliseconds)),
            at: at(milliseconds))
    }

    @Test("are debounced each by itself")
    func separate() {
        var contacts = contacts()
        #expect(
            contacts.add([edge(0, true, 0), edge(1, false, 5), edge(0, false, 8)]).isEmpty)
        #expect(contacts.deadline == at(25))
        #expect(contacts.settle(at: at(24)).isEmpty)
        #expect(
            contacts.settle(at: at(30)) == [event(1, false, 25)])
        #expect(contacts.deadline == nil)
    }

    @Test("tell each edge at once, with its stamp, when there is nothing to wait for")
    func noDebounce() {
        var contacts = contacts(debounce: 0)
        #expect(
            contacts.add([edge(2, true, 1), edge(1, false, 2), edge(2, false, 3)]) == [
                event(2, true, 1),
                event(1, false, 2),
                event(2, false, 3, changes: 2),
            ])
    }

    @Test("are all told when they are read, a change under way with the level that still counts")
    func observe() {
        var contacts = contacts()
        #expect(
            contacts.observe([true, true, false], at: at(0)) == [
                event(0, false, 0, changes: 0),
                event(1, true, 0, changes: 0),
                event(2, false, 0, changes: 0),
            ])
        #expect(
            contacts.observe([true, true, false], at: at(21)).first
                == event(0, true, 20))
    }

    @Test("put right what an edge that was lost left behind")
    func lostEdge() {
        var contacts = contacts(debounce: 0)
        _ = contacts.add([edge(0, true, 0)])
        #expect(
            contacts.observe([false, true, false], at: at(5)).first
                == event(0, false, 5, changes: 2))
    }

    @Test("count a change and its opposite that came together, and tell when the last was")
    func pulse() {
        var contacts = contacts()
        let events = contacts.add([edge(0, true, 0), edge(0, false, 30)])
        #expect(events == [event(0, true, 20)])
        #expect(contacts.settle(at: at(60)) == [event(0, false, 50, changes: 2)])
        #expect(
            contacts.observe([false, true, false], at: at(500))[0]
                == event(0, false, 500, changes: 2, changedAt: 50))
    }

    @Test("count lost edges as a change and its opposite, of every line")
    func droppedEdges() {
        var contacts = contacts()
        let levels = [false, true, false]
        let counts: [(total: UInt64, isNew: Bool)] = [(0, false), (3, true), (3, false)]
        for (time, count) in counts.enumerated() {
            let isNew = contacts.recordDroppedEdges(
                count.total, mayHaveOverflowed: false, at: at(Int64(time)))
            #expect(isNew == count.isNew)
        }
        #expect(
            contacts.observe(levels, at: at(4))[2] == event(2, false, 4, changes: 2, changedAt: 1))
        let mayBeMore = contacts.recordDroppedEdges(nil, mayHaveOverflowed: true, at: at(5))
        #expect(mayBeMore)
        #expect(contacts.observe(levels, at: at(6)).map(\.contact.changes) == [4, 4, 4])
    }

    @Test("leave an edge of a line that was never asked for")
    func unknownLine() {
        var contacts = contacts(debounce: 0)
        #expect(contacts.add([edge(3, true, 0), edge(-1, true, 0)]).isEmpty)
    }
}
