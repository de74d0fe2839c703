import Core
import Values

/// What a button beside the aircraft does. It is never in doubt about landing: in the air each press
/// leads to less, a stop or a landing.
extension DroneNavigation {
    /// How long a refusal is shown.
    private static let refusalTime = Duration.seconds(2)

    mutating func handle(
        _ press: Event<ButtonPress>, in situation: Situation, by settings: Settings
    ) {
        switch phase {
        case .grounded, .armed, .countingDown: pressOnGround(press, in: situation, by: settings)
        case .resetting: refuse(at: situation.now)
        case .flying, .holding, .returning:
            // What cannot be stopped lands; of two presses the second would land it anyway.
            if press.value == .doublePress || !hover(in: situation, by: settings).isAccepted {
                landByButton()
            }
        // It hovers or comes down already, has not got up yet, or may be flying unheard.
        case .hovering, .awaiting, .descending, .landing, .takingOff, .listening: landByButton()
        }
    }

    private mutating func landByButton() {
        _ = land()
    }

    private mutating func pressOnGround(
        _ press: Event<ButtonPress>, in situation: Situation, by settings: Settings
    ) {
        let now = situation.now
        guard !autoStarts else {
            autoStarts = false
            return refuse(at: now)
        }
        switch phase {
        case .armed(let arming) where arming.isStarted(by: press, at: now):
            return phase = .countingDown(arming, since: now)
        case .armed, .countingDown: return disarm(.pressed)
        default: break
        }
        guard press.value == .longPress, now - press.postedAt <= DroneNavigation.Arming.freshFor
        else { return refuse(at: now) }
        if !arm(in: situation, by: settings).isEmpty { refuse(at: now) }
    }

    mutating func refuse(at now: Instant) {
        refusedUntil = now + Self.refusalTime
    }

    /// What lamp and buzzer tell.
    mutating func signal(
        for reason: DroneNavigation.Why, in situation: Situation, by settings: Settings
    ) -> DroneNavigation.Signal {
        if let refusedUntil, situation.now < refusedUntil { return .refused }
        let isHeld = situation.samples.notices?.hold != nil
        return DroneNavigation.Signal(reason, isHeld: isHeld) {
            obstaclesOnGround(in: situation, by: settings).isEmpty
        }
    }
}
