import LinuxIO
import TestSupport
import Testing

/// The table of pairs in docs/safety.md: it is complete, and the tests that it names are there: by suite, or by the file
/// of it.
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
    }

    private func files(under folder: String) throws -> [String] {
        try directoryNames("\(projectDirectory)/\(folder)").flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            return name.hasSuffix(".swift")
                ? [path] : name.contains(".") ? [] : (try? files(under: path)) ?? []
        }
    }

    @Test("each test that a row names is there; a row without one says so") func named() throws {
        let sources = try files(under: "Tests").map { path in
            (
                file: path.split(separator: "/").last ?? "",
                text: String(decoding: try projectFile(path), as: UTF8.self)
            )
        }
        for row in try rows() {
            let names = row[2].split(separator: "`").filter { $0.contains(".") }
            guard !names.isEmpty else {
                #expect(row[2] == "none" && row[1].hasPrefix("No test: "), "\(row[0])")
                continue
            }
            for name in names {
                let parts = name.split(separator: ".").map(String.init)
                try #require(parts.count == 2, "\(name)")
                let isThere = sources.contains { file, text in
                    let isOfSuite =
                        file == "\(parts[0]).swift" || file.hasPrefix("\(parts[0])+")
                        || text.contains("struct \(parts[0]) ")
                    return isOfSuite && text.contains("func \(parts[1])(")
                }
                #expect(isThere, "\(row[0]): there is no \(name)")
            }
        }
    }
}
