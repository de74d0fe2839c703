import Core
import JSON
import Values

extension GPIOInput {
    /// Tells presses, long presses and double presses from the changes of a contact: a pure value.
    ///
    /// A press is told once it cannot become a double press any more; where double presses are not
    /// wanted, when the button is let go. One that is held when the watch begins is none.
    struct ButtonDetector: Sendable {
        struct Timing: Equatable, Sendable {
            /// Held for so long it is a long press.
            var longAfter = Duration.milliseconds(800)
            /// A second press that begins so soon after the first makes a double press; zero: none
            /// does.
            var doubleWithin = Duration.milliseconds(300)
        }

        struct Event: Equatable, Sendable {
            let press: ButtonPress
            /// From 1, without a gap.
            let number: UInt64
            /// When it became what it is.
            let at: Instant
        }

        private enum Phase: Equatable, Sendable {
            case released
            /// Held, once or as the second time of a double press.
            case held(since: Instant, isSecond: Bool)
            /// Told already, or found held: nothing until it is let go.
            case ignored
            /// Let go after a short press that may become a double press.
            case waiting(since: Instant)
        }

        private let timing: Timing
        private var phase: Phase
        private var count: UInt64 = 0

        init(_ timing: Timing = Timing(), isActive: Bool) {
            self.timing = timing
            phase = isActive ? .ignored : .released
        }

        /// When `settle` has something to tell, unless the button moves before.
        var deadline: Instant? {
            switch phase {
            case .held(let since, _): since + timing.longAfter
            case .waiting(let since): since + timing.doubleWithin
            case .released, .ignored: nil
            }
        }

        /// Takes a change of the contact at its time. What was over by then is told first.
        mutating func change(isActive: Bool, at time: Instant) -> [Event] {
            let before = settle(at: time)
            return before + (isActive ? press(at: time) : release(at: time))
        }

        /// Tells what the time until now made of the button.
        mutating func settle(at now: Instant) -> [Event] {
            guard let deadline, deadline <= now else { return [] }
            switch phase {
            case .held(_, let isSecond):
                phase = .ignored
                // The first of the two was a press of its own.
                let first = isSecond ? [event(.press, at: deadline)] : []
                return first + [event(.longPress, at: deadline)]
            case .waiting:
                phase = .released
                return [event(.press, at: deadline)]
            case .released, .ignored:
                return []
            }
        }

        /// Nobody knows what the button did up to now: what is under way is forgotten, and a button
        /// that is held is no press.
        mutating func reset(isActive: Bool) {
            phase = isActive ? .ignored : .released
        }

        private mutating func press(at time: Instant) -> [Event] {
            switch phase {
            case .released: phase = .held(since: time, isSecond: false)
            case .waiting: phase = .held(since: time, isSecond: true)
            case .held, .ignored: break
            }
            return []
        }

        private mutating func release(at time: Instant) -> [Event] {
            switch phase {
            case .held(_, isSecond: true):
                phase = .released
                return [event(.doublePress, at: time)]
            case .held(_, isSecond: false) where timing.doubleWithin > .zero:
                phase = .waiting(since: time)
                return []
            case .held:
                phase = .released
                return [event(.press, at: time)]
            case .ignored:
                phase = .released
                return []
            case .released, .waiting:
                return []
            }
        }

        private mutating func event(_ press: ButtonPress, at time: Instant) -> Event {
            count += 1
            return Event(press: press, number: count, at: time)
        }
    }

    /// The line of a button: its contact, and an event for each press.
    struct ButtonPublisher: LinePublisher {
        /// A press that no policy has taken by then is none any more: nobody wants a door to open by
        /// the press of a minute ago.
        private static let expiry = Duration.seconds(10)

        private var contact: ContactPublisher
        private let events: EventSource<ButtonPress>
        private let origin: EventOrigin
        private let log: Log
        private var detector: ButtonDetector
        private var isActive: Bool
        private var last: ButtonDetector.Event?

        init(
            _ contact: Source<Contact>, _ events: EventSource<ButtonPress>,
            _ context: DriverContext,
            _ timing: ButtonDetector.Timing, isActive: Bool
        ) {
            self.contact = ContactPublisher(contact)
            self.events = events
            origin = EventOrigin("driver \(context.name)")
            log = context.log
            detector = ButtonDetector(timing, isActive: isActive)
            self.isActive = isActive
        }

        var deadline: Instant? { detector.deadline }

        var figures: [String: JSONValue] {
            [
                "presses": .number(Double(last?.number ?? 0)),
                "last_press": JSONValue(last?.press.rawValue),
            ]
        }

        mutating func receive(_ contact: Contact, at time: Instant) {
            self.contact.receive(contact, at: time)
            guard contact.isActive != isActive else { return }
            isActive = contact.isActive
            publish(detector.change(isActive: isActive, at: contact.changedAt))
        }

        mutating func recordDroppedEdges(at now: Instant) {
            detector.reset(isActive: isActive)
        }

        mutating func settle(at now: Instant) {
            publish(detector.settle(at: now))
        }

        private mutating func publish(_ presses: [ButtonDetector.Event]) {
            for event in presses {
                last = event
                let isTaken = events.publish(
                    event.press, from: origin, at: event.at, deadline: event.at + Self.expiry)
                if !isTaken {
                    log.warning("a policy does not take its events: \(event.press) is lost")
                }
            }
        }
    }
}
