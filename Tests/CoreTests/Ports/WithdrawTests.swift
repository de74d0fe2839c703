import Synchronization
import Testing
import Values

@testable import Core

@Suite struct WithdrawTests {
    private let now = Instant(nanoseconds: 0)

    @Test(
        "a withdrawn command holds no longer, though its lease would"
    )
    func withdrawn() {
        let sink = Sink<SwitchCommand>()
        let writer = sink.makeWriter()
        writer.withdraw()
        #expect(sink.last == nil)
        writer.send(.active, until: now + .seconds(5))
        #expect(sink.current(at: now) == .active)
        writer.withdraw()
        #expect(sink.current(at: now) == nil)
        writer.send(.active, until: now + .seconds(5))
        #expect(sink.current(at: now) == .active)
    }

    @Test("a writer that was replaced withdraws nothing") func replaced() {
        let sink = Sink<SwitchCommand>()
        let old = sink.makeWriter()
        old.send(.active, until: now + .seconds(5))
        let new = sink.makeWriter()
        new.send(.active, until: now + .seconds(5))
        old.withdraw()
        #expect(sink.current(at: now) == .active)
    }

    @Test("the handler of a driver is told once") func told() {
        let sink = Sink<SwitchCommand>()
        let log = MessageCount()
        sink.attach { log.note($0.expiresAt) }
        let writer = sink.makeWriter()
        writer.send(.active, until: now + .seconds(5))
        writer.withdraw()
        writer.withdraw()
        #expect(log.count == 2)
    }
}

private final class MessageCount: Sendable {
    private let times = Mutex<[Instant]>([])
    var count: Int { times.withLock { $0.count } }
    func note(_ time: Instant) { times.withLock { $0.append(time) } }
}
