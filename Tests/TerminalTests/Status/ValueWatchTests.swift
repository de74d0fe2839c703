import Core
import JSON
import Terminal
import Testing

@Suite struct ValueWatchTests {
    private func watched(_ name: String) throws -> [ValueWatch] {
        let report = try StatusSample.report()
        return ValueWatch.all(name, in: report).map { value in
            var value = value
            value.add(report)
            return value
        }
    }

    private func lines(_ name: String, columns: Int = 60) throws -> [String] {
        try watched(name).flatMap { $0.lines(columns: columns) }.map { $0.rendered(colour: false) }
    }

    @Test("a driver means all its values, a port one, a member one figure of it")
    func names() throws {
        #expect(
            try watched("rose").map(\.line) == [
                "rose.down\topen\tgood\t9", "rose.up\tclosed\tgood\t9",
            ])
        #expect(
            try watched("outside.temperature").map(\.line) == [
                "outside.temperature\t21.5 °C\tstale\t12.4"
            ])
        #expect(
            try watched("drone.flight.altitude_metres").map(\.line) == [
                "drone.flight.altitude_metres\t2.21\tgood\t0.03"
            ])
        for name in ["", "out", "outside.temp", "rose.up2"] { #expect(try watched(name).isEmpty) }
    }

    @Test("what is not there is said so, with how long and why") func absent() throws {
        #expect(
            try lines("drone.position") == [
                "drone.position  no value  absent for 3 min: no receiver"
            ])
        #expect(
            try watched("drone.flight.speed").map(\.line) == [
                "drone.flight.speed\tno such figure\tgood\t0.03"
            ])
    }

    @Test("a figure has its way and bounds below it, a quality that is not good its reason")
    func curve() throws {
        #expect(
            try lines("outside.temperature", columns: 70) == [
                "outside.temperature  21.5 °C  stale, 12 s old: nothing new within 3 s",
                "▅" + String(repeating: " ", count: 49) + "  21.5 to 21.5",
            ])
    }

    @Test("one figure in a value is its figure; of several, none is") func figures() throws {
        #expect(try lines("drone.flight").count == 2)
        #expect(try lines("drone.heading")[1].hasSuffix("271 to 271"))
        let report = try JSONValue(
            parsing: Array(
                """
                {"schema": 1, "name": "", "version": "", "phase": "running", "uptime_seconds": 1,
                 "policies": [], "drivers": [{"name": "a", "driver": "b", "state": "running",
                 "restarts": 0, "diagnostics": [], "sources": {"c": {"kind": "d", "quality": "good",
                 "age_seconds": 0, "value": {"left": 1, "right": 2}}}}]}
                """.utf8)
        ).decode(as: StatusReport.self).judged
        var value = try #require(ValueWatch.all("a", in: report).first)
        value.add(report)
        #expect(value.lines(columns: 60).count == 1)
        #expect(value.line == "a.c\tleft 1, right 2\tgood\t0")
    }

    @Test("while nobody answers nothing is claimed, and the way has a gap") func silence() throws {
        var value = try #require(try watched("outside").first)
        value.add(nil)
        #expect(value.line == "outside.temperature\tno value\tunknown\t")
        value.add(try StatusSample.report())
        let curve = try #require(value.lines(columns: 60).last).rendered(colour: false)
        #expect(curve.hasPrefix("▅ ▅ "))
    }

    @Test("no line is wider than the terminal", arguments: [1, 20, 21, 80]) func width(columns: Int)
        throws
    {
        for name in ["drone", "rose", "outside"] {
            let lines = try watched(name).flatMap { $0.lines(columns: columns) }
            #expect(lines.allSatisfy { $0.width <= columns })
        }
    }
}
