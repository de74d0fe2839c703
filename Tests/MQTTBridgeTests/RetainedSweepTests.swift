import Control
import Core
import JSON
import MQTT
import Settings
import TestSupport
import Testing
import Values

@testable import MQTTBridge

@Suite struct RetainedSweepTests {
    private static let began = Instant(nanoseconds: 1_000_000_000_000)
    private static let bridge = "roost/roost/bridge"
    private static let config = "homeassistant/device/roost_roost/config"

    private func settings() throws -> BridgeSettings {
        try SettingsReader.read(from: [:], at: SettingPath(""))
    }

    /// What a bridge called "me" finds where the broker keeps this.
    private func finding(
        _ kept: [(topic: String, payload: String)], refusing refused: String? = nil,
        isRetained: Bool = true, after wait: Duration = .seconds(4)
    ) throws -> RetainedSweep.Finding? {
        var sweep = RetainedSweep(try settings())
        sweep.begin()
        for filter in sweep.filters {
            let refusal = filter == refused ? "Not authorized" : nil
            sweep.note(.subscribed(filter: filter, refusal: refusal), at: Self.began)
        }
        for (topic, payload) in kept {
            let message = MQTTMessage(topic, Array(payload.utf8), isRetained: isRetained)
            sweep.note(.message(message), at: Self.began)
        }
        let found = sweep.finding(ofBridge: "me", at: Self.began + wait)
        #expect(found == nil || sweep.finding(ofBridge: "me", at: Self.began + wait) == nil)
        return found
    }

    private static let mine = (topic: bridge, payload: #"{"id":"me","host":"pi"}"#)

    @Test("topics of drivers and policies are found, and of requests, events and others none")
    func topics() throws {
        let kept = [
            "driver/a", "driver/a/contact", "policy/b", "policy/b/set", "policy/b/event", "mine",
            "output/a.b", "output/a.b/set", "output/a.b/answer",
            "driver/a/contact/deep", "availability", "verdict",
        ].map { (topic: "roost/roost/\($0)", payload: "{}") }
        let others = [(topic: "roost/garage/driver/a", payload: "{}")]
        let expected: Set = ["driver/a", "driver/a/contact", "policy/b", "output/a.b"]
        #expect(
            try finding([Self.mine] + kept + others)
                == .kept(topics: Set(expected.map { "roost/roost/\($0)" }), components: [:]))
        #expect(
            try finding([Self.mine] + kept, isRetained: false)
                == .notOurs("the broker does not give back who has the node (roost/roost/bridge)"))
    }

    @Test("components are found with their platform, but for those that were removed before")
    func components() throws {
        let payload =
            #"{"cmps":{"a":{"p":"sensor","name":"x"},"b":{"p":"lock"},"c":{"name":"y"},"d":3}}"#
        #expect(
            try finding([Self.mine, (topic: Self.config, payload: payload)])
                == .kept(topics: [], components: ["a": "sensor"]))
        for payload in ["", "{", "[]", #"{"cmps":[]}"#] {
            #expect(
                try finding([Self.mine, (topic: Self.config, payload: payload)])
                    == .kept(topics: [], components: [:]))
        }
    }

    @Test("whoever does not read back its own id, or may not look, may clear nothing")
    func notAlone() throws {
        #expect(
            try finding([(topic: Self.bridge, payload: #"{"id":"other"}"#)])
                == .notOurs("another bridge has the node as well"))
        for payload in ["", "x", #"{"id":3}"#] {
            guard case .notOurs? = try finding([(topic: Self.bridge, payload: payload)]) else {
                Issue.record("\(payload)")
                continue
            }
        }
        #expect(
            try finding([Self.mine], refusing: "roost/roost/driver/#")
                == .notOurs("the broker refuses roost/roost/driver/#: Not authorized"))
    }

    @Test("nothing is found before the broker has had its time, or without an answer of it")
    func early() throws {
        #expect(try finding([Self.mine], after: .seconds(2)) == nil)
        var sweep = RetainedSweep(try settings())
        sweep.begin()
        sweep.note(.subscribed(filter: Self.bridge, refusal: nil), at: Self.began)
        #expect(sweep.finding(ofBridge: "me", at: Self.began + .seconds(3600)) == nil)
    }

    @Test("what is found and not published is cleared, and Home Assistant removes its components")
    func cleared() throws {
        var state = BridgeState(try settings())
        let catalogue = try #require(RequestCatalogue(.doorAndPilot))
        func sent() -> [String: String] {
            var sent: [String: String] = [:]
            while let message = state.outbox.next() {
                state.outbox.noteDelivered()
                sent[message.topic] = String(decoding: message.payload, as: UTF8.self)
            }
            return sent
        }
        let contact = StatusJSON.driver("flap", ["contact": StatusJSON.source("contact", .null)])
        state.note(["status": StatusJSON.status([contact])], catalogue)
        #expect(sent()["roost/roost/driver/flap"] != nil)
        let gone: Set = ["roost/roost/driver/old", "roost/roost/driver/flap"]
        #expect(
            state.clear(gone, ["old_contact": "binary_sensor", "flap_contact": "sensor"])
                == ["roost/roost/driver/old"])
        state.note(["status": StatusJSON.status([contact])], catalogue)
        let after = sent()
        #expect(after["roost/roost/driver/old"] == "" && after["roost/roost/driver/flap"] == nil)
        let config = try JSONValue(parsing: (after[Self.config] ?? "").utf8)
        #expect(config["cmps"]?["old_contact"] == ["p": "binary_sensor"])
        #expect(config["cmps"]?["flap_contact"]?["name"] == "flap")
        // A driver that a change takes away goes the same way.
        state.note(["status": StatusJSON.status([])], catalogue)
        let last = sent()
        #expect(last["roost/roost/driver/flap/contact"] == "")
        let rest = try JSONValue(parsing: (last[Self.config] ?? "").utf8)
        #expect(rest["cmps"]?["flap_contact"] == ["p": "binary_sensor"])
        #expect(rest["cmps"]?["old_contact"] == ["p": "binary_sensor"])
    }
}
