import Core
import Values

@testable import PetDoor

/// What must hold of a door that knows who lives there, judged by what it was shown and by where Mia is.
struct PetLaws {
    /// What is so at one look; the state is that after the step, before the servo obeys.
    struct Sight {
        let turn: DoorTurn
        let look: PetLook
        let state: DoorModel.State
        let inputs: PetDoor.Inputs
        let outputs: PetDoor.Outputs
        /// The flap gives way to whoever comes now.
        let isFree: Bool
        /// The bolt goes back with a stranger's tag at the reader, and would not without it.
        var isDrawnByStranger = false

        var isOut: Bool { state.bolt > 0.1 }
        var hasPassed: Bool { look.movesFlap && isFree }
        var seesMia: Bool { inputs.tag?.good?.tag == .mia }
    }

    /// Tries, and pauses between them.
    private static let timeout = Duration.seconds(480)

    private(set) var breach: String?
    private(set) var gate = PetsOnlyLaws()
    /// How long it has been shown that Mia is home, and nothing since that makes it doubtful or disturbs.
    private(set) var homeFor: Duration?
    /// Nobody has looked at the flap up to now.
    private(set) var isUnwatched = true
    /// How long light, cold or schedule ask for a lock, since she was last read before a locked door.
    private(set) var waited: Duration?
    /// How long there has been no reason any more not to lock.
    private(set) var owedFor = Duration.zero
    /// How long the bolt has been out since she was read before it.
    private(set) var calledFor: Duration?

    mutating func note(_ sight: Sight, _ settings: PetDoor.Settings, _ passed: Duration) {
        guard !settings.pets.animals.isEmpty else { return }
        gate.note(sight, settings, passed)
        noteHome(sight, keepsIn: settings.barred.keepsIn, passed)
        noteWait(sight, settings, passed)
        if let goesTo = sight.state.laws.goesTo, goesTo > 0.9, sight.state.laws.asked != .locked {
            checkLock(sight, settings)
        }
        checkOwed(sight, settings, passed)
        if let called = calledFor, called > Self.timeout {
            breach = "who is read before the locked door gets in: not for \(called)"
        }
        breach = breach ?? gate.breach
    }

    private mutating func noteHome(_ sight: Sight, keepsIn: Bool, _ passed: Duration) {
        homeFor = homeFor.map { $0 + passed }
        if sight.turn.deed == .restart {
            isUnwatched = true
            // What it had not seen to be locked may have been free.
            let isKeptIn = sight.isOut && keepsIn && sight.state.outputs?.state == .locked
            if !isKeptIn { homeFor = nil }
        }
        let isWatched = sight.inputs.flap?.good != nil
        if !isWatched { isUnwatched = true }
        if isUnwatched, !sight.isOut || !keepsIn { homeFor = nil }
        if isWatched { isUnwatched = false }
        if sight.hasPassed { notePassage(sight) }
        if sight.isOut, sight.seesMia { homeFor = nil }
        if sight.turn.deed == .told { homeFor = sight.state.isMiaInside ? .zero : nil }
    }

    private mutating func notePassage(_ sight: Sight) {
        let isReadInward =
            sight.look.isMiaThrough && sight.state.isMiaInside && !sight.look.isReaderDead
        if isReadInward || homeFor != nil && sight.turn.visit == .stranger {
            homeFor = .zero
        } else if sight.turn.visit != .stranger {
            homeFor = nil
        }
    }

    private mutating func noteWait(
        _ sight: Sight, _ settings: PetDoor.Settings, _ passed: Duration
    ) {
        let turn = sight.turn
        let isCalled = sight.isOut && sight.seesMia
        let wants =
            sight.state.laws.asked == .auto
            && (turn.light == .night
                || turn.warmth == .cold && settings.rule.thresholds.needsTemperature
                || turn.clock == .inside
                    && settings.schedule.entries.contains { $0.mode.shutsOut })
        waited = wants ? waited.map { $0 + passed } ?? .zero : nil
        if isCalled || turn.deed == .restart { waited = wants ? .zero : nil }
        calledFor = isCalled ? .zero : calledFor.map { $0 + passed }
        if !sight.isOut || sight.state.laws.asked != .auto { calledFor = nil }
    }

    private mutating func checkLock(_ sight: Sight, _ settings: PetDoor.Settings) {
        guard homeFor == nil || !sight.state.isMiaInside else { return }
        if sight.turn.isPetsOnly(settings), gate.mayBar { return }
        guard let limit = settings.pets.waitsFor, let waited, waited >= limit else {
            breach = "no lock of its own begins while Mia may be outside"
            return
        }
        let reason = sight.outputs.reason
        if !reason.isFailsafe || !reason.code.hasPrefix("locked-without-pets") {
            breach = "who is shut out is told"
        }
    }

    /// It does not wait for ever: not with all home, and not beyond its limit.
    private mutating func checkOwed(
        _ sight: Sight, _ settings: PetDoor.Settings, _ passed: Duration
    ) {
        let isProven = sight.state.laws.shutFor.map { $0 >= settings.flapClosedFor } ?? false
        let isHome = homeFor.map { $0 > .seconds(60) } ?? false
        // After max_locked it stays open, and says so; likewise where programs have ended with a lock.
        let code = sight.outputs.reason.code
        let isSpent = code.hasPrefix("locked-too-long") || code.contains("/ended-in-move")
        let isOver = settings.pets.waitsFor.flatMap { limit in waited.map { $0 >= limit } } ?? false
        let isOwed =
            waited != nil && isProven && !isSpent && !sight.isOut
            && !sight.turn.isStuck && (isHome || isOver)
        owedFor = isOwed ? owedFor + passed : .zero
        // In a step in which it begins to lock the bolt is not out yet.
        if owedFor > max(Self.timeout, passed) {
            breach = "a wait ends with all home or with its limit: not for \(owedFor)"
        }
    }
}
