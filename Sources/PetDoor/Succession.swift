import Core
import PolicyKit
import Values

/// How a door goes on with other settings between two steps.
extension PetDoor {
    /// The same door, to the last counter and timer, that goes by other settings from its next step on. Here is all of its
    /// state that depends on them.
    package func successor(
        by new: Settings, after old: Settings
    ) throws(PlainError) -> PetDoor {
        // The bolt is held where it is: another angle there would move it at once, past every interlock.
        guard new.bolt.lockedAngle == old.bolt.lockedAngle,
            new.bolt.unlockedAngle == old.bolt.unlockedAngle
        else {
            throw PlainError(
                "a different angle moves the bolt at once; start the service again for that")
        }
        var next = self
        next.rule.adapt(to: new.rule, after: old.rule)
        next.plan.forget(isElsewhere: new.place != old.place)
        next.pets.adapt(to: new.pets, after: old.pets)
        next.petsOnly.adapt(to: new.pets, after: old.pets)
        next.override = override?.bounded(by: new, at: lastStep)
        if new.bolt.jamRetryEvery != old.bolt.jamRetryEvery
            || new.bolt.jamRetryAtMost != old.bolt.jamRetryAtMost
        {
            next.bolt.hurry()
        }
        return next
    }

    /// Whether this configuration may be left is judged by the switches of the one that follows, `inputs`: those of an ill
    /// one may say anything, for ever. Where they say nothing, the bolt goes back first.
    package func obstacle(
        to new: Settings, from old: Settings, seeing inputs: Inputs, at now: Instant
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
        case nil: if !isSentBack(by: old.bolt, at: now) { return .untilBack("the flap") }
        }
        switch bolt.state {
        case .unknown, .settled: return nil
        // One whose servo does not answer does not move, and may need just this change.
        case .moving(let move)
        where !bolt.isServoHeard && now - move.since >= old.bolt.confirmWithin:
            return nil
        case .moving, .exercising:
            return ChangeObstacle("the bolt moves; until it has arrived")
        case .jammed:
            switch PetDoor.LatchReading(inputs.latch) {
            case .says(.unlocked): return nil
            case .says(.locked): return ChangeObstacle("the bolt is stuck; until it is back")
            case .notConnected, .unclear:
                return isSentBack(by: old.bolt, at: now) ? nil : .untilBack("the bolt")
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
    private func isSentBack(by settings: BoltSettings, at now: Instant) -> Bool {
        switch bolt.state {
        case .settled(.unlocked, isDriven: true): !bolt.owesProof
        case .jammed(let since): now - since >= settings.confirmWithin
        case .settled, .unknown, .moving, .exercising: false
        }
    }

    /// How long the door stays unlocked for a change that waits for that.
    private static let retreatTime = Duration.seconds(60)

    package mutating func retreat(by settings: Settings, at now: Instant) {
        retreatUntil = now + Self.retreatTime
        // One that only its switch calls back is sent there, too.
        if !isSentBack(by: settings.bolt, at: now) { bolt.owesProof = true }
    }
}

extension PetDoor.LockRule {
    /// Thresholds that a person asked for hold as long as the file says what it said then.
    fileprivate mutating func adapt(
        to new: PetDoor.RuleSettings, after old: PetDoor.RuleSettings
    ) {
        let conflicts = asked?.conflicts(hysteresisKelvins: new.temperatureHysteresisKelvins)
        if new.thresholds != old.thresholds || conflicts?.isEmpty == false { asked = nil }
    }
}

extension PetDoor.Override {
    /// What other settings leave of it; `nil` for what the bolt cannot be any more.
    fileprivate func bounded(by new: PetDoor.Settings, at now: Instant?) -> PetDoor.Override? {
        guard let now, new.refusal(of: mode) == nil else { return nil }
        return bounded(by: now + new.manualExpiry, endsAtDawn: new.overrideEndsAtDawn)
    }
}

extension ChangeObstacle {
    fileprivate static func untilBack(_ what: String) -> ChangeObstacle {
        ChangeObstacle(
            "the new configuration hears nothing of \(what), so the bolt goes back first; try again in a moment",
            isOverWhenSafe: true)
    }
}
