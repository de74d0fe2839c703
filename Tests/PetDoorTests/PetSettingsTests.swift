import Core
import JSON
import Testing

@testable import PetDoor

/// What keeps a door from knowing its pets is told before anything starts.
@Suite("Pet door: settings of pets")
struct PetSettingsTests {
    private static let mia: JSONValue = ["Mia": ["276095610728684"]]
    private static let two: JSONValue = ["Mia": ["276095610728684"], "Tom": ["0006547886"]]

    /// What is connected beside light, latch and flap, and the words that tell what is wrong.
    static let table: [(settings: JSONValue, ports: Set<String>, wrong: String?)] = [
        ([:], [], nil),
        (["pets": mia, "reader_side": "outside"], ["tag"], nil),
        (["pets": two, "reader_side": "inside"], ["tag"], nil),
        (["pets": ["Mia": []]], ["flap_inward", "flap_outward"], nil),
        (["reader_side": "outside"], ["tag"], "nobody is named"),
        (["pets": mia], ["tag"], "which side"),
        (["pets": mia, "reader_side": "outside"], [], "there is no \"tag\""),
        (["pets": mia], [], "nothing tells who came home"),
        (["pets": mia], ["flap_inward", "flap_outward"], "without tags"),
        (["pets": two], ["flap_inward", "flap_outward"], "one only"),
        (["pets": ["Mia": []], "reader_side": "outside"], ["tag"], "each needs a tag"),
        (["pets": mia, "reader_side": "both"], ["tag"], "tells no way"),
        (
            ["pets": mia, "reader_side": "both"], ["tag", "flap_inward", "flap_outward"], nil
        ),
        (["pets": ["Mia": []]], ["flap_inward"], "only together"),
    ]

    @Test("pets need what tells them and their way", arguments: table)
    func needs(settings: JSONValue, ports: Set<String>, wrong: String?) throws {
        let conflicts = PetDoor.conflicts(
            try DoorBench.shipped(settings),
            connected: BoundPorts(ports.union(["light", "latch", "flap"])))
        #expect(conflicts.isEmpty == (wrong == nil), "\(conflicts)")
        if let wrong { #expect(conflicts.contains { $0.why.contains(wrong) }, "\(conflicts)") }
    }

    @Test("pets need a switch at the flap") func flap() throws {
        let settings = try DoorBench.settings(["pets": Self.mia, "reader_side": "outside"])
        let conflicts = PetDoor.conflicts(settings, connected: ["light", "latch", "tag"])
        #expect(conflicts.contains { $0.why.contains("need a \"flap\"") })
    }

    @Test(
        "two pets with one tag are refused, however it is written",
        arguments: [
            ("276095610728684", "276 0956 10728684"), ("0006547886", "01 0006547886"),
            ("099,59822", "0006547886"),
        ])
    func shared(one: String, other: String) {
        #expect {
            _ = try DoorBench.shipped(
                ["pets": ["Mia": [.string(one)], "Tom": [.string(other)]]])
        } throws: {
            "\($0)".contains("Mia and Tom have one tag")
        }
    }

    @Test("what is no tag is refused by its place") func noTag() {
        #expect {
            _ = try DoorBench.shipped(["pets": ["Mia": ["12"]]])
        } throws: {
            "\($0)".contains("pets.Mia[0]")
        }
    }
}
