/// Why something is not done, in words for whoever asked for it: an error that nobody acts on by kind.
@usableFromInline
package struct PlainError: Error, Equatable, Sendable, CustomStringConvertible {
    @usableFromInline package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// The words of another error.
    package init(_ error: some Error) {
        self.init("\(error)")
    }
}
