import Devices
import LinuxIO
import Testing

@testable import Drivers

@Suite("The contacts of one request")
struct ContactsTests {
    private func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: 1_000_000_000_000 + milliseconds * 1_000_000)
    }

    private func edge(_ line: Int, _ isActive: Bool, _ milliseconds: Int64) -> DigitalEdge {
        DigitalEdge(line: line, isActive: isActive, nanoseconds: at(milliseconds).nanoseconds)
    }

    private func contacts(debounce milliseconds: Int64 = 20) -> GPIOInput.Contacts {
        GPIOInput.Contacts(levels: [false, true, false], debounce: .milliseconds(milliseconds))
    }

    @Test("are debounced each by itself")
    func separate() {
        var contacts = contacts()
        #expect(
            contacts.take([edge(0, true, 0), edge(1, false, 5), edge(0, false, 8)]).isEmpty)
        #expect(contacts.deadline == at(25))
        #expect(contacts.settle(at: at(24)).isEmpty)
        #expect(
            contacts.settle(at: at(30)) == [.init(line: 1, isActive: false, at: at(25))])
        #expect(contacts.deadline == nil)
    }

    @Test("tell each edge at once, with its stamp, when there is nothing to wait for")
    func noDebounce() {
        var contacts = contacts(debounce: 0)
        #expect(
            contacts.take([edge(2, true, 1), edge(1, false, 2), edge(2, false, 3)]) == [
                .init(line: 2, isActive: true, at: at(1)),
                .init(line: 1, isActive: false, at: at(2)),
                .init(line: 2, isActive: false, at: at(3)),
            ])
    }

    @Test("are all told when they are read, a change under way with the level that still counts")
    func observe() {
        var contacts = contacts()
        #expect(
            contacts.observe([true, true, false], at: at(0)) == [
                .init(line: 0, isActive: false, at: at(0)),
                .init(line: 1, isActive: true, at: at(0)),
                .init(line: 2, isActive: false, at: at(0)),
            ])
        #expect(
            contacts.observe([true, true, false], at: at(21)).first
                == .init(line: 0, isActive: true, at: at(20)))
    }

    @Test("put right what an edge that was lost left behind")
    func lostEdge() {
        var contacts = contacts(debounce: 0)
        _ = contacts.take([edge(0, true, 0)])
        #expect(
            contacts.observe([false, true, false], at: at(5)).first
                == .init(line: 0, isActive: false, at: at(5)))
    }

    @Test("leave an edge of a line that was never asked for")
    func unknownLine() {
        var contacts = contacts(debounce: 0)
        #expect(contacts.take([edge(3, true, 0), edge(-1, true, 0)]).isEmpty)
    }
}
