import Core
import Devices
import Program
import TestSupport
import Testing

@testable import BluetoothBridge

@Suite struct RequestGateTests {
    private let now = Instant(nanoseconds: 1_000_000_000)
    private let gate = Gate()

    /// What a door, a pilot and a drone take.
    private static let listing: JSONValue = [
        "ok": true,
        "plugins": [
            plugin(
                "door", ["lock": [], "presence": ["pet", "where"], "set": ["light_threshold"]]),
            plugin("pilot", ["land": [], "takeoff": [], "fly": ["mission", "altitude"]]),
            plugin("drone", ["cut-motors": ["confirm"], "reset": []]),
        ],
    ]

    private static func plugin(_ name: String, _ requests: [String: [String]]) -> JSONValue {
        [
            "name": .string(name),
            "requests": .array(
                requests.map { name, keys in
                    [
                        "name": .string(name),
                        "arguments": .array(keys.map { ["key": .string($0)] }),
                    ]
                }),
        ]
    }

    private func outcome(_ line: String, listing: JSONValue = listing, at time: Instant? = nil)
        -> String
    {
        let words = line.split(separator: " ").map(String.init)
        do throws(PlainError) {
            return try gate.gate.question(
                words, from: "A0:A1", listing: listing, at: time ?? now
            ).line
        } catch {
            return "\(error)"
        }
    }

    @Test("the words of roost send pass, and say for whom and until when") func words() {
        #expect(
            outcome("door presence pet=Mia where=inside")
                == #"{"by":"bluetooth A0:A1","deadline_ns":6000000000,"request":"send","#
                + #""words":["door","presence","pet=Mia","where=inside"]}"#)
        #expect(outcome("lock").contains(#""words":["lock"]"#))
        #expect(
            outcome("pilot land")
                == #"{"by":"bluetooth A0:A1","request":"send","words":["pilot","land"]}"#)
    }

    @Test("what is not allowed does not pass, whichever way it is written") func refused() {
        for line in [
            "takeoff", "pilot takeoff", "takeoff land", "pilot fly x.json", "fly land", "door",
            "nobody land",
            "cut-motors let-it-fall", "drone cut-motors let-it-fall", "", "LAND", "door Lock",
        ] {
            #expect(!outcome(line).contains("\"request\""), "\(line)")
        }
        #expect(outcome("lock", listing: ["ok": false]) == "roost does not say what it takes")
    }

    @Test("what cannot be undone does not pass where it is allowed by name, too") func confirmed() {
        gate.gate = RequestGate(allow: ["cut-motors", "reset"])
        #expect(outcome("drone cut-motors let-it-fall").contains("cannot be undone"))
        #expect(outcome("cut-motors confirm=let-it-fall").contains("cannot be undone"))
        #expect(outcome("drone reset").contains("\"request\""))
    }

    @Test("a flood is refused, and landing never is") func flood() {
        for _ in 0..<5 { #expect(outcome("lock").contains("\"request\"")) }
        #expect(outcome("lock") == "at most five requests a second")
        for _ in 0..<100 { #expect(outcome("land").contains("\"request\"")) }
        #expect(outcome("lock", at: now + .seconds(1)).contains("\"request\""))
    }
}

/// A gate that goes from one request to the next.
private final class Gate {
    var gate = RequestGate(allow: harmlessRequests)
}
