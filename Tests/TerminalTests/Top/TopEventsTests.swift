import Core
import JSON
import Terminal
import Testing
import Values

@Suite struct TopEventsTests {
    private func events(_ bench: TopBench) -> [String] {
        Array(bench.lines(rows: 100).drop { !$0.contains("last events") }.dropFirst().dropLast())
    }

    @Test("events that are told again are there once, those of another roost beside them")
    func again() throws {
        let bench = try TopBench()
        bench.tellEvent(1, "started: 3 drivers", source: "roost", age: 60)
        bench.tellEvent(2, "no news", age: 2)
        bench.wait(.seconds(10))
        bench.tellEvent(1, "started: 3 drivers", source: "roost", age: 70)
        bench.tellEvent(2, "no news", age: 12)
        let started = "roost: started: 3 drivers"
        #expect(events(bench) == ["   70 s    \(started)", "   12 s    drone: no news"])
        // It was started again, and counts from 1.
        bench.tellEvent(1, "started: 3 drivers", source: "roost", age: 1)
        #expect(events(bench).last == "    1 s    \(started)")
        #expect(events(bench).count == 3)
    }

    @Test("those that were missed are counted, and only the latest are kept") func missed() throws {
        let bench = try TopBench()
        for number in 1...100 { bench.tellEvent(number, "event \(number)") }
        #expect(bench.tell(["missed_events": 7]))
        #expect(events(bench).count == 64)
        #expect(events(bench).last == "   <1 s !  top: 7 events were missed")
    }

    @Test(
        "what is no event, or of no time, is passed over",
        arguments: [
            #"{}"#, #"3"#, #"{"number": 1}"#,
            #"{"number": 1, "level": "error", "source": "a", "text": "b", "age_seconds": -1}"#,
            #"{"number": 1, "level": "error", "source": "a", "text": "b", "age_seconds": 1e300}"#,
            #"{"number": "1", "level": 3, "source": "a", "text": "b", "age_seconds": 0}"#,
        ])
    func odd(text: String) throws {
        let bench = try TopBench()
        let event = try JSONValue(parsing: Array(text.utf8))
        #expect(bench.tell(["event": event]))
        #expect(events(bench) == [])
    }

    @Test("an endless text is cut") func long() throws {
        let bench = try TopBench()
        bench.tellEvent(1, String(repeating: "x", count: 100_000), source: "bolt")
        bench.press("⏎")
        #expect(bench.lines(columns: 500, rows: 60).joined().count < 2000)
    }
}
