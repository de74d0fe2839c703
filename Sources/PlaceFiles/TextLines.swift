/// Text as bytes: lines and numbers.
package enum TextLines {
    package struct Line {
        /// Counted from 1.
        package let number: Int
        /// Without blanks at its ends.
        package let text: String
    }

    /// The lines that are not blank, of a text in UTF-8 without a mark.
    package static func numbered(_ bytes: [UInt8]) -> [Line] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
            .map { Line(number: $0 + 1, text: trimmed(String(decoding: $1, as: UTF8.self))) }
            .filter { !$0.text.isEmpty }
    }

    /// Without white space at its ends.
    package static func trimmed(_ text: String) -> String {
        let isBlank = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
        let start = text.utf8.drop(while: isBlank)
        let length = start.reversed().drop(while: isBlank).count
        return String(decoding: start.prefix(length), as: UTF8.self)
    }

    /// A decimal number, also "1e-5", and "nan" for one that is not set; `nil` for anything else,
    /// such as "0x10" and "inf".
    package static func number(_ text: some StringProtocol) -> Double? {
        if text.lowercased() == "nan" { return .nan }
        guard text.utf8.allSatisfy(isOfNumber), let number = Double(text), number.isFinite else {
            return nil
        }
        return number
    }

    package static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        case UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: false
        }
    }
}
