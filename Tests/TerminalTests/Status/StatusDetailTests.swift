import Core
import JSON
import Terminal
import Testing

@Suite struct StatusDetailTests {
    private func driver(_ index: Int, columns: Int? = nil) throws -> [String] {
        let report = try StatusSample.report()
        return StatusDetail(report.drivers[index], in: report, columns: columns).lines
            .map { $0.rendered(colour: false) }
    }

    @Test("a driver: its life, every sample with its age and readers, figures with their units")
    func drone() throws {
        let lines = try driver(0)
        for line in [
            "drone (driver ardrone): running", "  running for  3 min", "  restarts     1",
            "  last error   3 min ago: no news (timeout)", "  flight    flying, 2.2 m, 97 %",
            "            good, 30 ms old; read by pilot",
            "            altitude_metres 2.21, phase flying",
            "  position  absent for 3 min: no receiver",
            "  command gap p50  30.12 ms", "  battery          97 %", "  refused          none",
        ] {
            #expect(lines.contains(line), "\(lines)")
        }
    }

    @Test("an output that people switch: what it does by hand, by whom, since when and until when")
    func byHand() throws {
        let text = """
            {"schema": 1, "name": "shed", "version": "1", "phase": "running", "uptime_seconds": 1,
             "policies": [], "drivers": [{"name": "fan", "driver": "pwm-output", "state": "running",
               "restarts": 0, "sources": {}, "diagnostics": [], "outputs": {
                 "level": {"kind": "level", "shown_as": "fan", "longest_seconds": 300, "by_hand": {
                   "text": "40 %", "value": {"ratio": 0.4}, "asked_by": "mqtt", "age_seconds": 30,
                   "ends_in_seconds": 90}},
                 "spare": {"kind": "level", "shown_as": "number"}}}]}
            """
        let report = try JSONValue(parsing: Array(text.utf8)).decode(as: StatusReport.self)
        let detail = StatusDetail(report.drivers[0], in: report).lines
            .map { $0.rendered(colour: false) }
        #expect(
            detail.contains("  level  40 % by hand for 30 s, asked by mqtt; 90 s more"), "\(detail)"
        )
        #expect(
            detail.contains("  spare  at its safe level; people may switch it for any time"))
        let overview = StatusOverview(report).lines.map { $0.rendered(colour: false) }
        #expect(
            overview.contains("fan     running  level 40 % by hand, 90 s more"), "\(overview)")
        let older = StatusDetail(report.aged(by: .seconds(100)).drivers[0], in: report).lines
            .map { $0.rendered(colour: false) }
        #expect(
            older.contains("  level  40 % by hand for 2 min, asked by mqtt; 0 s more"), "\(older)")
    }

    @Test("a policy: its reason, its figures, and what it reads") func policy() throws {
        let report = try StatusSample.report()
        let lines = StatusDetail(report.policies[1], in: report).lines
            .map { $0.rendered(colour: false) }
        for line in [
            "door (policy pet-door): failsafe", "  code       latch-lost",
            "  steps      every 250 ms: 700, and 0 skipped", "  last       200 ms ago",
            "  late       p50 50 µs, p99 400 µs, max 2.50 ms", "  latch        latch.contact",
            "  temperature  outside.temperature: 21.5 °C (stale, 12 s old)",
            "  latch-lost  the latch is absent: hovers, since 2.5 s, lands in 4.0 s; "
                + "ends: when it is over",
        ] {
            #expect(lines.contains(line), "\(lines)")
        }
    }

    /// A house with two rules, one of which has an alarm.
    private static let house = """
        {"schema": 1, "name": "house", "version": "1", "phase": "running", "uptime_seconds": 1,
         "drivers": [], "policies": [{"name": "house", "policy": "keeper", "ticks": 7,
           "period_milliseconds": 1000, "skipped_ticks": 0, "since_last_tick_seconds": 0.2,
           "reason": {"code": "hot", "text": "hot since room > 40 °C", "is_failsafe": false},
           "inputs": {}, "outputs": {"fan": "fan.level", "lamp": "lamp.switch"},
           "lateness": {"p50_milliseconds": 0, "p99_milliseconds": 0, "max_milliseconds": 0},
           "step_time": {"p50_milliseconds": 0, "p99_milliseconds": 0, "max_milliseconds": 0},
           "details": {
             "rules": [
               {"name": "hot", "mode": "auto", "is_active": true, "active_seconds": 180,
                "seconds_left": 720, "when": "room > 40 °C", "when_is": "true",
                "until": "room < 38 °C", "until_is": "false"},
               {"name": "evening", "mode": "paused", "is_active": false, "when": "light < 10 %",
                "when_is": "unknown", "trouble": "doubtful"}],
             "alerts": [{"code": "hot", "severity": "alarm", "text": "The room is hot"},
                        {"code": "rain", "severity": "info", "text": "It rains"}],
             "events": [{"number": 1, "kind": "hot", "text": "hot began"}],
             "outputs": {"fan": {"is": "40 %", "by": "hot"}, "lamp": {"is": "safe", "by": null}}}}]}
        """

    @Test("a policy: what its outputs are and by what, its alerts, and each thing with a name")
    func details() throws {
        let report = try JSONValue(parsing: Array(Self.house.utf8)).decode(as: StatusReport.self)
        let lines = StatusDetail(report.policies[0], in: report).lines
            .map { $0.rendered(colour: false) }
        for line in [
            "alerts", "  hot   alarm: The room is hot", "  rain  info: It rains",
            "outputs", "  fan   fan.level: 40 %, by hot", "  lamp  lamp.switch: safe",
            "rules",
            "  hot      active for 3 min, 12 min left, when room > 40 °C (true), until room < 38 °C (false)",
            "  evening  paused, not active, when light < 10 % (unknown), trouble doubtful",
        ] {
            #expect(lines.contains(line), "\(line): \(lines)")
        }
        // What has no name is for programs.
        #expect(!lines.contains("events"))
        let overview = StatusOverview(report).lines.map { $0.rendered(colour: false) }
        #expect(
            overview.last == "house   running  alarm hot: The room is hot; hot since room > 40 °C",
            "\(overview)")
    }

    @Test("a policy tells how many of its steps hung") func hangs() throws {
        func lines(_ more: [String: JSONValue]) throws -> [String] {
            let report = try StatusSample.door(more)
            return StatusDetail(report.policies[0], in: report).lines
                .map { $0.rendered(colour: false) }
        }
        #expect(try lines(["hangs": 1]).contains("  hangs      1 step was abandoned"))
        #expect(
            try lines(["hangs": 6, "hangs_for_seconds": 70, "is_given_up": true])
                .contains("  hangs      6 steps were abandoned; the last for 70 s"))
        #expect(try !lines([:]).contains { $0.contains("hangs") })
    }

    @Test("lines are broken to the width") func width() throws {
        #expect(try driver(3, columns: 40).allSatisfy { $0.count <= 40 })
        #expect(try driver(0, columns: 40).allSatisfy { $0.count <= 40 })
    }
}
