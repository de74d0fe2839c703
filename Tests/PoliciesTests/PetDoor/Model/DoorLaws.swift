import Core
import Devices

@testable import Policies

/// What must hold after each step of a pet door, judged by what it was shown, what the servo was sent and
/// where the bolt is: by nothing that the policy keeps.
struct DoorLaws {
    private(set) var breach: String?
    /// How long the flap has been seen shut without a break; `nil` while it is not.
    private(set) var shutFor: Duration?
    private(set) var wasNudged: Bool?
    /// How long the tunnel has been seen empty without a break.
    private(set) var emptyFor: Duration?
    /// There was a fire, and nobody has said since it was over that he knows of it.
    private(set) var isFire = false
    /// What a person asked for last, and for how long that holds.
    private(set) var asked = PetDoor.Mode.auto
    private(set) var askedLeft = Duration.zero
    /// How long the bolt has been out without a break, free to move, since a person last asked.
    private(set) var outFor = Duration.zero
    /// How much of that with nothing that may lock it.
    private(set) var deniedFor = Duration.zero
    /// Where it is being pushed outwards to; `nil` while it is not, or has arrived there.
    private(set) var goesTo: Double?
    private(set) var moves: [Instant] = []
    private(set) var lastCommand: ServoCommand?

    static func share(of angle: Angle, _ settings: PetDoor.Settings) -> Double {
        (angle - settings.unlockedAngle).degrees
            / (settings.lockedAngle - settings.unlockedAngle).degrees
    }

    mutating func note(
        _ turn: DoorTurn, _ inputs: PetDoor.Inputs, _ outputs: PetDoor.Outputs, bolt: Double,
        _ settings: PetDoor.Settings, _ passed: Duration, at now: Instant
    ) {
        noteFlap(inputs.flap, passed)
        emptyFor = turn.tunnel == .open ? emptyFor.map { $0 + passed } ?? .zero : nil
        noteFire(turn)
        noteAsked(turn.deed, settings, passed)
        noteMoves(outputs.bolt, settings, at: now)
        notePush(
            from: lastCommand, to: outputs.bolt, bolt: bolt,
            isSaidOut: inputs.latch?.good?.isActive == true, settings)
        if let goesTo { checkPush(turn, isWhole: goesTo > 0.9, settings) }
        lastCommand = outputs.bolt
        checkEntry(turn, bolt: bolt, settings, passed)
    }

    /// A servo moves for another angle than before, and not for the same; it may be held up on its way.
    private mutating func notePush(
        from last: ServoCommand?, to command: ServoCommand?, bolt: Double, isSaidOut: Bool,
        _ settings: PetDoor.Settings
    ) {
        guard case .move(let angle)? = command else { return goesTo = nil }
        let share = Self.share(of: angle, settings)
        if command != last { goesTo = share }
        if share <= bolt + 0.02 || isSaidOut { goesTo = nil }
    }

    private mutating func noteFlap(_ flap: Sample<Contact>?, _ passed: Duration) {
        guard let contact = flap?.good, contact.isActive else { return shutFor = nil }
        let isSame = (contact.changes == 1) == wasNudged
        shutFor = isSame ? shutFor.map { $0 + passed } ?? .zero : .zero
        wasNudged = contact.changes == 1
    }

    private mutating func noteFire(_ turn: DoorTurn) {
        let isKnown = turn.deed.requests.contains { $0 == .auto || $0 == .lock }
        if turn.fire == .open, isKnown { isFire = false }
        if turn.fire == .closed { isFire = true }
    }

    private mutating func noteAsked(
        _ deed: DoorTurn.Deed, _ settings: PetDoor.Settings, _ passed: Duration
    ) {
        askedLeft = max(.zero, askedLeft - passed)
        // A program that starts again has forgotten a lock that was asked for, and how long it doubts.
        if deed == .restart { deniedFor = .zero }
        if askedLeft == .zero || deed == .restart && asked == .locked { asked = .auto }
        guard let mode = deed.requests.last?.mode else { return }
        asked = mode
        askedLeft = mode == .auto ? .zero : settings.manualExpiry
        outFor = .zero
        deniedFor = .zero
    }

    private mutating func noteMoves(
        _ command: ServoCommand?, _ settings: PetDoor.Settings, at now: Instant
    ) {
        moves.removeAll { now - $0 >= .seconds(3600) }
        guard command != lastCommand, case .move? = command else { return }
        moves.append(now)
        // The first move to unlock is made whatever the budget says.
        if moves.count > settings.movesPerHour + 1 {
            breach = "the bolt moves within its budget: \(moves.count) moves in an hour"
        }
    }

    private mutating func checkPush(_ turn: DoorTurn, isWhole: Bool, _ settings: PetDoor.Settings) {
        if shutFor.map({ $0 < settings.flapClosedFor }) ?? true {
            breach = "never towards locked unless the flap is proven shut"
        }
        if turn.tunnel != .none, emptyFor.map({ $0 < settings.tunnelClearFor }) ?? true {
            breach = "never towards locked unless the tunnel is proven empty"
        }
        guard isWhole else { return }
        if isFire { breach = "nothing locks from the begin of a fire until it is known to be over" }
        if asked == .open { breach = "a lock-unlock pair ends unlocked" }
        if asked != .locked, turn.clock != .inside || settings.schedule.entries.isEmpty,
            !isTrusted(turn, settings)
        {
            breach = "no lock from a doubtful sensor"
        }
    }

    private func isTrusted(_ turn: DoorTurn, _ settings: PetDoor.Settings) -> Bool {
        [.day, .twilight, .night].contains(turn.light)
            && (turn.warmth != .absent || !settings.rule.thresholds.needsTemperature)
    }

    private func mayLock(_ turn: DoorTurn, _ settings: PetDoor.Settings) -> Bool {
        if asked == .open { return false }
        if asked == .locked || turn.clock == .inside && !settings.schedule.entries.isEmpty {
            return true
        }
        if turn.light == .darkness { return true }
        return isTrusted(turn, settings)
            && (turn.light != .day
                || turn.warmth == .cold && settings.rule.thresholds.needsTemperature)
    }

    private mutating func checkEntry(
        _ turn: DoorTurn, bolt: Double, _ settings: PetDoor.Settings, _ passed: Duration
    ) {
        guard bolt > 0.1, !turn.isStuck else { return (outFor, deniedFor) = (.zero, .zero) }
        // While the program is down nobody counts.
        if turn.deed != .restart { outFor += passed }
        deniedFor = mayLock(turn, settings) ? .zero : deniedFor + passed
        // Tries, pauses between them, and steps that come late.
        let tries = settings.bolt.jamRetryAtMost + passed * (3 * (settings.bolt.retries + 2))
        let grace = settings.grace + max(settings.rule.dwell, settings.rule.minimumStateTime)
        if deniedFor > grace + tries {
            breach = "an entry is possible within the promised time: none for \(deniedFor)"
        }
        if let limit = settings.lockLimit, outFor > limit + tries {
            breach = "an entry is possible after max_locked: none for \(outFor)"
        }
    }
}
