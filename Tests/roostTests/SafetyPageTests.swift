import TestSupport
import Testing

/// The table of pairs in docs/safety.md. `script/check` sees that the tests that it names are there.
@Suite("The table of pairs") struct SafetyPageTests {
    private static let mechanisms = [
        "change", "failsafe", "request", "restart", "power cut", "second client", "full disk",
    ]

    /// The cells of each row.
    private func rows() throws -> [[String]] {
        let page = String(decoding: try projectFile("docs/safety.md"), as: UTF8.self)
        return page.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0 != "## Where two mechanisms meet" }.drop { $0 != "|---|---|---|" }
            .dropFirst().prefix { $0.hasPrefix("| ") }
            .map { line in
                line.split(separator: "|").map { cell in
                    String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
                }
            }
    }

    @Test("each pair of mechanisms has a row") func complete() throws {
        var pairs: [String] = []
        for (index, first) in Self.mechanisms.enumerated() {
            pairs += Self.mechanisms[index...].map { "\(first), \($0)" }
        }
        #expect(try rows().map { $0[0] } == pairs)
        for row in try rows() where !row[2].contains("`") {
            #expect(row[2] == "none" && row[1].hasPrefix("No test: "), "\(row[0])")
        }
    }
}
