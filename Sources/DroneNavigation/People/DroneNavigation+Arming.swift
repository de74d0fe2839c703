import Navigation
import Values

/// From armed to the take-off, whether a button or a request has armed it.
extension DroneNavigation {
    /// - Returns: all that speaks against it; empty when it is armed.
    mutating func arm(in situation: Situation, by settings: Settings) -> [DroneNavigation
        .TakeOffObstacle]
    {
        let obstacles = obstaclesOnGround(in: situation, by: settings)
        if obstacles.isEmpty {
            arming = DroneNavigation.Arming(
                since: situation.now,
                home: settling.home(by: settings.homeLimits, at: situation.now),
                aircraft: situation.flight?.serialNumber)
        } else {
            phase = .grounded(.takeOffRefused(obstacles))
        }
        return obstacles
    }

    mutating func armAsAsked(in situation: Situation, by settings: Settings) -> Reply {
        guard case .grounded = phase else {
            return (false, "refused: it is armed on the ground, and it is not known to be there")
        }
        autoStarts = false
        guard arming == nil else { return (true, "it is armed already") }
        let obstacles = arm(in: situation, by: settings)
        guard obstacles.isEmpty else { return (false, "not armed: \(list(obstacles))") }
        return (true, "armed for \(text(of: settings.takeOff.armedFor)): start takes off")
    }

    mutating func start(in situation: Situation, by settings: Settings) -> Reply {
        guard arming != nil else { return (false, "refused: it is not armed") }
        guard arming?.start(at: situation.now) == true else {
            return (false, "refused: it was armed just now; look at it, then ask again")
        }
        return (true, "takes off in \(text(of: settings.takeOff.startDelay)): stand back")
    }

    mutating func disarm(_ cause: DroneNavigation.DisarmCause) {
        guard arming != nil else { return }
        arming = nil
        if case .grounded = phase { phase = .grounded(.disarmed(cause)) }
    }

    /// All that speaks against a take-off from here, its mission too.
    mutating func obstaclesOnGround(
        in situation: Situation, by settings: Settings
    ) -> [DroneNavigation.TakeOffObstacle] {
        obstacles(in: situation, by: settings)
            + (judgedWhileWaiting(in: situation, by: settings)?.obstacles ?? [])
    }

    /// Stays armed, counts down or takes off; `nil` when it is not armed, or no more.
    mutating func goOnArmed(in situation: Situation, by settings: Settings) -> Decision? {
        let (now, limits) = (situation.now, settings.takeOff)
        guard let arming else { return nil }
        let cause = arming.end(
            limits, home: settling.home(by: settings.homeLimits, at: now),
            aircraft: situation.flight?.serialNumber, at: now)
        if let cause {
            disarm(cause)
            return nil
        }
        let obstacles = obstaclesOnGround(in: situation, by: settings)
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
            begin(
                judgedWhileWaiting(in: situation, by: settings)?.plan, in: situation, by: settings)
            return (.takeOff, .takingOff)
        }
    }
}
