import Values

extension DroneNavigation {
    /// What a button or a request has made ready: a long press arms, a short one later begins to count down, and at
    /// its end it takes off. `arm` and `start` are the same in words.
    ///
    /// A button that is stuck is held once, and one that bounces is pressed again: neither is a long
    /// press, then a pause, then a single press, then nothing. Everything else disarms.
    struct Arming: Equatable, Sendable {
        enum Stage: Equatable, Sendable {
            case armed
            case starting(since: Instant)
        }

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
        private(set) var stage = Stage.armed

        init(since: Instant, home: Position?, aircraft: String? = nil) {
            self.since = since
            self.home = home
            self.aircraft = aircraft
        }

        /// Takes another press.
        ///
        /// - Returns: whether it goes on; otherwise it disarms.
        mutating func press(_ press: Event<ButtonPress>, at now: Instant) -> Bool {
            guard stage == .armed, press.value == .press,
                now - press.postedAt <= Self.freshFor,
                press.postedAt - since >= Self.minPause
            else { return false }
            stage = .starting(since: now)
            return true
        }

        /// Begins to count down as asked. It is all the same whether that is asked once or twice.
        ///
        /// - Returns: whether it does; not so soon after it was armed that both were one press.
        mutating func start(at now: Instant) -> Bool {
            guard now - since >= Self.minPause else { return false }
            if stage == .armed { stage = .starting(since: now) }
            return true
        }

        /// Why it does not stay armed; `nil` when it does.
        func end(
            _ limits: TakeOffSettings, home settled: Position?, aircraft found: String? = nil,
            at now: Instant
        ) -> DisarmCause? {
            if let aircraft, let found, aircraft != found { return .otherAircraft }
            if let home, let settled, home.distanceMetres(to: settled) > Self.homeMetres {
                return .homeMoved
            }
            return stage == .armed && now - since >= limits.armedFor ? .expired : nil
        }
    }

    /// Why it is armed no more.
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
