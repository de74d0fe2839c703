import Values

extension DroneNavigation {
    /// Made ready by a button or a request: a long press arms, a short one later begins to count down, and at
    /// its end it takes off. `arm` and `start` are the same in words.
    ///
    /// A button that is stuck is held once, and one that bounces is pressed again: neither is a long
    /// press, then a pause, then a single press, then nothing. Everything else disarms.
    struct Arming: Equatable, Sendable {

        /// What comes sooner after the long press is the button, not a person.
        static let minPause = Duration.seconds(1)
        /// An older press is not what a person who looks at the lamp means now.
        static let freshFor = Duration.seconds(1)
        /// Farther than this home is another one.
        static let homeMetres = 3.0

        let since: Instant
        let home: Position?
        /// The serial number of the aircraft; `nil` where it was not known.
        let aircraft: String?

        init(since: Instant, home: Position?, aircraft: String? = nil) {
            self.since = since
            self.home = home
            self.aircraft = aircraft
        }

        /// Whether another press starts it; otherwise it disarms.
        func isStarted(by press: Event<ButtonPress>, at now: Instant) -> Bool {
            press.value == .press && now - press.postedAt <= Self.freshFor
                && press.postedAt - since >= Self.minPause
        }

        /// Whether a request starts it: not so soon after it was armed that both were one press.
        func canStart(at now: Instant) -> Bool { now - since >= Self.minPause }

        /// Why it does not stay ready, armed or counting down; `nil` when it does.
        func end(home settled: Position?, aircraft found: String?) -> DisarmCause? {
            if let aircraft, let found, aircraft != found { return .otherAircraft }
            if let home, let settled, home.distanceMetres(to: settled) > Self.homeMetres {
                return .homeMoved
            }
            return nil
        }
    }

    /// Why it is no longer armed.
    package enum DisarmCause: String, CaseIterable, Codable, Sendable, CustomStringConvertible {
        case expired, pressed, homeMoved = "home-moved"
        case otherAircraft = "other-aircraft"
        case askedOtherwise = "asked-otherwise"

        package var description: String {
            switch self {
            case .expired: "nobody started it in time"
            case .pressed: "the button was pressed again, or too soon"
            case .homeMoved: "home is elsewhere now"
            case .otherAircraft: "it is another aircraft now"
            case .askedOtherwise: "something else was asked for"
            }
        }
    }
}
