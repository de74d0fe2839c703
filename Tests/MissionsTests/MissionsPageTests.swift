import TestSupport
import Testing

@testable import Missions

/// docs/missions.md: what it shows can be flown.
@Suite struct MissionsPageTests {
    /// The blocks of the page that name a language; the others are commands.
    private func examples() throws -> [String] {
        var examples: [String] = []
        var block: [Substring]?
        let page = String(decoding: try projectFile("docs/missions.md"), as: UTF8.self)
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = block, line == "```" {
                examples.append(lines.joined(separator: "\n"))
                block = nil
            } else if block != nil {
                block?.append(line)
            } else if line.hasPrefix("```"), ["json", "xml", "text"].contains(line.dropFirst(3)) {
                block = []
            }
        }
        return examples
    }

    @Test("every example of the page can be flown, and there is one of each format")
    func examplesAreSound() throws {
        let examples = try examples()
        for example in examples { #expect(judged(example).refusals == [], "\(example)") }
        let formats = examples.compactMap { MissionFile.read(Array($0.utf8)).format }
        #expect(Set(formats) == Set(MissionFormat.allCases))
    }

    @Test("the page names every word of Roost's own format") func words() throws {
        let page = String(decoding: try projectFile("docs/missions.md"), as: UTF8.self)
        for verb in RoostMissionItem.Verb.allCases {
            #expect(page.contains("| `\(verb.rawValue)` |"), "\(verb.rawValue)")
        }
    }
}
