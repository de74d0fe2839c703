import Core
import JSON
import Settings
import Testing
import Values

@testable import Notify

@Suite("What a channel sends, and when")
struct ChannelQueueTests {
    private static func queue(_ settings: [String: JSONValue] = [:]) throws -> ChannelQueue {
        let all = settings.merging(["kind": "webhook", "url": "http://localhost/x"]) { given, _ in
            given
        }
        return ChannelQueue(
            try SettingsReader.read(from: .object(all), at: SettingPath("")))
    }

    private static func seconds(_ count: Int64) -> Instant {
        Instant(nanoseconds: count * 1_000_000_000)
    }

    /// A time of the day, UTC.
    private static func clock(_ hour: Int, _ minute: Int = 0) -> WallTime? {
        WallTime(secondsSince1970: 1_780_272_000 + Double(hour * 3600 + minute * 60))
    }

    private static func one(
        _ text: String, _ severity: Severity = .warning, source: String = "door",
        isOver: Bool = false
    ) -> Notification {
        Notification("\(source)/\(text)", source: source, severity, text, isOver: isOver)
    }

    @Test("only what is severe enough, and of those that were asked for, is sent")
    func filter() throws {
        var queue = try Self.queue(["from": "warning", "only": ["door"]])
        for each in [
            Self.one("a", .info), Self.one("b"), Self.one("c", .alarm, source: "pilot"),
            Self.one("d", .alarm),
        ] { queue.add(each, at: .zero) }
        #expect(queue.next(at: .zero, time: nil)?.notifications.map(\.text) == ["b", "d"])
        #expect(queue.next(at: .zero, time: nil) == nil, "one is on its way")
        #expect(queue.note(.delivered, at: .zero) == nil)
        #expect(queue.next(at: .zero, time: nil) == nil)
        #expect(queue.kept.isEmpty)
    }

    @Test(
        "of the passages a channel gets those of its pets, and in its hours",
        arguments: [
            ([:], ["Mia, night", "Tom, night", "stranger, night", "Mia, day", "Mia, no clock"]),
            (["of": ["Mia"]], ["Mia, night", "Mia, day", "Mia, no clock"]),
            (["of": []], []),
            (
                ["from": "22:00", "to": "06:00"],
                ["Mia, night", "Tom, night", "stranger, night", "Mia, no clock"]
            ),
            (["of": ["Mia"], "from": "22:00", "to": "06:00"], ["Mia, night", "Mia, no clock"]),
        ] as [([String: JSONValue], [String])])
    func passages(settings: [String: JSONValue], sent: [String]) throws {
        var queue = try Self.queue(["from": "info", "passages": .object(settings)])
        for (pet, when, time) in [
            ("Mia", "night", Self.clock(23)), ("Tom", "night", Self.clock(5, 59)),
            (nil, "night", Self.clock(22)), ("Mia", "day", Self.clock(12)),
            ("Mia", "no clock", nil),
        ] {
            var passage = Notification(
                "\(pet ?? "") \(when)", source: "door", .info, "\(pet ?? "stranger"), \(when)",
                routine: .passages, pet: pet)
            passage.time = time
            queue.add(passage, at: .zero)
        }
        let told = queue.next(at: .zero, time: nil)?.notifications.map(\.text) ?? []
        #expect(told == sent)
    }

    @Test(
        "passages are sent where they are wanted, once; decisions and requests nowhere else",
        arguments: [
            (["from": "warning"], []), (["from": "info"], ["passage", "plain"]),
            (["from": "alarm", "also": ["passages"]], ["passage"]),
            (["also": ["passages", "decisions", "requests"]], ["passage", "decision", "request"]),
            (["from": "info", "also": ["requests"]], ["passage", "request", "plain"]),
            (["also": ["passages"], "only": ["pilot"]], []),
        ] as [([String: JSONValue], [String])])
    func routine(settings: [String: JSONValue], sent: [String]) throws {
        var queue = try Self.queue(settings)
        for (text, routine) in [
            ("passage", Routine.passages), ("decision", .decisions), ("request", .requests),
            ("plain", nil),
        ] as [(String, Routine?)] {
            queue.add(
                Notification("door/\(text)", source: "door", .info, text, routine: routine),
                at: .zero)
        }
        #expect((queue.next(at: .zero, time: nil)?.notifications ?? []).map(\.text) == sent)
    }

    @Test("the same again is counted, and told after an hour with how often it was")
    func repeats() throws {
        var queue = try Self.queue()
        for second in [0, 10, 20] { queue.add(Self.one("jammed"), at: Self.seconds(Int64(second))) }
        #expect(queue.next(at: Self.seconds(20), time: nil)?.notifications.map(\.count) == [1])
        _ = queue.note(.delivered, at: Self.seconds(20))
        #expect(queue.next(at: Self.seconds(3599), time: nil) == nil)
        let again = queue.next(at: Self.seconds(3600), time: nil)
        #expect(again?.text(at: nil) == "jammed (2 times)")
        _ = queue.note(.delivered, at: Self.seconds(3600))
        #expect(queue.next(at: Self.seconds(7200), time: nil) == nil)
        queue.add(Self.one("jammed"), at: Self.seconds(7300))
        #expect(queue.next(at: Self.seconds(7300), time: nil)?.text(at: nil) == "jammed")
    }

