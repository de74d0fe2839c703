import TestSupport
import TestTraits
import Testing

/// docs/simulation.md: what it shows can be typed. By the program that is installed: a build for debugging takes
/// eight times as long.
@Suite(.blocking) struct SimulationPageTests {
    /// The commands of the page, without what stands behind them to explain them.
    private static func commands() throws -> [[String]] {
        let page = String(decoding: try projectFile("docs/simulation.md"), as: UTF8.self)
        return page.split(separator: "\n").filter { $0.hasPrefix("roost simulate ") }.map { line in
            var words: [String] = []
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                if word.isEmpty { break }
                words.append(String(word.filter { $0 != "\"" }))
            }
            return Array(words.dropFirst())
        }
    }

    /// The same with its files in a directory of the test, and as short as it can be.
    private static func short(_ words: [String], in directory: String) -> [String] {
        let files: Set<String> = ["--csv", "--svg", "--log"]
        let moved = words.indices.map { index in
            index > 0 && files.contains(words[index - 1])
                ? "\(directory)/\(words[index])" : words[index]
        }.filter { $0 != "--config" && !$0.hasSuffix(".json") }
        return moved + (words[1] == "house" ? ["--days", "1", "--years", "1"] : ["--runs", "1"])
    }

    @Test("every command of the page does what it says, for a day or a flight")
    func commands() throws {
        let commands = try Self.commands()
        #expect(Set(commands.map { $0[1] }) == ["flights", "house"])
        #expect(commands.count >= 9)
        let directory = try TemporaryDirectory()
        for words in commands {
            let roost = try RoostProcess(Self.short(words, in: directory.path))
            #expect(try finished(roost).end == .exited(0), "\(words)")
        }
    }
}
