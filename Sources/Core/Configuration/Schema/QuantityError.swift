/// Why a text is not a quantity, in words.
package struct QuantityError: Error, Sendable {
    package let message: String

    init(_ message: String) {
        self.message = message
    }
}
