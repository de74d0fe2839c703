import Devices
import TestSupport
import Testing

@testable import Core

@Suite struct PolicyPortsTests {
    private struct Ports: PolicyPorts {
        let temperature: Source<Temperature>
        let flap: Source<Contact>?
        let bolt: CommandWriter<SwitchCommand>
        let presses: EventQueue<SwitchCommand>
        let buzzer: RequestSender?

        init(_ port: PortReader) {
            temperature = port.input("temperature", "How warm it is.")
            flap = port.input(optional: "flap", "The flap.")
            bolt = port.output("bolt", "The bolt.")
            presses = port.events("button", required: false, "The button.")
            buzzer = port.requestSender(
                "buzzer", of: ["beep"], required: false, "What it does once.")
        }
    }

    private let now = Instant(nanoseconds: 9_000_000_000)
    private let source = Source<Temperature>()
    private let sink = Sink<SwitchCommand>()

    private let clock = ManualScheduler(now: Instant(nanoseconds: 9_000_000_000))
    private let log = MemoryLog()

    private var context: PolicyContext {
        PolicyContext(name: "keeper", scheduler: clock, log: Log(log, source: "roost"))
    }

    private func connect(_ more: [String: any Endpoint] = [:]) throws(PlainError) -> Ports {
        let own: [String: any Endpoint] = ["temperature": source, "bolt": sink]
        return try PortReader.connect(
            Ports.self, to: PortConnections(own.merging(more) { $1 }), context)
    }

    @Test("the declaration of a policy's ports is what reads them") func described() {
        let ports = PortReader.describe(Ports.self)
        #expect(ports.map(\.name) == ["temperature", "flap", "bolt", "button", "buzzer"])
        #expect(ports.map(\.flow) == [.state, .state, .command, .eventsOut, .requests])
        #expect(ports.map(\.isRequired) == [true, false, true, false, false])
        #expect(ports.first?.kind == "temperature")
    }

    @Test("a port leads to the end that it is connected to") func connected() throws {
        let ports = try connect()
        source.publish(Temperature(celsius: 3), at: now)
        #expect(ports.temperature.latest(at: now).good == Temperature(celsius: 3))
        ports.bolt.send(.active, until: now)
        #expect(sink.current(at: now) == .active)
    }

    @Test("what may be left out and is not connected is nil, or never filled") func leftOut() throws
    {
        let ports = try connect()
        #expect(ports.flap == nil)
        #expect(ports.buzzer == nil)
        #expect(ports.presses.drain(at: now).isEmpty)
    }

    @Test("a port that is connected to nothing, or to something else, is an error at the start")
    func wrong() {
        let missing = thrownError(PlainError.self) {
            try PortReader.connect(Ports.self, to: PortConnections([:]), context)
        }
        #expect(
            missing?.description == "policy keeper: \"temperature\" is connected to nothing; "
                + "\"bolt\" is connected to nothing")
        let other = thrownError(PlainError.self) {
            try connect(["flap": Source<Temperature>()])
        }
        #expect(
            other?.description
                == "policy keeper: \"flap\" is connected to a source of temperature")
    }

    @Test("a driver's events reach the policy that is connected") func events() throws {
        let events = EventSource<SwitchCommand>()
        let ports = try connect(["button": events])
        events.publish(.active, from: EventOrigin("driver button"), at: now)
        #expect(ports.presses.drain(at: now).map(\.value) == [.active])
    }
}

@Suite struct CommandWriterTests {
    private let now = Instant(nanoseconds: 9_000_000_000)

    @Test("the commands of a writer that was replaced have no effect any more") func replaced() {
        let sink = Sink<SwitchCommand>()
        let told = EventLog()
        sink.attach { told.note("\($0.command)") }
        let old = sink.makeWriter()
        #expect(old.send(.active, until: now))
        let new = sink.makeWriter()
        #expect(!old.send(.inactive, until: now + .seconds(9)))
        // Also not before the new one has said anything.
        #expect(sink.current(at: now) == .active)
        #expect(new.send(.inactive, until: now))
        #expect(!old.send(.active, until: now))
        #expect(sink.current(at: now) == .inactive)
        #expect(told.entries == ["active", "inactive"])
    }

    @Test("a driver that is restarted sees no old command, and the writer goes on") func restart() {
        let sink = Sink<SwitchCommand>()
        let writer = sink.makeWriter()
        writer.send(.active, until: now + .seconds(9))
        sink.invalidate(because: "it is gone", at: .zero)
        #expect(sink.current(at: now) == nil)
        #expect(writer.send(.active, until: now + .seconds(9)))
        #expect(sink.current(at: now) == .active)
    }
}
