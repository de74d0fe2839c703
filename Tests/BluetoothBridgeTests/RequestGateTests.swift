import Control
import Core
import JSON
import TestSupport
import Testing
import Values

@testable import BluetoothBridge

@Suite struct RequestGateTests {
    private let now = Instant(nanoseconds: 1_000_000_000)
    private let gate = Gate()

    /// What a door, a pilot and a drone take.
    private static let catalogue = RequestCatalogue(
        requestsJSON([
            "door": ["lock": .ordinary, "presence": .ordinary, "set": .ordinary, "unlock": .safer],
            "pilot": ["land": .safer, "takeoff": .hazardous, "fly": .hazardous],
            "drone": ["cut-motors": .irreversible, "reset": .ordinary],
        ]))

    private func outcome(
        _ line: String, _ catalogue: RequestCatalogue? = catalogue, at time: Instant? = nil
    ) -> String {
        let words = line.split(separator: " ").map(String.init)
        do throws(PlainError) {
            return try gate.gate.question(words, from: "A0:A1", catalogue, at: time ?? now).line
                .line
        } catch {
            return "\(error)"
        }
    }

    @Test("the words of roost send pass, and say for whom and until when") func words() {
        #expect(
            outcome("door presence pet=Mia where=inside")
                == #"{"at_most":"ordinary","by":"bluetooth A0:A1","deadline_ns":6000000000,"request":"send","#
                + #""words":["door","presence","pet=Mia","where=inside"]}"#)
        #expect(outcome("lock").contains(#""words":["lock"]"#))
        #expect(outcome("pilot land").contains(#""words":["pilot","land"]"#))
    }

    @Test("the service is asked to let pass what the file allows, however it is written")
    func limits() {
        #expect(outcome("") == "nothing to ask for")
        #expect(outcome("lock", nil) == "roost is not running, or has no time")
        let lines = ["takeoff", "pilot takeoff", "drone cut-motors let-it-fall", "begin", "door"]
        for line in lines {
            #expect(outcome(line).contains(#""at_most":"ordinary""#), "\(line)")
        }
        gate.gate = RequestGate(allow: ["lock", "takeoff"])
        for line in lines {
            #expect(
                outcome(line).contains(#""allow":["lock","takeoff"],"at_most":"hazardous""#),
                "\(line)")
        }
    }

    @Test("a flood is refused, and what makes things safer never is") func flood() {
        for _ in 0..<5 { #expect(outcome("lock").contains("\"request\"")) }
        #expect(outcome("lock") == "at most five requests a second")
        for words in ["land", "unlock", "pilot land"] {
            for _ in 0..<100 { #expect(outcome(words).contains("\"request\"")) }
        }
        #expect(outcome("lock", at: now + .seconds(1)).contains("\"request\""))
    }

    @Test("what makes things safer is asked once for all who ask; one with arguments is not shared")
    func shared() throws {
        func key(_ words: String...) throws -> String? {
            try gate.gate.question(words, from: "A0", Self.catalogue, at: now).sharedAs
        }
        #expect(try key("land") == "land")
        #expect(try key("pilot", "land") == "pilot land")
        #expect(try key("land", "x") == nil)
        #expect(try key("lock") == nil)
    }
}

/// A gate that goes from one request to the next.
private final class Gate {
    var gate = RequestGate(allow: nil)
}
