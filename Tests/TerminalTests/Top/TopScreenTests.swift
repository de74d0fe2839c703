import Core
import JSON
import Terminal
import TestSupport
import Testing
import Values

@Suite struct TopScreenTests {
    @Test("on 80 by 24 there are tables with heads, events and keys") func ordinary() throws {
        let bench = try TopBench()
        bench.tellEvent(1, "taking off", age: 75)
        bench.tellEvent(2, "no news", level: "error", age: 3)
        #expect(
            bench.lines() == [
                "both  5 need a look  running for 3 min  roost 9.9",
                "",
                "  driver   state                      age  values",
                "▶ bolt     failed                          permission denied",
                "  latch    backoff                         again in 4.2 s: no GPIO chip has a l…",
                "  outside  running                   12 s  21.5 °C (stale, 12 s old)",
                "  drone    running             ▅     <1 s  flying, 2.2 m, 97 %, 271°",
                "  rose     running             ▅      9 s  down open, up closed",
                "",
                "  policy   state                     late  reason",
                "  lamp     hangs               ▁   400 µs  no step for 1.5 s: it is dark",
                "  door     failsafe            ▁   400 µs  the latch is absent",
                "  pilot    running             ▁   400 µs  flying to target 1 of 3",
                "", "", "", "", "", "", "",
                "  last events",
                "   75 s    drone: taking off",
                "    3 s !! drone: no news",
                "q quit  ↑↓ select  Enter details  s by name  p pause  ? help                 1/8",
            ])
    }

    @Test("on 40 by 10 there is what is wrong, the last events and the keys that matter")
    func small() throws {
        let bench = try TopBench()
        bench.tellEvent(1, "taking off", age: 75)
        bench.tellEvent(2, "no news", level: "warning", age: 3)
        #expect(
            bench.lines(columns: 40, rows: 10) == [
                "both  5 need a look  running for 3 min …",
                "▶ bolt    failed    permission denied",
                "  latch   backoff   again in 4.2 s: no …",
                "  outside running   21.5 °C (stale, 12 …",
                "  drone   running   flying, 2.2 m, 97 %…",
                "  rose    running   down open, up closed",
                "  lamp    hangs     no step for 1.5 s: …",
                "   75 s    drone: taking off",
                "    3 s !  drone: no news",
                "q quit  ↑↓ select  Enter details  ? help",
            ])
    }

    @Test(
        "every picture has as many lines as the terminal, none wider, on every page",
        arguments: [(1, 1), (10, 2), (40, 10), (60, 13), (80, 24), (200, 60), (100_000, 3)])
    func sizes(columns: Int, rows: Int) throws {
        for keys in ["", "jjj⏎", "?", "ppjjjjjjj⏎"] {
            let bench = try TopBench()
            for number in 1...20 { bench.tellEvent(number, "event \(number)") }
            bench.press(keys)
            for isLost in [false, true] {
                if isLost { bench.model.lose("gone", at: bench.now) }
                let lines = bench.screen(columns: columns, rows: rows).lines
                #expect(lines.count == rows)
                #expect(lines.allSatisfy { $0.width <= columns })
            }
        }
    }

    @Test("what is selected is on the screen, however small that is") func window() throws {
        let bench = try TopBench()
        for _ in 0..<8 {
            let lines = bench.lines(columns: 40, rows: 6)
            #expect(lines.contains { $0.hasPrefix("▶") })
            bench.press("j", columns: 40, rows: 6)
        }
    }

    @Test("a curve goes a column on with each sample, and has a gap while nobody tells")
    func curves() throws {
        let bench = try TopBench()
        bench.model.sample()
        bench.model.lose("gone", at: bench.now)
        bench.model.sample()
        let line = try #require(bench.lines().first { $0.contains("drone") })
        // 80 columns have 10 for a curve: mark, name, state and two gaps before it.
        #expect(line.dropFirst(22).prefix(10) == "       ▅▅ ")
    }

    @Test("a policy's curve is full where its steps begin a whole period late") func lateness()
        throws
    {
        let bench = try TopBench()
        let lines = bench.lines()
        // 0.4 ms of 50 ms.
        #expect(lines.contains { $0.contains("pilot") && $0.contains("▁   400 µs") })
    }

    @Test("the details have the curve, all of the status, and the events of that one")
    func details() throws {
        let bench = try TopBench()
        bench.tellEvent(1, "started again", source: "drone", level: "warning", age: 170)
        bench.tellEvent(2, "taking off", source: "pilot")
        bench.press("jjj⏎")
        #expect(
            bench.lines(rows: 40) == [
                "both  5 need a look  running for 3 min  roost 9.9",
                "",
                "drone (driver ardrone): running",
                "  flight   ▅                                                  2.21 to 2.21",
                "  heading  ▅                                                  271 to 271",
                "",
                "  running for  3 min",
                "  restarts     1",
                "  last error   3 min ago: no news (timeout)",
                "",
                "sources",
                "  flight    flying, 2.2 m, 97 %",
                "            good, 30 ms old; read by pilot",
                "            altitude_metres 2.21, phase flying",
                "  heading   271°",
                "            good, 30 ms old; read by pilot",
                "  position  absent for 3 min: no receiver",
                "",
                "diagnostics",
                "  state            flying",
                "  command gap p50  30.12 ms",
                "  refused          none",
                "  battery          97 %",
                "",
                "events",
                "  3 min !  started again",
                "", "", "", "", "", "", "", "", "", "", "", "", "",
                "q quit  ↑↓ scroll  Esc back  p pause  ? help",
            ])
    }

    @Test("a plugin that is gone while its details are shown is said to be gone") func gone() throws
    {
        let bench = try TopBench()
        bench.press("⏎")
        let status = try #require(JSONValue(encoding: try StatusSample.healthy(), keys: .snakeCase))
        #expect(bench.tell(["status": status]))
        #expect(bench.lines()[2] == "bolt is not there any more")
    }

    @Test("without a plugin there is a picture, too, and keys do nothing") func empty() throws {
        let report = try JSONValue(
            parsing: Array(
                """
                {"schema": 1, "name": "idle", "version": "9.9", "phase": "running",
                 "uptime_seconds": 1, "policies": [], "drivers": []}
                """.utf8)
        ).decode(as: StatusReport.self).judged
        let bench = TopBench(report)
        bench.press("jk⏎s")
        #expect(bench.model.page == .list)
        #expect(bench.lines()[0] == "idle  all well  running for 1 s  roost 9.9")
    }

    @Test("for an ASCII terminal there is nothing but ASCII") func ascii() throws {
        let bench = try TopBench()
        for keys in ["", "⏎", "⎋?"] {
            bench.press(keys)
            let text = bench.lines(isASCII: true).joined()
            #expect(text.utf8.count == text.count)
        }
    }

    @Test("hostile names, reasons, values and events reach the terminal as text alone")
    func hostile() throws {
        let evil = "\u{1B}[2J\u{1B}]0;x\u{07}\u{9B}31m\r\n\u{202E}"
        let text = JSONValue.string(evil).line
        let report = try JSONValue(
            parsing: Array(
                """
                {"schema": 1, "name": \(text), "version": \(text), "phase": "running",
                 "uptime_seconds": 1, "drivers": [{"name": \(text), "driver": \(text),
                 "state": "running", "restarts": 0, "last_error": {"kind": \(text), "text": \(text),
                 "age_seconds": 1}, "diagnostics": [{"name": \(text), "value": \(text)}],
                 "sources": {\(text): {"kind": \(text), "quality": "doubtful", "quality_reason": \(text),
                 "age_seconds": 0, "value": {\(text): \(text), "value": 3}, "text": \(text)}}}],
                 "policies": []}
                """.utf8)
        ).decode(as: StatusReport.self).judged
        let bench = TopBench(report)
        bench.tellEvent(1, evil, source: evil, level: evil)
        for keys in ["", "⏎", "jjjjjjjjjjjj"] {
            bench.press(keys)
            bench.model.lose(evil, at: bench.now)
            let rows = bench.screen().lines.map { $0.rendered(colour: true) }
            var diff = ScreenDiff()
            let picture = TerminalPicture(diff.update(to: rows))
            #expect(picture.strange == [])
            #expect(picture.contains("]0;x"))
        }
    }

    @Test("a picture that did not change costs nothing, and one whose ages grew a few rows")
    func bytes() throws {
        let bench = TopBench(try StatusSample.healthy())
        var diff = ScreenDiff()
        func update() -> String {
            diff.update(to: bench.screen().lines.map { $0.rendered(colour: true) })
        }
        #expect(!update().isEmpty)
        #expect(update() == "")
        bench.wait(.milliseconds(400))
        #expect(update() == "")
        bench.wait(.seconds(5))
        #expect(update().utf8.count < 300)
    }
}
