extension ConfigurationText {
    /// Where a part of a text in quotes stands, `span` in bytes of what the text says: an escape is longer where it is written.
    func part(_ span: Range<Int>, ofText quoted: Range<Int>) -> Range<Int> {
        var said = 0
        var start: Int?
        var index = quoted.lowerBound + 1
        let last = quoted.upperBound - 1
        while index < last {
            if said >= span.lowerBound, start == nil { start = index }
            if said >= span.upperBound, let start { return start..<max(start, index) }
            let (length, meaning) = letter(at: index)
            index += length
            said += meaning
        }
        let end = max(quoted.lowerBound, last)
        return (start ?? end)..<end
    }

    /// How many bytes a letter takes as it is written, and how many of UTF-8 it means.
    private func letter(at index: Int) -> (written: Int, meant: Int) {
        guard bytes[index] == UInt8(ascii: "\\") else { return (1, 1) }
        guard index + 5 < bytes.count, bytes[index + 1] == UInt8(ascii: "u"),
            let code = UInt32(
                String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
        else { return (2, 1) }
        switch code {
        case ..<0x80: return (6, 1)
        case ..<0x800: return (6, 2)
        // The first of a pair, which means four bytes together.
        case 0xD800..<0xDC00: return (12, 4)
        default: return (6, 3)
        }
    }
}
