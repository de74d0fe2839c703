import Core
import Glibc
import LinuxIO

/// What the program says and others rely on, one name a line, as it was approved: a file of `Tests/Golden`.
/// `script/golden` writes them anew.
package enum Golden {
    private static let folder = "Tests/Golden"

    /// What differs from the file `name`, in words for whoever has changed it; `nil` where nothing does.
    package static func problem(_ name: String, _ lines: [String]) throws -> String? {
        let path = "\(folder)/\(name)"
        if getenv("ROOST_WRITE_GOLDEN") != nil {
            let file = try FileDescriptor(
                open: "\(projectDirectory)/\(path)", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
            try file.write(Array(lines.map { "\($0)\n" }.joined().utf8))
        }
        let text = String(decoding: (try? projectFile(path)) ?? [], as: UTF8.self)
        let approved = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
        let difference = lines.difference(from: approved)
        guard !difference.isEmpty else { return nil }
        let changes = difference.map { change in
            switch change {
            case .remove(_, let line, _): "- \(line)"
            case .insert(_, let line, _): "+ \(line)"
            }
        }
        return """
            others rely on what is in \(path), and the program does not say that any more:
            \(changes.joined(separator: "\n"))
            If that is meant, write it into docs/upgrading.md, then run script/golden.
            """
    }
}
