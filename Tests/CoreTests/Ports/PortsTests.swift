@testable import Core
import TestSupport
import Testing
import Values

@Suite struct SourceTests {
    private let source = Source<Temperature>()
    private let now = Instant(nanoseconds: 9_000_000_000)

    @Test("before anything came it is absent") func nothing() {
        #expect(source.latest(at: now).quality == .absent("nothing received yet"))
        #expect(source.count == 0)
    }

    @Test("the latest sample stands until it is older than the driver promised")
    func stale() {
        source.setStaleAfter(.seconds(2))
        source.publish(Temperature(celsius: 20), at: now)
        source.publish(Temperature(celsius: 21), at: now)
        #expect(source.latest(at: now + .seconds(2)).good == Temperature(celsius: 21))
        #expect(source.latest(at: now + .milliseconds(2001)).good == nil)
        #expect(source.count == 2)
    }

    @Test("an absence that goes on keeps its first time, also for another reason")
    func absence() {
        source.publishAbsent("unplugged", at: now)
        source.publishAbsent("unplugged", at: now + .seconds(5))
        #expect(source.latest(at: now + .seconds(9)).takenAt == now)
        source.publishAbsent("burnt", at: now + .seconds(6))
        #expect(source.latest(at: now + .seconds(9)) == .absent(since: now, because: "burnt"))
        source.publish(Temperature(celsius: 20), at: now + .seconds(7))
        source.publishAbsent("burnt", at: now + .seconds(8))
        #expect(source.latest(at: now + .seconds(9)).takenAt == now + .seconds(8))
    }
}

@Suite struct SinkTests {
    private let sink = Sink<SwitchCommand>()
    private let now = Instant(nanoseconds: 9_000_000_000)
    private let shut = SwitchCommand.active

    @Test("a command holds until its lease runs out") func lease() {
        #expect(sink.current(at: now) == nil)
        sink.send(shut, until: now + .seconds(1))
        #expect(sink.current(at: now + .seconds(1)) == shut)
        #expect(sink.current(at: now + .seconds(1) + .nanoseconds(1)) == nil)
        #expect(sink.last?.command == shut)
    }

    @Test("a handler hears each command, until it is detached") func handler() {
        let heard = EventLog()
        sink.attach { heard.note("\($0.command == .active) \($0.expiresAt.nanoseconds)") }
        sink.send(shut, until: now)
        sink.detach()
        sink.send(shut, until: now)
        #expect(heard.entries == ["true 9000000000"])
    }

    @Test("a handler may look at the sink and send to it without a deadlock") func reentrant() {
        let heard = EventLog()
        sink.attach { [sink, now, shut] leased in
            heard.note("\(sink.current(at: now) == leased.command)")
            if heard.entries.count < 2 { sink.send(shut, until: now) }
        }
        sink.send(shut, until: now)
        #expect(heard.entries == ["true", "true"])
    }
}

@Suite struct PortConnectionsTests {
    private let port = Port<Temperature>("temperature", "")

    @Test("a driver's port leads to the end that it is connected to") func connected() {
        let source = Source<Temperature>()
        let connections = PortConnections(["temperature": source])
        source.publish(Temperature(celsius: 3), at: .zero)
        #expect(connections.sample(port, at: .zero).good == Temperature(celsius: 3))
    }

    @Test("a port that no driver declared gives a source that nobody fills") func undeclared() {
        #expect(PortConnections([:]).sample(port, at: .zero).good == nil)
        let other = PortConnections(["temperature": Source<Contact>()])
        #expect(other.sample(port, at: .zero).good == nil)
    }

    @Test("a source that nobody has filled yet says since when it waits") func waiting() {
        let start = Instant(nanoseconds: 9_000_000_000)
        let endpoint = DriverPort.source(port).makeEndpoint(start)
        let sample = PortConnections(["temperature": endpoint]).sample(port, at: start)
        #expect(sample == .absent(since: start, because: "nothing received yet"))
    }
}
