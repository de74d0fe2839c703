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

    /// The same, as short as it can be, and without a configuration of the reader's own.
    private static func short(_ words: [String]) -> [String] {
        words.filter { $0 != "--config" && !$0.hasSuffix(".json") }
            + (words[1] == "house" ? ["--days", "1", "--years", "1"] : ["--runs", "1"])
    }

    @Test("every command of the page does what it says, for a day or a flight")
    func commands() throws {
        let commands = try Self.commands()
        #expect(Set(commands.map { $0[1] }) == ["flights", "house"])
        #expect(commands.count >= 9)
        let directory = try TemporaryDirectory()
        for words in commands {
            // What they write is written there.
            let roost = try RoostProcess(
                Self.short(words), under: ["/usr/bin/env", "--chdir=\(directory.path)"])
            #expect(try finished(roost).end == .exited(0), "\(words)")
        }
    }
}
