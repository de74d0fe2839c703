/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Counted from 1, as editors do.
    package let line: Int
    package let column: Int
    /// In bytes from the start of the text.
    package let offset: Int
    package let message: String
    /// The bytes that must go, where that alone makes it right.
    package var removal: Range<Int>?

    package var description: String { "line \(line), column \(column): \(message)" }
}
