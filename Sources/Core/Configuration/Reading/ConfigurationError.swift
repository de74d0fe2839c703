/// One thing that is wrong with a configuration: where it is, and what was expected there.
package struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The place in the file, like `drivers.bolt.pulse_min`; empty for the file itself.
    package let path: String
    package let message: String

    package init(path: String, _ message: String) {
        self.path = path
        self.message = message
    }

    package var description: String {
        path.isEmpty ? message : "\(path): \(message)"
    }
}

/// Everything that is wrong with a configuration, all at once: nobody likes one error a try.
package struct ConfigurationErrors: Error, Sendable, CustomStringConvertible {
    package let all: [ConfigurationError]

    package init(_ all: [ConfigurationError]) {
        self.all = all
    }

    package var description: String {
        all.map(\.description).joined(separator: "\n")
    }
}
