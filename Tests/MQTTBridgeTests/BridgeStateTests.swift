import Control
import Core
import JSON
import MQTT
import Settings
import TestSupport
import Testing

@testable import MQTTBridge

@Suite struct BridgeStateTests {
    /// What is sent after each line: the topics, with payloads of those that are asked for.
    private static func sent(
        _ lines: [JSONValue], to wanted: String, discovery: Bool = false
    ) throws -> [[String]] {
        let settings: BridgeSettings = try SettingsReader.read(
            from: ["discovery": .bool(discovery)], at: SettingPath(""))
        var state = BridgeState(settings)
        let catalogue = try #require(RequestCatalogue(.doorAndPilot))
        return lines.map { line in
            if line == .null { state.noteGone() } else { state.note(line, catalogue) }
            var sent: [String] = []
            while let message = state.outbox.next() {
                state.outbox.noteDelivered()
                guard message.topic.hasSuffix(wanted) else { continue }
                sent.append(String(decoding: message.payload, as: UTF8.self))
            }
            return sent
        }
    }

    @Test("it is online with the first status, and offline when nobody tells anything any more")
    func availability() throws {
        let status: JSONValue = ["status": StatusJSON.status([])]
        #expect(
            try Self.sent([["ok": true], status, status, .null, status], to: "availability")
                == [["offline"], ["online"], [], ["offline"], ["online"]])
    }

    @Test("a value is sent when it or its quality is new, and not because it is older")
    func values() throws {
        let looks: [JSONValue] = [
            StatusJSON.source("temperature", ["celsius": 4]),
            StatusJSON.source("temperature", ["celsius": 4], age: 3),
            StatusJSON.source("temperature", ["celsius": 4], quality: "stale", age: 40),
            StatusJSON.source("temperature", .null, quality: "absent"),
        ]
        let sent = try Self.sent(
            looks.map {
                ["status": StatusJSON.status([StatusJSON.driver("outside", ["temperature": $0])])]
            },
            to: "driver/outside/temperature")
        #expect(
            sent == [
                [#"{"quality":"good","quality_reason":null,"text":null,"value":{"celsius":4}}"#],
                [],
                [#"{"quality":"stale","quality_reason":null,"text":null,"value":{"celsius":4}}"#],
                [#"{"quality":"absent","quality_reason":null,"text":null,"value":null}"#],
            ])
    }

    @Test("a driver that a change took away is taken from the broker, too")
    func removed() throws {
        let both = StatusJSON.status([StatusJSON.driver("a", [:]), StatusJSON.driver("b", [:])])
        let one = StatusJSON.status([StatusJSON.driver("a", [:])])
        #expect(
            try Self.sent([["status": both], ["status": one]], to: "driver/b")
                == [[#"{"driver":"any","error":null,"state":"running"}"#], [""]])
    }

    @Test("each passage is told once, in order, and those of before are not")
    func passages() throws {
        func status(_ numbers: [Double]) -> JSONValue {
            let events = numbers.map { number -> JSONValue in
                ["number": .number(number), "kind": "transit", "pet": "Mia"]
            }
            return [
                "status": StatusJSON.status(
                    [], [StatusJSON.policy("door", "pet-door", details: ["events": .array(events)])]
                )
            ]
        }
        let sent = try Self.sent(
            [status([2, 1]), status([4, 3, 2, 1]), status([4, 3]), status([1])],
            to: "policy/door/event")
        #expect(
            sent == [
                [],
                [3, 4].map { #"{"event_type":"transit","number":\#($0),"pet":"Mia"}"# }, [], [],
            ])
    }

    @Test("the log is told from now on, not what it said before")
    func log() throws {
        func event(_ age: Double) -> JSONValue {
            [
                "event": [
                    "number": 1, "level": "warning", "source": "drone", "text": "lost",
                    "age_seconds": .number(age),
                ]
            ]
        }
        #expect(
            try Self.sent([event(300), event(0.1)], to: "log")
                == [[], [#"{"event_type":"warning","source":"drone","text":"lost"}"#]])
    }
}
