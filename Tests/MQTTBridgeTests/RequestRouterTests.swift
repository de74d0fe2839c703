import Control
import Core
import JSON
import MQTT
import Settings
import TestSupport
import Testing
import Values

@testable import MQTTBridge

@Suite struct RequestRouterTests {
    private let now = Instant(nanoseconds: 7_000_000_000)
    private let catalogue = RequestCatalogue(.doorAndPilot)

    private static func settings(_ json: JSONValue = [:]) throws -> BridgeSettings {
        try SettingsReader.read(from: json, at: SettingPath(""))
    }

    /// What the control socket is asked, or why nothing is.
    private func outcomes(
        _ payloads: [String], to topic: String = "roost/roost/policy/door/set",
        isRetained: Bool = false, _ settings: JSONValue = [:]
    ) throws -> [String] {
        var router = RequestRouter(try Self.settings(settings))
        return payloads.map { payload in
            let message = MQTTMessage(topic, Array(payload.utf8), isRetained: isRetained)
            do throws(RequestRouter.RoutingError) {
                return try router.route(
                    message, to: ["door", "pilot"], catalogue, at: now
                ).line.line
            } catch {
                return "\(error)"
            }
        }
    }

    @Test("a name is a request without arguments, for the policy of the topic")
    func name() throws {
        #expect(
            try outcomes(["lock"]) == [
                #"{"at_most":"ordinary","by":"mqtt","deadline_ns":12000000000,"name":"lock","#
                    + #""request":"send","to":"door"}"#
            ])
    }

    @Test("an object has arguments, which are passed on as they are")
    func arguments() throws {
        let given = #"{"name": "presence", "arguments": {"pet": "Mia", "where": "inside"}}"#
        #expect(
            try outcomes([given]) == [
                #"{"arguments":{"pet":"Mia","where":"inside"},"at_most":"ordinary","by":"mqtt","#
                    + #""deadline_ns":12000000000,"name":"presence","request":"send","to":"door"}"#
            ])
    }

    @Test("an output is asked at a topic of its own, and a policy at none of these")
    func output() throws {
        var router = RequestRouter(try Self.settings(["allow": ["fan.level"]]))
        func line(_ topic: String, _ payload: String) throws -> (JSONValue, String) {
            let question = try router.route(
                MQTTMessage(topic, Array(payload.utf8)), to: ["door", "fan.level"], catalogue,
                at: now)
            return (question.line, question.answerTopic)
        }
        let (asked, answer) = try line("roost/roost/output/fan.level/set", "on")
        #expect(asked["to"] == "fan.level" && asked["name"] == "on")
        #expect(asked["allow"] == ["fan.level"] && asked["at_most"] == "hazardous")
        #expect(answer == "roost/roost/output/fan.level/answer")
        for topic in [
            "roost/roost/output/door/set", "roost/roost/policy/fan.level/set",
            "roost/roost/output/lamp.switch/set", "roost/roost/output/fan.level/answer",
        ] {
            #expect(throws: RequestRouter.RoutingError.self, "\(topic)") {
                try line(topic, "on")
            }
        }
    }

    @Test("a retained request is obeyed by nobody: it was somebody's wish once")
    func retained() throws {
        let topic = "roost/roost/policy/pilot/set"
        #expect(
            try outcomes(["takeoff"], to: topic, isRetained: true, ["allow": ["takeoff"]])
                == ["a retained request is not obeyed"])
    }

    @Test("the service is asked to let pass what the file allows, and no more") func limits()
        throws
    {
        for name in ["takeoff", "lock", "begin"] {
            #expect(try outcomes([name])[0].contains(#""at_most":"ordinary""#))
            let allowed = try outcomes([name], ["allow": ["takeoff", "begin"]])[0]
            #expect(allowed.contains(#""allow":["takeoff","begin"],"at_most":"hazardous""#))
        }
    }

    @Test("what nobody is known to take uses up a rate of its own") func unknownRequests() throws {
        let begins = [String](repeating: "begin", count: 20)
        let passed = try outcomes(begins + ["lock"]).map { $0.hasPrefix("{") }
        #expect(passed.count { $0 } == 6)
        #expect(passed.last == true)
    }

    @Test(
        "what is no request is refused with what one is",
        arguments: [
            "", " ", "lock now", "{", "[]", #"{"name": 7}"#, #"{"name": "lock", "to": "pilot"}"#,
            #"{"name": "lock", "deadline_ns": 1}"#, "\u{0}", "ON\n",
        ])
    func garbage(payload: String) throws {
        #expect(
            try outcomes([payload])
                == [#"a request is a name, or {"name": TEXT, "arguments": {}}"#])
    }

    @Test("a request longer than 4096 bytes is refused")
    func long() throws {
        let long = String(repeating: "x", count: 4097)
        #expect(try outcomes([long]) == ["a request has at most 4096 bytes"])
    }

    @Test("of a flood five a second are passed on, but every land")
    func flood() throws {
        let locks = try outcomes([String](repeating: "lock", count: 20))
        #expect(locks.count { $0.hasPrefix("{") } == 5)
        let lands = try outcomes(
            [String](repeating: "land", count: 20), to: "roost/roost/policy/pilot/set")
        #expect(lands.allSatisfy { $0.hasPrefix("{") })
    }

    @Test("an unlock is never one too many; one with arguments counts") func unlock() throws {
        let unlocks = try outcomes([String](repeating: "unlock", count: 20))
        #expect(unlocks.allSatisfy { $0.hasPrefix("{") })
        let others = try outcomes(
            [String](repeating: #"{"name": "unlock", "arguments": {}}"#, count: 20))
        #expect(others.count { $0.hasPrefix("{") } == 5)
    }

    @Test("a name that no policy has is refused before it counts, so it resets no limit")
    func unknownNames() throws {
        var router = RequestRouter(try Self.settings())
        var passed = 0
        for number in 0..<1000 {
            let unknown = MQTTMessage("roost/roost/policy/x\(number)/set", Array("auto".utf8))
            let error = thrownError(RequestRouter.RoutingError.self) {
                try router.route(unknown, to: ["door"], catalogue, at: now)
            }
            #expect(error?.description == "no policy is called \"x\(number)\"")
            let known = MQTTMessage("roost/roost/policy/door/set", Array("auto".utf8))
            if (try? router.route(known, to: ["door"], catalogue, at: now)) != nil { passed += 1 }
        }
        #expect(passed == 5)
    }

    @Test("while roost is not there, nothing is passed on and nothing counts") func nobody() throws
    {
        var router = RequestRouter(try Self.settings())
        for _ in 0..<20 {
            let message = MQTTMessage("roost/roost/policy/door/set", Array("lock".utf8))
            let error = thrownError(RequestRouter.RoutingError.self) {
                try router.route(message, to: nil, catalogue, at: now)
            }
            #expect(error?.description == "roost is not running, or has no time")
        }
        let message = MQTTMessage("roost/roost/policy/door/set", Array("lock".utf8))
        #expect(throws: Never.self) { try router.route(message, to: ["door"], catalogue, at: now) }
    }

    @Test(
        "another topic takes no requests",
        arguments: [
            "roost/other/policy/door/set", "roost/roost/policy/door", "roost/roost/driver/door/set",
            "roost/roost/policy/door/set/set", "",
        ])
    func otherTopic(topic: String) throws {
        #expect(try outcomes(["lock"], to: topic) == ["no requests go to \(topic)"])
    }
}
