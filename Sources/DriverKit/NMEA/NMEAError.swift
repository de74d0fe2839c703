/// Why a line cannot be used.
package struct NMEAError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
