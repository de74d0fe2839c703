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
package struct EventOrigin: Codable, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    package static let person = EventOrigin("a person")
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
