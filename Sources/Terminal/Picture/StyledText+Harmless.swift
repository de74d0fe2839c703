extension StyledText {
    /// Text that a terminal shows, and is not steered by: for each scalar that is no sign to be seen there is a
    /// mark, for a break of line or a tab a space.
    ///
    /// Names and texts come from files, devices and sockets. A control character (Unicode, category Cc: all of C0
    /// and C1, so that of every escape sequence the first byte) could do what the program's own sequences do,
    /// and a format character (Cf) turns the direction of what follows around or takes no column.
    static func harmless(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { shown.append(Self.shown(scalar)) }
        return String(shown)
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\n", "\r", "\t": return " "
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return "\u{FFFD}"
        default: return scalar
        }
    }
}
