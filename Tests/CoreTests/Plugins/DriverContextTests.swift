@testable import Core
import TestSupport
import Testing
import Values

@Suite struct DriverContextTests {
    private let bench = DriverBench<TestBolt>()

    @Test("a port that is declared leads to its end, and nothing is logged") func declared() {
        let context = bench.context()
        context.source(TestBolt.open).publish(Contact(isActive: true), at: bench.clock.now)
        #expect(bench.sample(TestBolt.open).good == Contact(isActive: true))
        #expect(context.sink(TestBolt.command) === bench.connections.sink(TestBolt.command))
        #expect(bench.log.lines == [])
    }

    @Test("a port that is not declared is named in the log, and can be used all the same")
    func undeclared() {
        let context = bench.context()
        context.source(TestSensor.temperature)
            .publish(Temperature(celsius: 3), at: bench.clock.now)
        _ = context.sink(Port<SwitchCommand>("lamp", ""))
        _ = context.events(Port<ButtonPress>("presses", ""))
        let line = "error test: uses a port that it does not declare: "
        #expect(bench.log.lines == ["temperature", "lamp", "presses"].map { line + $0 })
    }

    @Test("a port of another type than the declared one is not declared") func otherType() {
        _ = bench.context().source(Port<Temperature>("open", ""))
        #expect(bench.log.lines == ["error test: uses a port that it does not declare: open"])
    }
}
