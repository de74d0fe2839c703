@testable import Core
import JSON
import TestSupport
import Testing
import Values

/// The configuration before comes back by itself where health falls soon after a change.
@Suite struct ProbationTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let device = ScriptedDevice("fan")
    private let log = MemoryLog()

    private func house(_ coldest: String) throws -> Configuration {
        let text = """
            {"drivers": {"inside": {"driver": "sensor"}, "bolt": {"driver": "bolt"}},
             "policies": {"keeper": {"policy": "keeper", "coldest": "\(coldest)",
              "inputs": {"temperature": "inside"}, "outputs": {"bolt": "bolt"}}}}
            """
        let read = try ConfigurationReader.read(Array(text.utf8), registry: testRegistry)
        return try configuration(drivers: read.drivers + [device.entry()], policies: read.policies)
    }

    /// Started with one, and changed to another.
    private func changed(
        _ old: String = "5 °C", to new: String = "20 °C",
        onKept: @escaping @Sendable () -> Void = {}
    ) throws -> Supervisor {
        let supervisor = try Supervisor(
            try house(old), scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
        supervisor.start()
        clock.advance(by: .seconds(1))
        _ = try supervisor.apply(try house(new), by: "anna") { _ in onKept() }
        return supervisor
    }

    private func coldest(_ supervisor: Supervisor) -> JSONValue? {
        supervisor.policies[0].entry.settingsAsWritten["coldest"]
    }

    private func breakDevice() {
        for _ in 0..<20 { device.failStarts(DeviceError(.corrupt, "it smokes")) }
        device.fail(DeviceError(.corrupt, "it smokes"))
    }

    @Test("where a driver that ran fails, the change is taken back, and the status says why")
    func takenBack() throws {
        let supervisor = try changed()
        clock.advance(by: .seconds(30))
        #expect(coldest(supervisor) == "20 °C")
        #expect(supervisor.status(at: clock.now).configuration?.probationSeconds == 30)
        breakDevice()
        clock.advance(by: .seconds(2))
        #expect(coldest(supervisor) == "5 °C")
        #expect(supervisor.plan(for: try house("5 °C")).steps == [])
        let report = try #require(supervisor.status(at: clock.now).configuration)
        #expect(report.appliedBy == nil)
        #expect(report.probationSeconds == nil)
        #expect(
            report.lastRefusal?.text
                == "taken back: the driver fan does not run any more: it smokes")
        #expect(log.lines.contains { $0.hasPrefix("error roost: the change was taken back") })
    }

    @Test("after its probation a change stays, whatever fails") func over() throws {
        let kept = EventLog()
        let supervisor = try changed { kept.note("kept") }
        clock.advance(by: .seconds(59))
        #expect(kept.entries == [])
        clock.advance(by: .seconds(2))
        #expect(kept.entries == ["kept"])
        #expect(supervisor.status(at: clock.now).configuration?.probationSeconds == nil)
        breakDevice()
        clock.advance(by: .seconds(10))
        #expect(coldest(supervisor) == "20 °C")
        #expect(supervisor.status(at: clock.now).configuration?.appliedBy == "anna")
    }

    @Test("what cannot be taken back yet is told once, and another change ends it")
    func notYet() throws {
        // It refuses to become anything that cold.
        let supervisor = try changed("-20 °C")
        breakDevice()
        clock.advance(by: .seconds(90))
        #expect(coldest(supervisor) == "20 °C")
        #expect(log.lines.count { $0.contains("as soon as it can") } == 1)
        _ = try supervisor.apply(try house("7 °C"), by: "bert")
        clock.advance(by: .seconds(90))
        #expect(coldest(supervisor) == "7 °C")
    }

    @Test("once it stops, nothing is taken back") func stopped() throws {
        let supervisor = try changed()
        breakDevice()
        supervisor.stop(because: "test")
        clock.advance(by: .seconds(5))
        #expect(coldest(supervisor) == "20 °C")
    }

    @Test(
        "of the policies that have changed, a new failsafe, late ticks and silence count",
        arguments: [
            ("door", "failsafe", 0, 0.1, "door: failsafe"),
            ("door", "idle", 3, 0.1, "door: its ticks are late"),
            ("door", "idle", 0, 1.4, "door: it does not step any more"),
            ("door", "idle", 2, 1.2, nil), ("other", "failsafe", 9, 9, nil),
            // A limit that does its work, or a request that was refused, is no loss of health.
            ("door", "limit", 0, 0.1, nil),
        ] as [(String, String, UInt64, Double, String?)])
    func declines(
        _ name: String, _ code: String, _ skipped: UInt64, _ silence: Double, _ why: String?
    ) throws {
        let before = try report(name, "idle", 0, 0.1)
        #expect(
            try report(name, code, skipped, silence)
                .decline(since: before, of: TouchedPlugins(policies: ["door"]), for: .zero) == why)
        let bad = try report(name, "failsafe", 0, 0.1)
        let touched = TouchedPlugins(policies: ["door"])
        #expect(bad.decline(since: bad, of: touched, for: .zero) == nil)
    }

    @Test(
        "of a policy that goes by a driver which was replaced, a failsafe counts after ten seconds")
    func replaced() throws {
        let before = try report("door", "idle", 0, 0.1)
        let now = try report("door", "failsafe", 0, 0.1)
        func decline(after age: Duration, of drivers: Set<String>) -> String? {
            let touched = TouchedPlugins(policies: ["door"], drivers: drivers)
            return now.decline(since: before, of: touched, for: age)
        }
        #expect(decline(after: .seconds(9), of: ["inside"]) == nil)
        #expect(decline(after: .seconds(10), of: ["inside"]) == "door: failsafe")
        #expect(decline(after: .zero, of: ["in"]) == "door: failsafe")
    }

    private func report(
        _ name: String, _ code: String, _ skipped: UInt64, _ silence: Double
    ) throws -> StatusReport {
        let zero: JSONValue = [
            "p50_milliseconds": 0, "p99_milliseconds": 0, "max_milliseconds": 0,
        ]
        let policy: JSONValue = [
            "name": .string(name), "policy": "p", "inputs": ["temperature": "inside.temperature"],
            "outputs": [:], "ticks": 0,
            "period_milliseconds": 100, "skipped_ticks": .number(Double(skipped)),
            "since_last_tick_seconds": .number(silence), "lateness": zero, "step_time": zero,
            "reason": [
                "code": .string(code), "text": .string(code),
                "is_failsafe": .bool(code == "failsafe" || code == "limit"),
                "is_fault": .bool(code == "failsafe"),
            ],
        ]
        let status: JSONValue = [
            "schema": 1, "name": "n", "version": "v", "phase": "running", "uptime_seconds": 1,
            "drivers": [], "policies": [policy],
        ]
        return try status.decode(as: StatusReport.self)
    }
}
