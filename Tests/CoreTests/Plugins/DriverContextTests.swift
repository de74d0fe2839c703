@testable import Core
import TestSupport
import Testing
import Values

@Suite struct DriverContextTests {
    private let bench = DriverBench<TestBolt>()

    @Test("a port that is declared leads to its end, and nothing fails") func declared() {
        let context = bench.context()
        context.source(TestBolt.open).publish(Contact(isActive: true), at: bench.clock.now)
        #expect(bench.sample(TestBolt.open).good == Contact(isActive: true))
        #expect(context.sink(TestBolt.command) === bench.connections.sink(TestBolt.command))
        _ = context.requests(NoRequest.self)
        #expect(bench.reportedFaults == [])
    }

    @Test("a port that is not declared fails the driver that uses it, whichever way its data goes")
    func undeclared() {
        let context = bench.context()
        _ = context.source(TestSensor.temperature)
        _ = context.sink(Port<SwitchCommand>("lamp", ""))
        _ = context.events(Port<ButtonPress>("presses", ""))
        _ = context.requests(TestKeeper.Request.self)
        #expect(
            bench.reportedFaults
                == ["temperature", "lamp", "presses", "requests"].map(Self.fault))
    }

    @Test("a port of another type than the declared one is not declared") func otherType() {
        _ = bench.context().source(Port<Temperature>("open", ""))
        #expect(bench.reportedFaults == [Self.fault("open")])
    }

    private static func fault(_ port: String) -> DeviceError {
        DeviceError(.other, "uses a port that it does not declare: \(port)")
    }
}
