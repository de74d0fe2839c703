/// A whole number of 64 bits, signed or unsigned, that no `Double` holds.
@usableFromInline
package struct WideInteger: Hashable, Sendable, CustomStringConvertible {
    private static let range = Int128(Int64.min)...Int128(UInt64.max)

    package let value: Int128

    /// - Returns: `nil` for what needs more bits, and for what a `Double` holds, so that a number
    ///   has one spelling in ``JSONValue`` only.
    package init?(exactly integer: some BinaryInteger) {
        guard let value = Int128(exactly: integer), Self.range.contains(value),
            Double(exactly: value) == nil
        else { return nil }
        self.value = value
    }

    /// Reads digits, perhaps after a minus sign.
    init?(_ text: String) {
        // What has up to 15 digits, a point or an exponent is none, and most numbers are that.
        guard text.utf8.count > 15, let value = Int128(text) else { return nil }
        self.init(exactly: value)
    }

    @usableFromInline package var description: String { value.description }
}
