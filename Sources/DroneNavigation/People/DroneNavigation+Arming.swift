import Navigation
import Values

/// From armed to the take-off, whether a button or a request has armed it.
extension DroneNavigation {
    /// - Returns: all that speaks against it; empty when it is armed.
    mutating func arm(in situation: Situation, by settings: Settings) -> [DroneNavigation
        .TakeOffObstacle]
    {
        let obstacles = obstaclesOnGround(in: situation, by: settings)
        phase =
            obstacles.isEmpty
            ? .armed(
                DroneNavigation.Arming(
                    since: situation.now,
                    home: settling.home(by: settings.homeLimits, at: situation.now),
                    aircraft: situation.flight?.serialNumber))
            : .grounded(.takeOffRefused(obstacles))
        return obstacles
    }

    mutating func armAsAsked(in situation: Situation, by settings: Settings) -> Reply {
        guard phase.isGrounded else {
            return (false, "refused: it is armed on the ground, and it is not known to be there")
        }
        autoStarts = false
        guard phase.arming == nil else { return (true, "it is armed already") }
        let obstacles = arm(in: situation, by: settings)
        guard obstacles.isEmpty else { return (false, "not armed: \(list(obstacles))") }
        return (true, "armed for \(text(of: settings.takeOff.armedFor)): start takes off")
    }

    /// Begins to count down. Asked again, it continues to count.
    mutating func start(in situation: Situation, by settings: Settings) -> Reply {
        guard let arming = phase.arming else { return (false, "refused: it is not armed") }
        guard arming.canStart(at: situation.now) else {
            return (false, "refused: it was armed just now; look at it, then ask again")
        }
        if case .armed = phase { phase = .countingDown(arming, since: situation.now) }
        return (true, "takes off in \(text(of: settings.takeOff.startDelay)): stand back")
    }

    mutating func disarm(_ cause: DroneNavigation.DisarmCause) {
        if phase.arming != nil { phase = .grounded(.disarmed(cause)) }
    }

    /// All that speaks against a take-off from here, its mission too.
    mutating func obstaclesOnGround(
        in situation: Situation, by settings: Settings
    ) -> [DroneNavigation.TakeOffObstacle] {
        obstacles(in: situation, by: settings)
            + (judgedWhileWaiting(in: situation, by: settings)?.obstacles ?? [])
    }

    mutating func stayArmed(
        _ arming: Arming, in situation: Situation, by settings: Settings
    ) -> Decision {
        let left = settings.takeOff.armedFor - (situation.now - arming.since)
        let isOver = left <= .zero
        if let why = noLongerReady(arming, isOver ? .expired : nil, in: situation, by: settings) {
            return stayDown(why, in: situation, by: settings)
        }
        return (.land, .armed(remaining: left))
    }

    mutating func countDown(
        _ arming: Arming, _ since: Instant, in situation: Situation, by settings: Settings
    ) -> Decision {
        if let why = noLongerReady(arming, nil, in: situation, by: settings) {
            return stayDown(why, in: situation, by: settings)
        }
        let left = settings.takeOff.startDelay - (situation.now - since)
        if left > .zero { return (.land, .starting(in: left)) }
        begin(judgedWhileWaiting(in: situation, by: settings)?.plan, in: situation, by: settings)
        return (.takeOff, .takingOff)
    }

    /// Why it stays on the ground instead, and is neither armed nor counts down from now on.
    private mutating func noLongerReady(
        _ arming: Arming, _ expired: DisarmCause?, in situation: Situation, by settings: Settings
    ) -> OnGround? {
        let moved = arming.end(
            home: settling.home(by: settings.homeLimits, at: situation.now),
            aircraft: situation.flight?.serialNumber)
        var why = (moved ?? expired).map { OnGround.disarmed($0) }
        if why == nil {
            let obstacles = obstaclesOnGround(in: situation, by: settings)
            guard !obstacles.isEmpty else { return nil }
            why = .takeOffRefused(obstacles)
            refuse(at: situation.now)
        }
        if let why { phase = .grounded(why) }
        return why
    }
}
