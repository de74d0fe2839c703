/// Why a line cannot be used.
struct NMEAError: Error, Equatable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
