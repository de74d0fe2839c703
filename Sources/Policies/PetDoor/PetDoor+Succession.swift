import Core
import Devices

/// How a door goes on with other settings between two steps.
extension PetDoor.PetDoorController {
    /// The same door, to the last counter and timer, that goes by other settings from its next step on.
    package func successor(
        _ settings: PetDoor.Settings
    ) throws(PlainError) -> PetDoor.PetDoorController {
        if let why = obstacle(to: settings) { throw PlainError(why) }
        var next = self
        next.goOn(with: settings)
        return next
    }

    private func obstacle(to new: PetDoor.Settings) -> String? {
        // The bolt is held where it is: another angle there would move it at once, past every interlock.
        guard new.bolt.angle(.locked) == settings.bolt.angle(.locked),
            new.bolt.angle(.unlocked) == settings.bolt.angle(.unlocked)
        else { return "another angle moves the bolt at once; start the service again for that" }
        if isInPassage { return "somebody may be in the flap; until it is shut" }
        if fire.isOn { return "there is a fire; until it is over" }
        // Whoever locked it did so by the settings of then.
        if let override, !override.isKept {
            return
                "\(override.mode.rawValue) was asked for; until that is over, or: roost send auto"
        }
        switch bolt.state {
        case .moving, .exercising: return "the bolt moves; until it has arrived"
        case .jammed: return "the bolt is stuck; until it is back"
        case .unknown, .settled: return nil
        }
    }

    private mutating func goOn(with new: PetDoor.Settings) {
        rule.goOn(with: new.rule)
        bolt.settings = new.bolt
        bolt.hurry()
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
