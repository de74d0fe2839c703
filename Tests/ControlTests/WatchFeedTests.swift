@testable import Control
import JSON
import TestSupport
import Testing
import Values

@testable import Core

@Suite struct WatchFeedTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let events: EventRing
    private var state = WatchedState()

    init() {
        events = EventRing(over: log, clock: clock)
    }

    @Test("events come in their order, before the state") mutating func order() throws {
        let pilot = Log(events, source: "pilot")
        pilot.notice("flying")
        pilot.warning("the battery is low")
        state.update(to: ["phase": "running"], at: clock.now)
        var feed = WatchFeed(events)
        pilot.error("lost")
        #expect(try take(&feed) == ["1 flying", "2 the battery is low", "3 lost", "state"])
        #expect(try take(&feed) == [])
    }

    @Test(
        "what is only for somebody who looks for a fault is no event, and still a line of the log")
    mutating func levels() throws {
        Log(events, source: "pilot").info("12 satellites")
        Log(events, source: "pilot").debug("tick")
        var feed = WatchFeed(events)
        #expect(try take(&feed) == [])
        #expect(log.lines.count == 2)
    }

    @Test("one who is slow is told how many events are gone, and the rest in order")
    mutating func slow() throws {
        let pilot = Log(events, source: "pilot")
        var feed = WatchFeed(events)
        pilot.notice("event 1")
        #expect(try take(&feed) == ["1 event 1"])
        for number in 2...100 { pilot.notice("event \(number)") }
        let told = try take(&feed)
        // 64 are kept: 37 to 100.
        #expect(told.first == "35 missed")
        #expect(told.dropFirst() == (37...100).map { "\($0) event \($0)" }[...])
    }

    @Test("events that go while one is told of a gap are told as a gap, too")
    mutating func slower() throws {
        let pilot = Log(events, source: "pilot")
        var feed = WatchFeed(events)
        for number in 1...70 { pilot.notice("event \(number)") }
        #expect(try line(&feed) == "6 missed")
        for number in 71...72 { pilot.notice("event \(number)") }
        #expect(try line(&feed) == "2 missed")
        #expect(try line(&feed) == "9 event 9")
    }

    @Test("one who comes late is told the events that are kept, and of no gap")
    mutating func late() throws {
        for number in 1...100 { Log(events, source: "pilot").notice("event \(number)") }
        var feed = WatchFeed(events)
        #expect(try line(&feed) == "37 event 37")
    }

    @Test("of the state, one who is slow is told the newest only") mutating func latest() {
        var feed = WatchFeed(events)
        for degrees in 1...5 {
            state.update(to: ["celsius": .number(Double(degrees))], at: clock.now)
        }
        let line = feed.next(events, state, at: clock.now)
        #expect(String(decoding: line ?? [], as: UTF8.self) == #"{"status":{"celsius":5}}"# + "\n")
        #expect(feed.next(events, state, at: clock.now) == nil)
    }

    @Test("a warning that comes each tick is one event") mutating func folded() throws {
        for _ in 1...1000 { Log(events, source: "gps").warning("no answer") }
        var feed = WatchFeed(events)
        #expect(try take(&feed) == ["1 no answer"])
        #expect(log.lines.count == 1000)
    }

    @Test("an event is never longer than 400 characters") mutating func long() throws {
        Log(events, source: "gps").notice(String(repeating: "x", count: 100_000))
        var feed = WatchFeed(events)
        #expect(try line(&feed) == "1 " + String(repeating: "x", count: 400))
    }

    // MARK: What a change is

    @Test("a state in which only time has passed is not told, until five seconds are over")
    mutating func silence() {
        state.update(to: status(age: 1, uptime: 10), at: clock.now)
        #expect(state.version == 1)
        for second in 1...4 {
            clock.advance(by: .seconds(1))
            let passed = Double(second)
            state.update(to: status(age: 1 + passed, uptime: 10 + passed), at: clock.now)
        }
        #expect(state.version == 1)
        clock.advance(by: .seconds(1))
        state.update(to: status(age: 6, uptime: 15), at: clock.now)
        #expect(state.version == 2)
    }

    @Test("a newer sample is a change, also one of the same value") mutating func newer() {
        state.update(to: status(age: 0.1, uptime: 10), at: clock.now)
        clock.advance(by: .milliseconds(500))
        state.update(to: status(age: 0.2, uptime: 10.5), at: clock.now)
        #expect(state.version == 2)
    }

    @Test("another quality, a member more and an item less are changes") mutating func shapes() {
        state.update(to: ["a": ["quality": "good"]], at: clock.now)
        state.update(to: ["a": ["quality": "stale"]], at: clock.now)
        state.update(to: ["a": ["quality": "stale", "b": 1]], at: clock.now)
        state.update(to: ["a": ["quality": "stale", "b": [1, 2]]], at: clock.now)
        state.update(to: ["a": ["quality": "stale", "b": [1]]], at: clock.now)
        state.update(to: ["a": ["quality": "stale", "b": [1]]], at: clock.now)
        #expect(state.version == 5)
    }

    private func status(age: Double, uptime: Double) -> JSONValue {
        ["uptime_seconds": .number(uptime), "drivers": [["source": ["age_seconds": .number(age)]]]]
    }

    private func take(_ feed: inout WatchFeed) throws -> [String] {
        var lines: [String] = []
        while let line = try line(&feed) { lines.append(line) }
        return lines
    }

    /// The next line in short.
    private func line(_ feed: inout WatchFeed) throws -> String? {
        guard let line = feed.next(events, state, at: clock.now) else { return nil }
        #expect(line.last == UInt8(ascii: "\n"))
        let json = try JSONValue(parsing: line)
        if case .number(let missed)? = json["missed_events"] { return "\(Int(missed)) missed" }
        guard case .number(let number)? = json["event"]?["number"],
            case .string(let text)? = json["event"]?["text"]
        else { return "state" }
        return "\(Int(number)) \(text)"
    }
}
