import Core
import JSON
import MQTT
import Settings
import Testing
import Values

@testable import MQTTBridge

@Suite struct OwnTracksLeaderTests {
    private static let utcSeconds = 1_764_000_000.0

    private func outcome(_ payload: String, isRetained: Bool = false) throws -> String {
        let settings: BridgeSettings = try SettingsReader.read(
            from: ["leader": ["topic": "owntracks/mia/phone", "pilot": "pilot"]],
            at: SettingPath(""))
        let leader = OwnTracksLeader(try #require(settings.leader))
        let message = MQTTMessage(
            "owntracks/mia/phone", Array(payload.utf8), isRetained: isRetained)
        do throws(PlainError) {
            let now = Instant(nanoseconds: 1_000_000_000)
            return try leader.question(message, utcSeconds: Self.utcSeconds, at: now)?.line
                ?? "nothing"
        } catch {
            return "\(error)"
        }
    }

    private static func location(_ tst: String = "1763999997") -> String {
        #"{"_type":"location","lat":52.5,"lon":13.4,"acc":6,"batt":81,"tid":"mi","tst":\#(tst)}"#
    }

    @Test("a phone's place is the leader's")
    func place() throws {
        #expect(
            try outcome(Self.location())
                == #"{"allow":["leader"],"arguments":{"accuracy":"6m","age":"3.0s","latitude":52.5,"longitude":13.4},"#
                + #""at_most":"hazardous","by":"mqtt","#
                + #""deadline_ns":3000000000,"name":"leader","request":"send","to":"pilot"}"#)
    }

    @Test("one that is retained, old, or of the future is where nobody is")
    func old() throws {
        let wrong = "owntracks/mia/phone: the place is older than 10.0 s, or a clock is wrong"
        #expect(try outcome(Self.location(), isRetained: true) == wrong)
        #expect(try outcome(Self.location("1763999980")) == wrong)
        #expect(try outcome(Self.location("1764000020")) == wrong)
        #expect(try outcome(Self.location("\"now\"")) == wrong)
    }

    @Test("what else a phone sends is nothing, and what is no message is refused")
    func others() throws {
        #expect(try outcome(#"{"_type":"transition","event":"leave"}"#) == "nothing")
        #expect(try outcome("52.5 13.4") == "owntracks/mia/phone: not JSON")
        #expect(
            try outcome(#"{"_type":"location","lat":52.5,"tst":1763999999}"#)
                == "owntracks/mia/phone: \"lat\", \"lon\" and \"acc\" are needed")
    }
}
