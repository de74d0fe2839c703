import Devices

/// What a button beside the aircraft does. It is never in doubt about landing: in the air each press
/// leads to less, a stop or a landing.
extension DroneNavigation.Navigator {
    /// How long a refusal is shown.
    private static let refusalTime = Duration.seconds(2)

    mutating func handle(_ press: Event<ButtonPress>, in situation: Situation) {
        switch phase {
        case .grounded: pressOnGround(press, in: situation)
        case .resetting: refuse(at: situation.now)
        case .flying, .holding, .returning:
            // What cannot be stopped lands; of two presses the second would land it anyway.
            if press.value == .doublePress || !hover(in: situation).isAccepted { landByButton() }
        // It hovers or comes down already, has not got up yet, or may be flying unheard.
        case .hovering, .awaiting, .descending, .landing, .takingOff, .listening: landByButton()
        }
    }

    private mutating func landByButton() {
        _ = land()
    }

    private mutating func pressOnGround(_ press: Event<ButtonPress>, in situation: Situation) {
        let now = situation.now
        guard !autoStarts else {
            autoStarts = false
            return refuse(at: now)
        }
        if arming != nil {
            if arming?.press(press, at: now) != true { disarm(.pressed) }
            return
        }
        guard press.value == .longPress, now - press.postedAt <= DroneNavigation.Arming.freshFor
        else { return refuse(at: now) }
        arm(in: situation)
    }

    private mutating func arm(in situation: Situation) {
        let obstacles = obstaclesOnGround(in: situation)
        guard obstacles.isEmpty else {
            phase = .grounded(.takeOffRefused(obstacles))
            return refuse(at: situation.now)
        }
        arming = DroneNavigation.Arming(
            since: situation.now, home: settling.home(at: situation.now))
    }

    private mutating func refuse(at now: Instant) {
        refusedUntil = now + Self.refusalTime
    }

    mutating func disarm(_ cause: DroneNavigation.DisarmCause) {
        guard arming != nil else { return }
        arming = nil
        if case .grounded = phase { phase = .grounded(.disarmed(cause)) }
    }

    /// All that speaks against a take-off from here, its mission too.
    mutating func obstaclesOnGround(
        in situation: Situation
    ) -> [DroneNavigation.TakeOffObstacle] {
        obstacles(in: situation) + (judgedWhileWaiting(in: situation)?.obstacles ?? [])
    }

    /// Stays armed, counts down or takes off; `nil` when it is not armed, or no more.
    mutating func goOnArmed(in situation: Situation) -> Decision? {
        let (now, limits) = (situation.now, settings.takeOff)
        guard let arming else { return nil }
        if let cause = arming.end(limits, home: settling.home(at: now), at: now) {
            disarm(cause)
            return nil
        }
        let obstacles = obstaclesOnGround(in: situation)
        guard obstacles.isEmpty else {
            self.arming = nil
            phase = .grounded(.takeOffRefused(obstacles))
            refuse(at: now)
            return nil
        }
        switch arming.stage {
        case .armed:
            return (.land, .armed(remaining: limits.armedFor - (now - arming.since)))
        case .starting(let since):
            let left = limits.startDelay - (now - since)
            if left > .zero { return (.land, .starting(in: left)) }
            begin(judgedWhileWaiting(in: situation)?.plan, in: situation)
            return (.takeOff, .takingOff)
        }
    }

    /// What lamp and buzzer tell.
    mutating func signal(
        for reason: DroneNavigation.Why, in situation: Situation
    ) -> DroneNavigation.Signal {
        if let refusedUntil, situation.now < refusedUntil { return .refused }
        return DroneNavigation.Signal(reason) { obstaclesOnGround(in: situation).isEmpty }
    }
}
