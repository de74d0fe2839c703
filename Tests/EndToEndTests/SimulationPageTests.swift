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

    @Test(
        "a house stands where its configuration says, on the clocks of a zone")
    func place() throws {
        let text = String(decoding: try projectFile("config/pet-door.json"), as: UTF8.self)
        let place = text.replacing(
            "\"policy\": \"pet-door\",",
            with: "\"policy\": \"pet-door\", \"latitude\": -35, \"longitude\": 149,"
        )
        .replacing("\"inputs\": {", with: "\"inputs\": { \"clock\": \"time\",")
        .replacing(
            "\"drivers\": {", with: "\"drivers\": { \"time\": { \"driver\": \"system-clock\" },")
        let directory = try TemporaryDirectory()
        try directory.write("south.json", place)
        func simulate(
            _ more: [String]
        ) throws -> (end: RoostProcess.End, output: String, errors: String) {
            try finished(
                RoostProcess(
                    [
                        "simulate", "house", "--days", "1", "--config",
                        "\(directory.path)/south.json",
                    ]
                        + more))
        }
        let plain = try simulate([])
        #expect(plain.end == .exited(0), "\(plain.errors)")
        #expect(
            plain.output.contains("the house: 35.00° S, 149.00° E; clocks 10 h ahead of UTC, "),
            "\(plain.output)")
        let zone = try simulate(["--zone", "Australia/Sydney", "--reed", "opens-at-once"])
        #expect(zone.end == .exited(0), "\(zone.errors)")
        #expect(zone.output.contains("; clocks of Australia/Sydney; "), "\(zone.output)")
        #expect(try simulate(["--reed", "sideways"]).end == .exited(2))
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
