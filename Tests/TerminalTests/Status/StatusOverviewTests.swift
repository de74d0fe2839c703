import Core
import JSON
import Terminal
import Testing

@Suite struct StatusOverviewTests {
    private func lines(_ columns: Int? = nil, rows: Int = 0) throws -> [String] {
        StatusOverview(try StatusSample.report(), columns: columns, rows: rows).lines
            .map { $0.rendered(colour: false) }
    }

    @Test("a line for each driver and policy, what is wrong first, otherwise in their order")
    func order() throws {
        let lines = try lines()
        #expect(
            lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
                "both: roost", "", "driver state", "bolt failed", "latch backoff",
                "outside running", "drone running", "rose running", "", "policy state",
                "lamp hangs", "door failsafe", "pilot running",
            ])
        #expect(lines.first == "both: roost 9.9, running for 3 min, 5 need a look")
    }

    @Test("values are shown as a person writes them, those alone that a policy reads")
    func values() throws {
        let lines = try lines()
        #expect(lines.contains("drone    running   flying, 2.2 m, 97 %, 271°"))
        #expect(lines.contains("rose     running   down open, up closed"))
        #expect(lines.contains("outside  running   21.5 °C (stale, 12 s old)"))
        #expect(lines.contains("bolt     failed    permission denied"))
        #expect(lines.contains("lamp     hangs     no step for 1.5 s: it is dark"))
        #expect(
            lines.contains(
                "latch    backoff   again in 4.2 s: no GPIO chip has a line GPIO17; "
                    + "the chips that are there have 0 lines in all"))
    }

    @Test("a policy whose step hangs says so, whatever its last reason was") func hangs() throws {
        func line(_ more: [String: JSONValue]) throws -> String? {
            StatusOverview(try StatusSample.door(more)).lines.last?.rendered(colour: false)
        }
        #expect(
            try line(["hangs_for_seconds": 3])
                == "door     hangs    its step has not returned for 3.0 s: the latch is absent")
        #expect(
            try line(["hangs": 6, "hangs_for_seconds": 70, "is_given_up": true])
                == "door     given up  its steps hang: roost restart door")
        #expect(try line(["hangs": 1])?.hasPrefix("door     failsafe") == true)
    }

    @Test("an alert is shown with its sentence, once where the reason says the same")
    func alerts() throws {
        let details: JSONValue = [
            "alerts": [
                ["code": "latch", "severity": "alarm", "text": "the latch is absent"],
                ["code": "cold", "severity": "warning", "text": "it is cold"],
                ["code": "news", "severity": "info", "text": "a cat came home"],
            ]
        ]
        let line = StatusOverview(try StatusSample.door(["details": details])).lines.last
        #expect(
            line?.rendered(colour: false)
                == "door     failsafe  warning cold: it is cold; the latch is absent")
    }

    @Test("no line is wider than the terminal", arguments: [20, 40, 80, 200])
    func width(columns: Int) throws {
        for rows in [0, 24, 100] {
            let overview = StatusOverview(try StatusSample.report(), columns: columns, rows: rows)
            #expect(overview.lines.allSatisfy { $0.width <= columns })
        }
    }

    @Test("a long line is cut where there is no room, and broken where there is") func long() throws
    {
        let cut = try lines(60, rows: 13)
        #expect(cut.count == 13)
        #expect(cut.contains("latch    backoff   again in 4.2 s: no GPIO chip has a line …"))
        let broken = try lines(60, rows: 15)
        #expect(broken.count == 15)
        #expect(broken.contains("latch    backoff   again in 4.2 s: no GPIO chip has a line"))
        #expect(broken.contains("                   GPIO17; the chips that are there have 0"))
    }

    @Test("when nothing is wrong it says so, in green") func healthy() throws {
        let title = StatusOverview(try StatusSample.healthy(), columns: 80).lines.first
        #expect(title?.rendered(colour: true).hasSuffix("\u{1B}[32mall well\u{1B}[0m") == true)
    }

    @Test("the worst gives the colour") func colours() throws {
        let lines = StatusOverview(try StatusSample.report(), columns: 80).lines
            .map { $0.rendered(colour: true) }
        #expect(lines[0].contains("\u{1B}[31m5 need a look"))
        #expect(lines.contains { $0.contains("\u{1B}[31mfailed") })
        #expect(lines.contains { $0.contains("\u{1B}[33mbackoff") })
        #expect(lines.contains { $0.contains("\u{1B}[32mrunning") })
    }
}
