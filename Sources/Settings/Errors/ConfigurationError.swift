import JSON

/// One thing that is wrong with a configuration: where it is, what kind of mistake it is, and what was
/// expected there.
package struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The place in the file; empty for the file itself.
    package let place: SettingPath
    package let code: Code
    package let message: String
    /// What would mend it, where that is certain.
    package let correction: Correction?
    /// The part of a text that is meant, in bytes of UTF-8 from its start; `nil` for all of what stands at the place.
    package let span: Range<Int>?

    package init(
        at place: SettingPath, _ code: Code, _ message: String, correction: Correction? = nil,
        span: Range<Int>? = nil
    ) {
        self.place = place
        self.code = code
        self.message = message
        self.correction = correction
        self.span = span
    }

    /// The place as it is told, like `drivers.bolt.pulse_min`.
    package var path: String { place.description }

    package var description: String {
        path.isEmpty ? message : "\(path): \(message)"
    }
}

extension ConfigurationError {
    /// What to write instead. Only what leaves no choice is one: nobody guesses whether 4 is meant in
    /// °C or in °F.
    package enum Correction: Equatable, Sendable {
        /// Another key for the same value.
        case rename(to: String)
        /// Another value under the same key.
        case replace(with: JSONValue)
        /// Neither the key nor its value: it means nothing any more.
        case remove

        /// The only key that is near and free.
        package static func renaming(
            to near: [String], in members: [String: JSONValue]
        ) -> Correction? {
            guard near.count == 1, members[near[0]] == nil else { return nil }
            return .rename(to: near[0])
        }

        /// The only value that can be meant.
        static func only(of candidates: [String]) -> Correction? {
            candidates.count == 1 ? .replace(with: .string(candidates[0])) : nil
        }
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
