import Core
import TestSupport
import Testing

@testable import Policies

/// docs/pet-door.md: what it says of modes is what the door does, and what it shows can be read.
@Suite struct PetDoorPageTests {
    private let page: String

    init() throws {
        page = String(decoding: try projectFile("docs/pet-door.md"), as: UTF8.self)
    }

    @Test("the page names each bolt with what it makes of the door") func bolts() {
        let lines = page.split(separator: "\n")
        for barred in PetDoor.Barred.allCases {
            let row = lines.first { $0.hasPrefix("| `\(barred.rawValue)` |") }
            let possible = PetDoor.Mode.allCases.filter { barred.refusal(of: $0) == nil }
            let words = possible.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            #expect(row?.hasSuffix("| \(words) |") == true, "\(words)")
        }
    }

    @Test("the page names each request with its mode, and whether it outlives a restart")
    func requests() {
        let lines = page.split(separator: "\n")
        for declaration in PetDoor.Request.declarations {
            let name = declaration.description.name
            let mode = PetDoor.Request(rawValue: name)?.mode ?? .auto
            let row = lines.first { $0.hasPrefix("| `\(name)` | `\(mode.rawValue)` |") }
            let override = PetDoor.Override(mode: mode, until: .zero)
            let isKept = mode != .auto && override.isKept
            #expect(row?.contains("over a restart, too") == isKept, "\(name)")
        }
    }

    @Test("the refusal that the page shows is the one that is said") func refusal() throws {
        let words = try #require(PetDoor.Barred.bothWays.refusal(of: .inOnly))
        #expect(page.contains("\n\(words)\n"))
    }

    @Test("the example of a schedule can be read, and goes with its ports") func example() throws {
        let lines = page.split(separator: "\n").drop { $0 != "```json" }.dropFirst()
        let text = lines.prefix { $0 != "```" }.joined(separator: "\n")
        let json = try JSONValue(parsing: text.utf8)
        guard case .object(let file) = json, case .object(let policies)? = file["policies"],
            case .object(var door)? = policies["door"], case .object(let inputs)? = door["inputs"]
        else {
            Issue.record("no such policy")
            return
        }
        for key in ["policy", "inputs", "outputs"] { door[key] = nil }
        let settings = try DoorBench.shipped(.object(door))
        #expect(settings.schedule.entries.map(\.mode) == [.open, .inOnly])
        #expect(PetDoor.conflicts(settings, connected: Set(inputs.keys)) == [])
    }
}
