import Core
import Values

@testable import PetDoor

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
    /// How long the bolt has been out without a break, free to move, since a person last asked; with somebody outside,
    /// as far as is known.
    private(set) var outFor = Duration.zero
    private(set) var outWithAllHomeFor = Duration.zero
    /// Ice has held it half-way, and its switch, which opens at once, cannot tell since the ice is gone.
    private(set) var isLeftByIce = false
    /// How much of that with nothing that may lock it.
    private(set) var deniedFor = Duration.zero
    /// Where it is being pushed outwards to; `nil` while it is not, or has arrived there.
    private(set) var goesTo: Double?
    private(set) var moves: [Instant] = []
    private(set) var lastCommand: ServoCommand?
    /// How long the servo has been told to be back, without a break.
    private(set) var toldBackFor = Duration.zero
    /// It was, for as long as a move may take, since the program began.
    private(set) var wasToldBack = false
    private(set) var toldOutFor = Duration.zero
    private(set) var wasToldOut = false
    /// For how long a flap switch must say "shut" before it is taken for one that is the right way round; `nil` at first.
    private(set) var owedShut: Duration?
    private(set) var hasSaidOpen = false
    /// What it said in the turn before, within the same program: `false` is that an animal held it.
    private(set) var wasReversed: Bool?
    /// How long ago somebody asked for a way out, or a fire began, with nothing that holds the bolt since then.
    private(set) var askedFreeFor: Duration?

    static func share(of angle: Angle, _ settings: PetDoor.Settings) -> Double {
        (angle - settings.unlockedAngle).degrees
            / (settings.lockedAngle - settings.unlockedAngle).degrees
    }

    mutating func note(
        _ turn: DoorTurn, _ inputs: PetDoor.Inputs, _ outputs: PetDoor.Outputs, bolt: Double,
        _ settings: PetDoor.Settings, _ reed: DoorModel.Reed, _ passed: Duration, letsPetsIn: Bool,
        at now: Instant
    ) {
        if bolt <= 0.1 || outputs.bolt != lastCommand { isLeftByIce = false }
        if turn.isIced, bolt > 0.1, reed == .opensAtOnce { isLeftByIce = true }
        noteFlap(inputs.flap, passed)
        emptyFor = turn.tunnel == .open ? emptyFor.map { $0 + passed } ?? .zero : nil
        noteFire(turn)
        noteAsked(turn.deed, settings, passed)
        noteMoves(outputs.bolt, settings, at: now)
        notePush(
            from: lastCommand, to: outputs.bolt, bolt: bolt,
            isSaidOut: inputs.latch?.good?.isActive == true, settings)
        if let goesTo { checkPush(turn, isWhole: goesTo > 0.9, settings) }
        checkReversed(turn, passed)
        lastCommand = outputs.bolt
        let isAllHome = !settings.pets.animals.isEmpty && outputs.pets?.isEverybodyHome == true
        if letsPetsIn { (outFor, outWithAllHomeFor) = (.zero, .zero) }
        checkEntry(turn, bolt: bolt, isAllHome: isAllHome, settings, passed)
        checkClaim(turn, outputs, bolt: bolt, settings, passed)
        checkWayOut(turn, bolt: bolt, passed)
    }

    /// The machine went down as the servo started.
    mutating func noteBrownOut() {
        (lastCommand, goesTo, deniedFor) = (nil, nil, .zero)
        askedFreeFor = askedFreeFor.map { _ in .zero }
        (toldBackFor, wasToldBack) = (.zero, false)
        (toldOutFor, wasToldOut) = (.zero, false)
        (outFor, outWithAllHomeFor) = (.zero, .zero)
        if asked == .locked { asked = .auto }
    }

    /// What its switch alone says of a bolt after a start proves nothing.
    private mutating func checkClaim(
        _ turn: DoorTurn, _ outputs: PetDoor.Outputs, bolt: Double, _ settings: PetDoor.Settings,
        _ passed: Duration
    ) {
        if turn.deed == .restart {
            (toldBackFor, wasToldBack) = (.zero, false)
            (toldOutFor, wasToldOut) = (.zero, false)
        }
        let isToldBack = outputs.bolt == .move(to: settings.unlockedAngle)
        // What it is told in this step it has not done yet.
        if toldBackFor >= settings.bolt.confirmWithin { wasToldBack = true }
        toldBackFor = isToldBack ? toldBackFor + passed : .zero
        if bolt > 0.1, !wasToldBack, outputs.stand == .at(.unlocked, bySwitch: true) {
            breach = "a bolt that is not back is not called unlocked by its switch alone"
        }
        if toldOutFor >= settings.bolt.confirmWithin { wasToldOut = true }
        let isToldOut = outputs.bolt == .move(to: settings.lockedAngle)
        toldOutFor = isToldOut ? toldOutFor + passed : .zero
        if bolt < 0.9, !wasToldOut, outputs.stand == .at(.locked, bySwitch: true) {
            breach = "a bolt that is not out is not called locked by its switch alone"
        }
    }

    /// Of three hours it remembers, a tenth; the model takes 27 of its periods for them, and one for the first minute.
    private mutating func checkReversed(_ turn: DoorTurn, _ passed: Duration) {
        var owed = owedShut ?? passed
        // While the program is down nobody looks.
        switch turn.deed == .restart ? nil : wasReversed {
        case true?: owed = min(owed + passed / 9, passed * 3)
        case false?: owed = max(.zero, owed - passed)
        case nil: break
        }
        guard turn.flap == .reversed || turn.flap == .held else { return wasReversed = nil }
        owedShut = owed
        wasReversed = turn.flap == .reversed
        if turn.flap == .reversed { hasSaidOpen = true }
        if turn.flap == .held, hasSaidOpen, owed > .zero, let goesTo, goesTo > 0.9 {
            breach =
                "nothing goes out while an animal holds a flap of which the switch is reversed"
        }
    }

    /// The longest wait after a start, and a move or two.
    private static let wayOutWithin = Duration.seconds(300 + 8 * 60)

    private mutating func checkWayOut(_ turn: DoorTurn, bolt: Double, _ passed: Duration) {
        if turn.deed == .restart { askedFreeFor = askedFreeFor.map { _ in .zero } }
        let isAsked = turn.deed.requests.last == .unlock || turn.fire == .closed
        if isAsked { askedFreeFor = askedFreeFor ?? .zero }
        askedFreeFor = bolt <= 0.1 ? nil : askedFreeFor.map { $0 + passed }
        if turn.isStuck || turn.isIced || asked != .open && !isFire { askedFreeFor = nil }
        if let waited = askedFreeFor, waited > Self.wayOutWithin {
            breach = "who asks for a way out gets it, whatever the switch says: not for \(waited)"
        }
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
        (outFor, outWithAllHomeFor, deniedFor) = (.zero, .zero, .zero)
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
        _ turn: DoorTurn, bolt: Double, isAllHome: Bool, _ settings: PetDoor.Settings,
        _ passed: Duration
    ) {
        guard bolt > 0.1, !turn.isStuck, !turn.isIced, !isLeftByIce else {
            return (outFor, outWithAllHomeFor, deniedFor) = (.zero, .zero, .zero)
        }
        // While the program is down nobody counts.
        if turn.deed != .restart, !isAllHome { outFor += passed }
        if turn.deed != .restart { outWithAllHomeFor += passed }
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
        // The model takes twice max_locked for the longest night.
        if let limit = settings.lockLimit, outWithAllHomeFor > limit * 2 + tries {
            breach = "an entry is possible after the longest night: none for \(outWithAllHomeFor)"
        }
    }
}
