/// Text as the formats of a report want it. Written by hand, because `replacing(_:with:)` brings the
/// library of regular expressions, of 0.8 MB, into a program that has no other use for it.
package enum QuotedText {
    /// A field of CSV (RFC 4180, 2.7).
    package static func csv(_ text: String) -> String {
        "\"\(replacing(["\"": "\"\""], in: text))\""
    }

    /// The content of an element of XML.
    package static func xml(_ text: String) -> String {
        replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"], in: text)
    }

    private static func replacing(_ words: [Character: String], in text: String) -> String {
        text.reduce(into: "") { $0 += words[$1] ?? String($1) }
    }
}
