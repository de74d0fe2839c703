import Core
import Devices

extension GPIOInput {
    /// What a line is, and so what becomes of its changes.
    enum Mode: String, CaseIterable, Sendable {
        /// A state: a reed switch, a light barrier.
        case contact
        /// Events: press, long press, double press.
        case button
        /// A number: a flow meter, a rain gauge.
        case counter
    }

    /// Where the changes of one line go: a pure value but for what it publishes.
    protocol LineOutlet: Sendable {
        /// When `settle` has something to do, unless the line changes before.
        var deadline: Instant? { get }
        /// What `roost status` shows of the line, by the names of diagnostics.
        var figures: [String: JSONValue] { get }

        /// Takes a level that counts, also one that has not changed.
        mutating func take(_ contact: Contact, at time: Instant)
        /// Edges were lost: nobody knows what the line did.
        mutating func noteLostEdges(at now: Instant)
        /// Everything until now was taken.
        mutating func settle(at now: Instant)
    }

    /// How long a sample of a line is fresh. Three readings of the slowest may be missed.
    static let freshness = Duration.seconds(3)
}

extension GPIOInput.LineOutlet {
    var deadline: Instant? { nil }
    var figures: [String: JSONValue] { [:] }
    mutating func noteLostEdges(at now: Instant) {}
    mutating func settle(at now: Instant) {}
}

extension GPIOInput {
    struct ContactOutlet: LineOutlet {
        private let source: Source<Contact>

        init(_ source: Source<Contact>) {
            source.setStaleAfter(freshness)
            self.source = source
        }

        mutating func take(_ contact: Contact, at time: Instant) {
            source.publish(contact, at: time)
        }
    }
}
