import Core
import Devices

extension GPIOInput {
    /// The line of a button: its contact, and an event for each press.
    struct ButtonOutlet: LineOutlet {
        /// A press that no policy has taken by then is none any more: nobody wants a door to open by
        /// the press of a minute ago.
        private static let expiry = Duration.seconds(10)

        private var contact: ContactOutlet
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
            self.contact = ContactOutlet(contact)
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

        mutating func take(_ contact: Contact, at time: Instant) {
            self.contact.take(contact, at: time)
            guard contact.isActive != isActive else { return }
            isActive = contact.isActive
            publish(detector.change(isActive: isActive, at: contact.changedAt))
        }

        mutating func noteLostEdges(at now: Instant) {
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
