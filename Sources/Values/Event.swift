/// Something that happened, or is asked for, once: a press of a button, a request of a person.
///
/// The third of what ports carry, besides a state (the latest sample) and a command (the latest,
/// with its lease). Of these the newest replaces the one before; events are kept in their order,
/// each is taken once, and each that asks for something is answered by its number.
@usableFromInline
package struct Event<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    /// Grows with each event of a queue, from 1.
    package let number: UInt64
    package let value: Value
    package let postedAt: Instant
    package let origin: EventOrigin

    package init(number: UInt64, value: Value, postedAt: Instant, origin: EventOrigin) {
        self.number = number
        self.value = value
        self.postedAt = postedAt
        self.origin = origin
    }
}

/// Who caused an event, for the log: "a person", "policy pilot", "driver button".
package struct EventOrigin: Equatable, Sendable, CustomStringConvertible {
    package let description: String
    /// A policy of the service asked: such a request has less weight than a person's. Stored apart from the text, which a
    /// client of the control socket may choose.
    package let isPolicy: Bool

    package init(_ description: String) {
        self.init(description: description, isPolicy: false)
    }

    private init(description: String, isPolicy: Bool) {
        self.description = description
        self.isPolicy = isPolicy
    }

    package static let person = EventOrigin("a person")

    package static func policy(_ name: String) -> EventOrigin {
        EventOrigin(description: "policy \(name)", isPolicy: true)
    }
}

extension EventOrigin: Codable {
    private enum CodingKeys: CodingKey {
        case description, isPolicy
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        description = try values.decode(String.self, forKey: .description)
        isPolicy = try values.decodeIfPresent(Bool.self, forKey: .isPolicy) ?? false
    }

    /// Records of origins without a policy stay what they were.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(description, forKey: .description)
        if isPolicy { try values.encode(true, forKey: .isPolicy) }
    }
}

/// What is said to an event that asked for something.
@usableFromInline
package struct Response: Codable, Equatable, Sendable {
    package enum Outcome: String, Codable, Sendable {
        /// It is under way; another response follows.
        case inProgress
        case done
        /// It was not done, or not to its end; the message says why.
        case refused
    }

    /// The number of the event.
    package let number: UInt64
    package let outcome: Outcome
    package let message: String

    package init(to number: UInt64, _ outcome: Outcome, _ message: String) {
        self.number = number
        self.outcome = outcome
        self.message = message
    }

    /// Whether nothing more is said to the event.
    package var isFinal: Bool { outcome != .inProgress }
}
