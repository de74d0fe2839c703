import Core
import JSON
import TestSupport
import Testing
import Values

@testable import Notify

@Suite("What people are told of the running roost")
struct ServiceObserverTests {
    private static func seconds(_ count: Int64) -> Instant {
        Instant(nanoseconds: count * 1_000_000_000)
    }

    private static func event(_ level: String, _ text: String, age: Double = 0) -> JSONValue {
        [
            "event": [
                "number": 1, "level": .string(level), "source": "door", "text": .string(text),
                "age_seconds": .number(age),
            ]
        ]
    }

    private static func state(
        alerts: [String] = [], failsafe: String? = nil, events: [JSONValue] = []
    ) -> JSONValue {
        let details: JSONValue = [
            "alerts": .array(alerts.map { ["code": .string($0), "severity": "alarm"] }),
            "events": .array(events),
        ]
        let reason: JSONValue = [
            "code": .string(failsafe ?? "night"), "text": "it is night",
            "is_failsafe": .bool(failsafe != nil),
        ]
        let door = StatusJSON.policy("door", "pet-door", details: details, reason: reason)
        return ["status": StatusJSON.status([], [door])]
    }

    private static func passage(_ number: Double) -> JSONValue {
        ["number": .number(number), "kind": "transit", "text": .string("Mia went out \(number)")]
    }

    /// What is told after each line, in short: severity, whether it is over, text.
    private static func told(_ lines: [JSONValue]) -> [[String]] {
        var observer = ServiceObserver(
            goneAfter: .seconds(60), seenUntil: seconds(95), at: seconds(100))
        return lines.map { line in observer.note(line, at: seconds(100)).map(short) }
    }

    private static func short(_ one: Notification) -> String {
        "\(one.severity)\(one.isOver ? " over" : ""): \(one.text)"
    }

