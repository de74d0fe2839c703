import Core
import JSON
import PolicyKit
import Settings
import TestSupport
import Testing
import Values

@testable import PetDoor

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

    @Test("the page has a row for each input and output, and says which are required") func ports()
    {
        let table = page.split(separator: "## Inputs and outputs").last?.split(separator: "\n## ")
            .first
        let rows = (table ?? "").split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|").map { $0.trimmed } }
        let named = rows.flatMap { row in
            row[0].split(separator: ", ").map { (String($0.filter { $0 != "`" }), row.last ?? "") }
        }
        #expect(named.map(\.0) == PetDoor.ports.map(\.name))
        for (port, row) in zip(PetDoor.ports, named) {
            #expect((row.1 == "required") == port.isRequired, "\(port.name)")
        }
    }

    @Test("the page says of each bolt and reader whether pets-only is possible") func petsOnly()
        throws
    {
        let table = page.split(separator: "| `bolt_bars` | reader | `pets-only` |").last?
            .split(separator: "\n\n").first
        let rows = (table ?? "").split(separator: "\n").filter { $0.hasPrefix("| ") }
            .map { $0.split(separator: "|").map(\.trimmed) }
        for bars in PetDoor.Barred.allCases {
            for side in PetDoor.PetSettings.ReaderSide.allCases.map(Optional.some) + [nil] {
                var members: [String: JSONValue] = [
                    "bolt_bars": .string(bars.rawValue), "pets": PetBench.house,
                ]
                members["reader_side"] = (side?.rawValue).map(JSONValue.string)
                let settings: PetDoor.Settings = try SettingsReader.read(
                    from: .object(members), at: SettingPath("door"))
                let reader = side.map { "`\($0.rawValue)`" } ?? "none"
                let possible = rows.filter { row in
                    (row[0] == "`\(bars.rawValue)`" || row[0] == "any")
                        && (row[1] == "any"
                            || row[1].split(separator: ", or ").contains { $0 == reader })
                }.map { $0[2].hasPrefix("yes") }
                #expect(!possible.isEmpty, "\(bars) \(reader)")
                let isPossible = settings.refusal(of: .petsOnly) == nil
                #expect(possible.allSatisfy { $0 == isPossible }, "\(bars) \(reader)")
            }
        }
    }

    @Test("the page names each request with its mode, and whether it outlives a restart")
    func requests() {
        let lines = page.split(separator: "\n")
        let asked: [PetDoor.Request] = [.lock, .unlock, .inOnly, .outOnly, .petsOnly, .auto]
        let names = PetDoor.Request.declarations.map(\.description.name)
        for (name, mode) in zip(names, asked.compactMap(\.mode)) {
            let row = lines.first { $0.hasPrefix("| `\(name)` | `\(mode.rawValue)` |") }
            let override = PetDoor.Override(mode: mode, until: .zero)
            let isKept = mode != .auto && override.isKept
            #expect(row?.contains("over a restart, too") == isKept, "\(name)")
        }
        for name in names.dropFirst(asked.count) {
            #expect(lines.contains { $0.hasPrefix("roost send door \(name)") }, "\(name)")
        }
    }

    @Test("the page names each alert with its severity") func alerts() {
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        for kind in PetDoor.AlertKind.allCases {
            let start = "| `\(kind.code)` | \(kind.severity.rawValue) |"
            #expect(rows.contains { $0.hasPrefix(start) }, "\(start)")
        }
    }

    @Test("the page has the fifteen rules, each with settings that there are") func rules() {
        let keys = Set(SettingsReader.describe(PetDoor.Settings.self).map(\.key))
        for number in 1...15 {
            let row = page.split(separator: "\n").first { $0.hasPrefix("| \(number). ") }
            let cells = row?.split(separator: "|").map { $0.split(separator: "`") } ?? []
            #expect(cells.count == 3, "\(number)")
            let named = cells.dropFirst().first?.map(String.init).filter { $0.contains("_") } ?? []
            let ofOthers = ["release_after", "safe_angle", "accept_unsynchronized"]
            #expect(named.allSatisfy { keys.contains($0) || ofOthers.contains($0) }, "\(named)")
        }
    }

    @Test("the refusal that the page shows is the one that is said") func refusal() throws {
        let words = try #require(PetDoor.Barred.bothWays.refusal(of: .inOnly))
        #expect(page.contains("\n\(words)\n"))
    }

    @Test("the examples can be read, and go with their ports") func examples() throws {
        let parts = page.split(separator: "```json\n").dropFirst()
        let settings = try parts.map { try self.settings($0.prefix { $0 != "`" }) }
        #expect(settings.map { $0.schedule.entries.map(\.mode) } == [[.open, .inOnly], []])
        #expect(settings.map { $0.pets.animals.map(\.name) } == [[], ["Mia", "Tom"]])
    }

    private func settings(_ text: Substring) throws -> PetDoor.Settings {
        let json = try JSONValue(parsing: text.utf8)
        guard case .object(let file) = json, case .object(let policies)? = file["policies"],
            case .object(var door)? = policies["door"], case .object(let inputs)? = door["inputs"]
        else { throw PlainError("no such policy") }
        for key in ["policy", "inputs", "outputs"] { door[key] = nil }
        let settings = try DoorBench.shipped(.object(door))
        #expect(PetDoor.conflicts(settings, connected: BoundPorts(inputs.keys)) == [])
        return settings
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
