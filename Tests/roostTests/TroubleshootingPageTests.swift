import LinuxIO
import TestSupport
import Testing

/// The lines of docs/troubleshooting.md are lines of the program.
@Suite("The page about troubleshooting")
struct TroubleshootingPageTests {
    /// All texts of the sources, one after the other: those that are put together as one, with "…" for each value.
    private static func texts() throws -> String {
        let files = try swiftFiles(below: "\(projectDirectory)/Sources")
        return try files.map { path in
            joined(String(decoding: try readFile(path, atMost: 1 << 20), as: UTF8.self))
        }.joined(separator: "\n")
    }

    private static func swiftFiles(below folder: String) throws -> [String] {
        try directoryNames(folder).flatMap { name in
            let path = "\(folder)/\(name)"
            if name.hasSuffix(".swift") { return [path] }
            return name.contains(".") ? [] : (try? swiftFiles(below: path)) ?? []
        }
    }

    /// Without the breaks between the parts of a text, and with a placeholder for what is put in.
    private static func joined(_ source: String) -> String {
        var text = ""
        var rest = Substring(source)
        while let letter = rest.popFirst() {
            if letter == "\\", rest.first == "(" {
                skipParentheses(&rest)
                text.append("…")
            } else if letter == "\\", let escaped = rest.popFirst() {
                text.append(escaped)
            } else if letter == "\"", let after = continuation(of: rest) {
                rest = after
            } else {
                text.append(letter)
            }
        }
        return text
    }

    /// What stands behind `" + "`, over the end of a line.
    private static func continuation(of rest: Substring) -> Substring? {
        var rest = rest.drop { $0.isWhitespace }
        guard rest.popFirst() == "+" else { return nil }
        rest = rest.drop { $0.isWhitespace }
        return rest.popFirst() == "\"" ? rest : nil
    }

    private static func skipParentheses(_ rest: inout Substring) {
        var depth = 0
        while let letter = rest.popFirst() {
            depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
            if depth == 0 { return }
        }
    }

    /// The first cell of each row, without its backquotes.
    private static func lines() throws -> [String] {
        String(decoding: try projectFile("docs/troubleshooting.md"), as: UTF8.self)
            .split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    }

    @Test("each line is one that the program says") func lines() throws {
        let texts = try Self.texts()
        let lines = try Self.lines()
        #expect(lines.count >= 35)
        for line in lines {
            // What is put in may be at its ends as well.
            let parts = line.split(separator: "…").map(String.init).filter { $0.count > 2 }
            #expect(!parts.isEmpty, "\(line)")
            let isThere = texts.split(separator: "\n").contains { text in
                var rest = text
                return parts.allSatisfy { part in
                    guard let range = rest.firstRange(of: part) else { return false }
                    rest = rest[range.upperBound...]
                    return true
                }
            }
            #expect(isThere, "the program does not say: \(line)")
        }
    }
}
