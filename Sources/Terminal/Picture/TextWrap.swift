/// Breaks text at its spaces.
package enum TextWrap {
    /// Lines of at most so many columns, though a longer word stays whole; at least one line.
    package static func lines(of text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > columns {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return lines + [line]
    }
}
