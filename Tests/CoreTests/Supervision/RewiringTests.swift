import Control
@testable import Core
import JSON
import TestSupport
import Testing
import Values

/// Policies at other ends and periods, and policies that come and go.
@Suite struct RewiringTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()

    private func house(_ policies: String, drivers: String = "") throws -> Configuration {
        let text = """
            {"drivers": {"inside": {"driver": "sensor"}, "outside": {"driver": "sensor"},
             "bolt": {"driver": "bolt"}, "spare": {"driver": "bolt"}\(drivers)},
             "policies": {\(policies)}}
            """
        return try ConfigurationReader.read(Array(text.utf8), registry: testRegistry)
    }

    private func keeper(
        _ name: String = "keeper", reads sensor: String = "inside", moves bolt: String = "bolt",
        every: String = "100ms", coldest: String = "5 °C"
    ) -> String {
        """
        "\(name)": {"policy": "keeper", "every": "\(every)", "coldest": "\(coldest)",
         "inputs": {"temperature": "\(sensor)"}, "outputs": {"bolt": "\(bolt)"}}
        """
    }

    private func started(_ configuration: Configuration) throws -> Supervisor {
        let supervisor = try Supervisor(
            configuration, scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
        supervisor.start()
        clock.advance(by: .seconds(1))
        return supervisor
    }

    private func sink(_ supervisor: Supervisor, _ name: String = "bolt") -> Sink<SwitchCommand>? {
        supervisor.connections(ofDriver: name)?.sink(TestBolt.command)
    }

    private func command(_ supervisor: Supervisor, _ name: String = "bolt") -> SwitchCommand? {
        sink(supervisor, name)?.current(at: clock.now)
    }

    @Test("a policy reads another sensor from its next step on, and what it commands has no gap")
    func input() throws {
        let supervisor = try started(try house(keeper()))
        supervisor.connections(ofDriver: "outside")?.source(TestSensor.temperature)
            .publish(Temperature(celsius: 1), at: clock.now)
        #expect(command(supervisor) == .inactive)
        let plan = try supervisor.apply(try house(keeper(reads: "outside")))
        #expect(
            plan.lines == [
                "keeper: temperature: inside.temperature -> outside.temperature",
                "keeper: goes on with it from its next step; nothing restarts",
            ])
        #expect(command(supervisor) == .inactive)
        clock.advance(by: .milliseconds(100))
        #expect(command(supervisor) == .active)
    }

    @Test(
        "a policy moves another device: the one before is left to its lease, and no late command comes"
    )
    func output() throws {
        let supervisor = try started(try house(keeper()))
        let late = try #require(sink(supervisor)?.last)
        _ = try supervisor.apply(try house(keeper(moves: "spare")))
        clock.advance(by: .milliseconds(100))
        #expect(command(supervisor, "spare") == .inactive)
        #expect(sink(supervisor)?.last == late)
        clock.advance(by: .seconds(1))
        #expect(command(supervisor) == nil)
    }

    @Test(
        "two policies change places at their devices, and each command comes from the new one only")
    func swapped() throws {
        let cold = keeper("cold", moves: "bolt", coldest: "20 °C")
        let warm = keeper("warm", moves: "spare", coldest: "-19 °C")
        let supervisor = try started(try house("\(cold), \(warm)"))
        supervisor.connections(ofDriver: "inside")?.source(TestSensor.temperature)
            .publish(Temperature(celsius: 12), at: clock.now)
        clock.advance(by: .milliseconds(100))
        #expect(command(supervisor) == .active && command(supervisor, "spare") == .inactive)
        let crossed = [
            keeper("cold", moves: "spare", coldest: "20 °C"),
            keeper("warm", moves: "bolt", coldest: "-19 °C"),
        ].joined(separator: ", ")
        for text in [crossed, "\(cold), \(warm)", crossed] {
            _ = try supervisor.apply(try house(text))
            clock.advance(by: .milliseconds(100))
            let isCrossed = text == crossed
            for _ in 0..<20 {
                #expect(command(supervisor) == (isCrossed ? .inactive : .active))
                #expect(command(supervisor, "spare") == (isCrossed ? .active : .inactive))
                clock.advance(by: .milliseconds(50))
            }
        }
    }

    @Test("another period holds from the next step on, and so does its lease") func period() throws
    {
        let supervisor = try started(try house(keeper()))
        let before = supervisor.status(at: clock.now).policies[0].ticks
        let plan = try supervisor.apply(try house(keeper(every: "20ms")))
        #expect(plan.lines.first == "keeper: every: 100 ms -> 20 ms")
        clock.advance(by: .seconds(1))
        let ticks = supervisor.status(at: clock.now).policies[0].ticks - before
        #expect((50...51).contains(ticks), "\(ticks)")
        #expect(supervisor.status(at: clock.now).policies[0].periodMilliseconds == 20)
    }

    @Test("a policy comes and can be asked, and one that goes is asked no more and moves nothing")
    func comesAndGoes() throws {
        let supervisor = try started(try house(keeper()))
        let answers = EventLog()
        let service = ControlService(
            supervisor, scheduler: clock, log: Log(log, source: "roost"), registry: testRegistry)
        func ask(_ name: String) -> String? {
            service.handle(
                Array(#"{"request": "send", "to": "\#(name)", "name": "open"}"#.utf8)
            ) { answers.note($0.line) }
            clock.advance(by: .seconds(1))
            return answers.take().first
        }
        let plan = try supervisor.apply(
            try house("\(keeper()), \(keeper("second", moves: "spare"))"))
        #expect(plan.lines == ["second: is new", "second: begins"])
        #expect(ask("second")?.contains("it stays shut") == true)
        #expect(command(supervisor, "spare") == .inactive)

        let ended = try supervisor.apply(try house(keeper("second", moves: "spare")))
        #expect(
            ended.lines == ["keeper: is gone", "keeper: ends; what it moves is in its safe state"])
        let last = sink(supervisor)?.last
        #expect(ask("keeper")?.contains("nothing here is called \\\"keeper\\\"") == true)
        clock.advance(by: .seconds(5))
        #expect(sink(supervisor)?.last == last)
        #expect(supervisor.status(at: clock.now).policies.map(\.name) == ["second"])
    }

    @Test("a policy has the device of one that goes, from its first step on") func inherits() throws
    {
        let supervisor = try started(try house(keeper(coldest: "-19 °C")))
        supervisor.connections(ofDriver: "inside")?.source(TestSensor.temperature)
            .publish(Temperature(celsius: 12), at: clock.now)
        _ = try supervisor.apply(try house(keeper("second", coldest: "20 °C")))
        clock.advance(by: .milliseconds(100))
        #expect(command(supervisor) == .active)
    }

    @Test("systemd's watchdog waits for the policies that there are now") func watchdog() throws {
        let manager = RecordingManager()
        manager.setLimit(.milliseconds(300))
        let supervisor = try Supervisor(
            try house(keeper()), scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: manager, onStopped: { _ in })
        supervisor.start()
        func fed(in time: Duration) -> Int {
            let before = manager.sent.count { $0 == "WATCHDOG=1" }
            clock.advance(by: time)
            return manager.sent.count { $0 == "WATCHDOG=1" } - before
        }
        #expect(fed(in: .seconds(1)) >= 9)
        // None is quick enough, so the supervisor feeds it itself.
        _ = try supervisor.apply(try house(keeper(every: "1s")))
        #expect(fed(in: .seconds(2)) >= 18)
        _ = try supervisor.apply(
            try house("\(keeper(every: "50ms")), \(keeper("second", moves: "spare"))"))
        #expect(fed(in: .seconds(2)) >= 18)
        _ = try supervisor.apply(try house(keeper("second", moves: "spare")))
        #expect(fed(in: .seconds(2)) >= 18)
        supervisor.stop(because: "test")
        clock.advance(by: .seconds(1))
        #expect(clock.pendingCount == 0)
    }
}