    @Test("in quiet hours only an alarm is sent; the rest comes together in the morning")
    func quiet() throws {
        var queue = try Self.queue(["quiet": ["from": "22:00", "to": "07:00"]])
        queue.add(Self.one("late"), at: .zero)
        queue.add(Self.one("jammed", .alarm), at: .zero)
        queue.add(Self.one("free", .alarm, isOver: true), at: .zero)
        let night = queue.next(at: .zero, time: Self.clock(23))
        #expect(night?.notifications.map(\.text) == ["jammed"])
        _ = queue.note(.delivered, at: .zero)
        #expect(queue.next(at: .zero, time: Self.clock(6, 59)) == nil)
        let morning = queue.next(at: .zero, time: Self.clock(7))
        #expect(morning?.notifications.map(\.text) == ["late", "free"])
    }

    @Test("while the clock is not set no hour is quiet")
    func noClock() throws {
        var queue = try Self.queue(["quiet": ["from": "00:00", "to": "23:59"]])
        queue.add(Self.one("late"), at: .zero)
        #expect(queue.next(at: .zero, time: nil) != nil)
    }

    @Test("without a network all is kept, and tried again at longer and longer intervals")
    func noNetwork() throws {
        var queue = try Self.queue()
        queue.add(Self.one("a"), at: .zero)
        var now = Instant.zero
        var delays: [Duration] = []
        for _ in 0..<7 {
            #expect(queue.next(at: now, time: nil)?.notifications.map(\.text) == ["a"])
            let again = queue.note(.failed("no route", retryAfter: nil), at: now)
            let delay = try #require(again)
            delays.append(delay)
            #expect(queue.next(at: now + delay - .seconds(1), time: nil) == nil)
            now = now + delay
        }
        #expect(delays == [5, 15, 30, 60, 120, 300, 300].map { .seconds($0) })
        queue.add(Self.one("b"), at: now)
        #expect(queue.next(at: now, time: nil)?.notifications.map(\.text) == ["a", "b"])
        #expect(queue.note(.delivered, at: now) == nil)
        #expect(queue.kept.isEmpty)
    }

    @Test("a server that says when is not asked before")
    func retryAfter() throws {
        var queue = try Self.queue()
        queue.add(Self.one("a"), at: .zero)
        _ = queue.next(at: .zero, time: nil)
        let delay = queue.note(.failed("HTTP 429", retryAfter: .seconds(90)), at: .zero)
        #expect(delay == .seconds(90))
        #expect(queue.next(at: Self.seconds(89), time: nil) == nil)
    }

    @Test("what a server refuses permanently stands in nobody's way")
    func refused() throws {
        var queue = try Self.queue()
        queue.add(Self.one("a"), at: .zero)
        _ = queue.next(at: .zero, time: nil)
        #expect(queue.note(.refused("HTTP 413"), at: .zero) == nil)
        queue.add(Self.one("b"), at: .zero)
        #expect(queue.next(at: .zero, time: nil)?.notifications.map(\.text) == ["b"])
    }

    @Test("where too many wait the oldest of the least severe go, and that is told")
    func tooMany() throws {
        var queue = try Self.queue(["from": "info"])
        queue.add(Self.one("alarm", .alarm), at: .zero)
        for number in 0..<205 { queue.add(Self.one("n\(number)", .info), at: .zero) }
        #expect(queue.kept.count == 200)
        let next = queue.next(at: .zero, time: nil)
        let batch = try #require(next)
        #expect(batch.notifications.map(\.text).prefix(2) == ["alarm", "n6"])
        #expect(batch.notifications.count == 20)
        #expect(batch.text(at: nil).hasSuffix("6 more were not kept, since too many waited"))
        _ = queue.note(.delivered, at: .zero)
        #expect(queue.next(at: .zero, time: nil)?.lost == 0)
    }

    @Test("a message fits into what ntfy takes, however long its parts are")
    func size() throws {
        var queue = try Self.queue()
        let long = String(repeating: "ü", count: 600)
        for number in 0..<30 { queue.add(Self.one("\(number) \(long)"), at: .zero) }
        var sent = 0
        while let batch = queue.next(at: .zero, time: Self.clock(12)) {
            #expect(batch.text(at: Self.clock(12)).utf8.count < 4096)
            sent += batch.notifications.count
            _ = queue.note(.delivered, at: .zero)
        }
        #expect(sent == 30)
    }

    @Test("what waits, and what was only counted, goes on after a restart")
    func restart() throws {
        var queue = try Self.queue()
        for _ in 0..<3 { queue.add(Self.one("a"), at: .zero) }
        queue.settle()
        let kept = queue.kept
        #expect(kept.map(\.count) == [1, 2])
        var next = try Self.queue()
        next.restore(kept)
        #expect(next.next(at: .zero, time: nil)?.notifications == kept)
    }

    @Test("a flood of things that are all different is bounded, and loses nothing that was counted")
    func flood() {
        var filter = RepeatFilter(interval: .seconds(3600))
        var told: [Notification] = []
        told += filter.note(Self.one("first"), at: .zero)
        told += filter.note(Self.one("first"), at: .zero)
        for number in 0..<500 { told += filter.note(Self.one("n\(number)"), at: Self.seconds(1)) }
        #expect(told.count == 502)
        #expect(told.filter { $0.text == "first" }.count == 2)
    }
}
