/// Why something is not done, in words for whoever asked for it: an error that nobody acts on by kind.
package struct PlainError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
