import Core
import Devices

/// How a door goes on with other settings between two steps.
extension PetDoor {
    /// The same door, to the last counter and timer, that goes by other settings from its next step on.
    package func successor(
        _ settings: PetDoor.Settings
    ) throws(PlainError) -> PetDoor {
        if let why = obstacle(to: settings) { throw PlainError(why) }
        var next = self
        next.goOn(with: settings)
        return next
    }

    /// The bolt is held where it is: another angle there would move it at once, past every interlock.
    private func obstacle(to new: PetDoor.Settings) -> String? {
        let isSame =
            new.bolt.angle(.locked) == settings.bolt.angle(.locked)
            && new.bolt.angle(.unlocked) == settings.bolt.angle(.unlocked)
        return isSame
            ? nil : "a different angle moves the bolt at once; start the service again for that"
    }

    /// Whether this configuration may be left is judged by the switches of the one that follows, `inputs`: those of an ill
    /// one may say anything, for ever. Where they say nothing, the bolt goes back first.
    package func obstacle(
        to new: PetDoor.Settings, seeing inputs: PetDoor.Inputs, at now: Instant
    ) -> ChangeObstacle? {
        if fire.isOn { return ChangeObstacle("there is a fire; until it is over") }
        // Whoever locked it did so by the settings of then.
        if let override, !override.isKept {
            return ChangeObstacle(
                "\(override.mode.rawValue) was asked for; until that is over, or: roost send auto")
        }
        switch Self.isClear(inputs) {
        case true?: break
        case false?: return ChangeObstacle("somebody may be in the flap; until it is shut")
        case nil: if !isSentBack(at: now) { return .untilBack("the flap") }
        }
        switch bolt.state {
        case .unknown, .settled: return nil
        // One whose servo does not answer does not move, and may need just this change.
        case .moving(let move)
        where !bolt.isServoHeard && now - move.since >= settings.bolt.confirmWithin:
            return nil
        case .moving, .exercising:
            return ChangeObstacle("the bolt moves; until it has arrived")
        case .jammed:
            switch PetDoor.LatchReading(inputs.latch) {
            case .says(.unlocked): return nil
            case .says(.locked): return ChangeObstacle("the bolt is stuck; until it is back")
            case .notConnected, .unclear: return isSentBack(at: now) ? nil : .untilBack("the bolt")
            }
        }
    }

    /// Whether nobody is in the flap or the tunnel; `nil` where a switch does not say.
    private static func isClear(_ inputs: PetDoor.Inputs) -> Bool? {
        let isShut = inputs.flap.map { $0.good?.isActive } ?? true
        let isEmpty = inputs.tunnel.map { $0.good.map { !$0.isActive } } ?? true
        if isShut == false || isEmpty == false { return false }
        return isShut == nil || isEmpty == nil ? nil : true
    }

    /// Whether the servo was sent to its safe angle and has had its time, whatever a switch says.
    private func isSentBack(at now: Instant) -> Bool {
        switch bolt.state {
        case .settled(.unlocked, isDriven: true): !bolt.owesProof
        case .jammed(let since): now - since >= settings.bolt.confirmWithin
        case .settled, .unknown, .moving, .exercising: false
        }
    }

    /// How long the door stays unlocked for a change that waits for that.
    private static let retreatTime = Duration.seconds(60)

    package mutating func retreat(at now: Instant) {
        retreatUntil = now + Self.retreatTime
        // One that only its switch calls back is sent there, too.
        if !isSentBack(at: now) { bolt.owesProof = true }
    }

    private mutating func goOn(with new: PetDoor.Settings) {
        rule.goOn(with: new.rule)
        let isOtherPause =
            bolt.settings.jamRetryEvery != new.bolt.jamRetryEvery
            || bolt.settings.jamRetryAtMost != new.bolt.jamRetryAtMost
        bolt.settings = new.bolt
        if isOtherPause { bolt.hurry() }
        bolt.switchDoubt.limit = new.bolt.grace
        (bolt.budget.perHour, bolt.budget.perDay) = (new.bolt.movesPerHour, new.bolt.movesPerDay)
        frost.settings = new.frost
        sun.goOn(with: new.sun)
        limit.limit = new.lockLimit
        plan.goOn(with: new.schedule)
        pets.goOn(with: new.pets)
        wait.settings = new.pets
        alerts.settings = new.alerts
        fire.hold = new.fireHold
        flap.closedFor = new.flapClosedFor
        flap.acceptsNoSwitch = new.acceptsNoFlapSwitch
        tunnel.proof.closedFor = new.tunnelClearFor
        knocks.settings = new.knocks
        override = override?.bounded(by: new, at: lastStep)
        settings = new
    }
}

extension PetDoor.LockRule {
    /// Thresholds that a person asked for hold as long as the file says what it said then.
    fileprivate mutating func goOn(with new: PetDoor.RuleSettings) {
        let conflicts = thresholds.conflicts(hysteresisKelvins: new.temperatureHysteresisKelvins)
        if new.thresholds != settings.thresholds || !conflicts.isEmpty {
            thresholds = new.thresholds
        }
        doubt.limit = new.grace
        settings = new
    }
}

extension PetDoor.SunWatch {
    fileprivate mutating func goOn(with new: PetDoor.SunSettings) {
        guard let limit = new.contradictsAfter else { return timer = nil }
        timer = timer ?? PetDoor.DoubtTimer(limit: limit)
        timer?.limit = limit
    }
}

extension PetDoor.Override {
    /// What other settings leave of it; `nil` for what the bolt cannot be any more.
    fileprivate func bounded(by new: PetDoor.Settings, at now: Instant?) -> PetDoor.Override? {
        guard let now, new.barred.refusal(of: mode) == nil else { return nil }
        var rest = PetDoor.Override(
            mode: mode, until: min(until, now + new.manualExpiry), isByHand: isByHand)
        rest.endsAtDawn = new.overrideEndsAtDawn && !isByHand
        rest.hasSeenNight = hasSeenNight
        return rest
    }
}

extension ChangeObstacle {
    fileprivate static func untilBack(_ what: String) -> ChangeObstacle {
        ChangeObstacle(
            "the new configuration hears nothing of \(what), so the bolt goes back first; try again in a moment",
            isOverWhenSafe: true)
    }
}