    @Test("a change that was undone is told, and that somebody knows of it") func undone() {
        func state(_ findings: [JSONValue]) -> JSONValue {
            guard case .object(var status) = StatusJSON.status([], []) else { return .null }
            status["verdict"] = [
                "level": "warning", "text": "1 needs a look", "findings": .array(findings),
            ]
            return ["status": .object(status)]
        }
        let undone: JSONValue = [
            "part": "roost", "name": "roost", "level": "warning", "text": "a change was undone",
        ]
        // Those of drivers and policies are told of by themselves.
        let door: JSONValue = [
            "part": "policy", "name": "door", "level": "warning", "text": "no-clock",
        ]
        let told = Self.told([state([]), state([undone, door]), state([undone]), state([])])
        #expect(
            told == [
                [], ["warning: a change was undone"], [], ["warning over: a change was undone"],
            ])
    }

    @Test("lines of the log are told by their level, but for those from before anybody watched")
    func log() {
        let told = Self.told([
            Self.event("error", "old", age: 30), Self.event("notice", "unlocked", age: 1),
            Self.event("warning", "no light"), Self.event("error", "jammed"),
        ])
        #expect(told == [[], ["info: unlocked"], ["warning: no light"], ["alarm: jammed"]])
    }

    @Test("what policies decide, what is asked and what passed a flap are told apart from the rest")
    func routine() {
        var observer = ServiceObserver(
            goneAfter: .seconds(60), seenUntil: Self.seconds(0), at: Self.seconds(1))
        func routine(_ line: JSONValue) -> [Routine?] {
            observer.note(line, at: Self.seconds(10)).map(\.routine)
        }
        #expect(routine(Self.state(events: [Self.passage(1)])) == [])
        #expect(routine(Self.event("notice", "it is night")) == [.decisions])
        #expect(routine(Self.event("notice", "asked by a person of door: pets")) == [.requests])
        #expect(routine(Self.event("warning", "no light")) == [nil])
        #expect(routine(Self.state(events: [Self.passage(1), Self.passage(2)])) == [.passages])
        let named: JSONValue = ["number": 3, "kind": "transit", "text": "Tom", "pet": "Tom"]
        let stranger: JSONValue = ["number": 4, "kind": "transit", "text": "x", "pet": .null]
        let passed = observer.note(Self.state(events: [named, stranger]), at: Self.seconds(10))
        #expect(passed.map(\.pet) == ["Tom", nil])
        let roost: JSONValue = [
            "event": [
                "number": 1, "level": "notice", "source": "roost", "text": "started: 0 drivers",
                "age_seconds": 0,
            ]
        ]
        #expect(routine(roost) == [nil])
    }

    @Test("an event that is told again after a lost connection is told once")
    func again() {
        var observer = ServiceObserver(
            goneAfter: .seconds(60), seenUntil: Self.seconds(0), at: Self.seconds(1))
        #expect(observer.note(Self.event("error", "a"), at: Self.seconds(10)).count == 1)
        observer.noteGone(at: Self.seconds(11))
        #expect(observer.note(Self.event("error", "a", age: 1.98), at: Self.seconds(12)).isEmpty)
        #expect(observer.note(Self.event("error", "b", age: 0.5), at: Self.seconds(12)).count == 1)
    }

    @Test("two events of one moment are two, once the first state has come")
    func moment() {
        let told = Self.told([
            Self.state(), Self.event("error", "a"), Self.event("error", "b", age: 0.001),
        ])
        #expect(told == [[], ["alarm: a"], ["alarm: b"]])
    }

    @Test("an alert is told when it begins and when it is over, a failsafe, too")
    func conditions() {
        let told = Self.told([
            Self.state(), Self.state(alerts: ["bolt-stuck-out"]),
            Self.state(alerts: ["bolt-stuck-out"], failsafe: "no-light"), Self.state(),
        ])
        #expect(
            told == [
                [], ["alarm: bolt-stuck-out: it is night"], ["warning: it is night"],
                ["alarm over: bolt-stuck-out: it is night", "warning over: it is night"],
            ])
    }

    @Test("an alert with words of its own is told by these") func words() {
        let details: JSONValue = [
            "alerts": [["code": "battery-warning", "severity": "warning", "text": "30 % are left"]]
        ]
        let reason: JSONValue = ["code": "flying", "text": "flying", "is_failsafe": false]
        let pilot = StatusJSON.policy("pilot", "drone-navigation", details: details, reason: reason)
        let told = Self.told([Self.state(), ["status": StatusJSON.status([], [pilot])]])
        #expect(told.last == ["warning: battery-warning: 30 % are left"])
    }

    @Test("a driver that has failed permanently is an alarm, until it runs again")
    func failed() {
        let lines = ["failed", "running"].map { state -> JSONValue in
            ["status": StatusJSON.status([StatusJSON.driver("bolt", [:], state: state)])]
        }
        let text = "it has failed permanently: nobody knows why"
        #expect(Self.told(lines) == [["alarm: \(text)"], ["alarm over: \(text)"]])
    }

    @Test("a policy that is given up is an alarm") func givenUp() {
        let lines = [[:], ["is_given_up": true]].map { (more: [String: JSONValue]) -> JSONValue in
            guard case .object(let door) = StatusJSON.policy("door", "pet-door") else { return [:] }
            return ["status": StatusJSON.status([], [.object(door.merging(more) { $1 })])]
        }
        #expect(
            Self.told(lines) == [[], ["alarm: it is given up, its steps hang: roost restart door"]])
    }

    @Test("what passed the flap before anybody looked is no news, what passes then is")
    func passages() {
        let told = Self.told([
            Self.state(events: [Self.passage(1)]),
            Self.state(events: [Self.passage(3), Self.passage(2), Self.passage(1)]),
        ])
        #expect(told == [[], ["info: Mia went out 2.0", "info: Mia went out 3.0"]])
    }

    @Test("passages of two runs of the service are not the same thing again") func twoRuns() {
        var observer = ServiceObserver(
            goneAfter: .seconds(60), seenUntil: .zero, at: Self.seconds(0))
        var keys: Set<String> = []
        for run in [Int64(10), 20] {
            _ = observer.note(Self.state(), at: Self.seconds(run))
            let news = observer.note(
                Self.state(events: [Self.passage(1)]), at: Self.seconds(run + 1))
            keys.formUnion(news.map(\.key))
        }
        #expect(keys.count == 2)
    }

    @Test("a service that does not answer is told of once, after a while, and when it is back")
    func gone() {
        var observer = ServiceObserver(
            goneAfter: .seconds(60), seenUntil: .zero, at: Self.seconds(0))
        #expect(observer.due(at: Self.seconds(59)).isEmpty)
        #expect(
            observer.due(at: Self.seconds(60)).map(Self.short) == [
                "alarm: roost does not answer for 60 s"
            ])
        #expect(observer.due(at: Self.seconds(600)).isEmpty)
        #expect(
            observer.note(Self.state(), at: Self.seconds(601)).map(Self.short) == [
                "alarm over: roost does not answer"
            ])
        observer.noteGone(at: Self.seconds(700))
        #expect(observer.due(at: Self.seconds(760)).count == 1)
    }

    @Test("that it is back is told also when this program was started again in between")
    func backAfterRestart() {
        var before = ServiceObserver(goneAfter: .seconds(60), seenUntil: .zero, at: .zero)
        _ = before.due(at: Self.seconds(60))
        var after = ServiceObserver(
            goneAfter: .seconds(60), standing: before.standing, seenUntil: .zero,
            at: Self.seconds(70))
        #expect(after.due(at: Self.seconds(700)).isEmpty)
        #expect(
            after.note(Self.state(), at: Self.seconds(701)).map(Self.short) == [
                "alarm over: roost does not answer"
            ])
        #expect(after.note(Self.state(), at: Self.seconds(702)).isEmpty)
    }

    @Test("one that was stopped on purpose is no alarm")
    func stopped() {
        var observer = ServiceObserver(
            goneAfter: .seconds(60), seenUntil: .zero, at: Self.seconds(0))
        let line: JSONValue = ["status": StatusJSON.status([], phase: "stopping")]
        _ = observer.note(line, at: Self.seconds(1))
        observer.noteGone(at: Self.seconds(2))
        #expect(
            observer.due(at: Self.seconds(62)).map(Self.short) == [
                "warning: roost was stopped, and is not running for 60 s"
            ])
        #expect(
            observer.note(Self.state(), at: Self.seconds(90)).map(Self.short) == [
                "warning over: roost was stopped, and is not running"
            ])
    }

    @Test("what is no line of a service tells nothing, and stops nothing")
    func nonsense() {
        let lines: [JSONValue] = [
            .null, ["event": 3], ["event": ["level": "error"]], ["status": [:]],
            ["event": ["level": "error", "source": "a", "text": "b", "age_seconds": -1]],
            ["missed_events": "many"],
        ]
        #expect(Self.told(lines).flatMap { $0 } == [])
        #expect(
            Self.told([["missed_events": 7]]) == [
                ["warning: 7 lines of its log came too fast and are not sent"]
            ])
    }
}
