/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Counted from 1, as editors do.
    package let line: Int
    package let column: Int
    package let message: String

    package var description: String { "line \(line), column \(column): \(message)" }
}
