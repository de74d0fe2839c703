import Core
import JSON

/// Findings as the text of a configuration that `roost check` accepts, as it is and with any of its
/// proposals taken.
struct ScannedConfiguration {
    private static let preface = """
        // What roost scan found on this machine. Copy what you use into your configuration; or begin with
        // all of it: roost scan >my.json; roost check my.json. What moves something, and what is a guess,
        // is behind "//": take those away where it is right. Names are yours to change. docs/wiring.md
        """

    private var remarks: [String] = []
    private var proposals: [String] = []
    private var devices: [String] = []
    private var names: Set<String> = []

    /// Each with the driver that found it.
    init(_ findings: [(driver: String, finding: Finding)]) {
        for (driver, finding) in findings {
            let comment = "// " + Self.plain(finding.what)
            guard let block = finding.block else {
                remarks.append(comment)
                continue
            }
            let text = block.text(of: driver, name: unique(block.name))
            if block.isProposal {
                proposals.append("    \(comment)\n    // \(text),")
            } else {
                devices.append("    \(comment)\n    \(text)")
            }
        }
    }

    /// Proposals go first: each ends with a comma, and what follows it is a device or another of them.
    var text: String {
        let blocks = proposals + [devices.joined(separator: ",\n")].filter { !$0.isEmpty }
        return ([Self.preface] + remarks + ["{", "  \"drivers\": {"] + blocks + ["  }", "}"])
            .joined(separator: "\n") + "\n"
    }

    private mutating func unique(_ wanted: String) -> String {
        let letters = wanted.map {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-"
        }
        let name = letters.isEmpty ? "device" : String(letters.prefix(36))
        let free = (1...).lazy.map { $0 == 1 ? name : "\(name)\($0)" }.first { !names.contains($0) }
        names.insert(free ?? name)
        return free ?? name
    }

    /// On one line: names come from devices, and a line break would end the comment.
    private static func plain(_ text: String) -> String {
        String(
            text.map { letter in
                let isControl = letter.unicodeScalars
                    .contains { $0.properties.generalCategory == .control }
                return isControl || letter.isNewline ? " " : letter
            })
    }
}
