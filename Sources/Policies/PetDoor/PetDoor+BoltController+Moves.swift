import Core
import Devices

/// How a move goes on, and ends.
extension PetDoor.BoltController {
    private typealias Stage = Move.Stage

    mutating func start(
        _ target: PetDoor.Side?, _ obstacle: PetDoor.LockInterlock?, _ latch: PetDoor.LatchReading,
        at now: Instant
    ) {
        guard let target, target == .unlocked || obstacle == nil else { return }
        // A switch that is not heard yet may soon say that nothing needs to move.
        if state == .unknown, latch.isUnclear, !switchDoubt.isExhausted, !isUrgent { return }
        begin(target, at: now)
    }

    mutating func begin(_ side: PetDoor.Side, at now: Instant) {
        disagreesSince = nil
        isUrgent = false
        stirredAt = nil
        let stage: Stage = lastDriven == side ? .release(for: .zero) : .drive
        enter(stage, to: side, attempt: 1, at: now)
    }

    /// Ice holds what rests: a bolt that is back is pushed out a little now and then, and drawn again.
    /// It is due only where nothing speaks against pushing it out: that has the budget in it.
    mutating func exercise(_ isDue: Bool, at now: Instant) {
        guard isDue, let period = settings.exerciseEvery else { return stirredAt = nil }
        let since = stirredAt ?? now
        stirredAt = since
        guard now - since >= period else { return }
        stirredAt = now
        // Out, and back.
        budget.spend(at: now, isAgainstIce: true)
        budget.spend(at: now, isAgainstIce: true)
        lastDriven = .unlocked
        state = .exercising(since: now)
    }

    private mutating func enter(
        _ stage: Stage, to side: PetDoor.Side, attempt: Int, at now: Instant
    ) {
        switch stage {
        case .release: break
        case .drive:
            budget.spend(at: now)
            lastDriven = side
        case .backOff:
            budget.spend(at: now)
            lastDriven = nil
        }
        state = .moving(Move(to: side, attempt: attempt, stage: stage, since: now))
    }

    mutating func advance(
        _ move: Move, _ obstacle: PetDoor.LockInterlock?, _ latch: PetDoor.LatchReading,
        at now: Instant
    ) {
        if latch == .says(move.to) { return settle(move.to) }
        let elapsed = now - move.since
        switch move.stage {
        case .release(let pause):
            guard elapsed > .zero, elapsed >= pause else { return }
            enter(.drive, to: move.to, attempt: move.attempt, at: now)
        case .backOff:
            // To free a bolt on its way back it is pushed out a little: never into an open flap.
            let isForbidden = move.to == .unlocked && obstacle != nil
            guard isForbidden || elapsed >= settings.backOffFor else { return }
            enter(.drive, to: move.to, attempt: move.attempt, at: now)
        case .drive:
            guard elapsed >= settings.confirmWithin else { return }
            giveUp(move, obstacle, latch, at: now)
        }
    }

    /// The move was not confirmed in time.
    private mutating func giveUp(
        _ move: Move, _ obstacle: PetDoor.LockInterlock?, _ latch: PetDoor.LatchReading,
        at now: Instant
    ) {
        if latch == .notConnected {
            settle(move.to)
        } else if move.attempt <= settings.retries,
            budget.wait(towards: move.to, at: now) == .zero, !budget.isDayOver(at: now)
        {
            let isForbidden = move.to == .unlocked && obstacle != nil
            let stage: Stage = isForbidden ? .release(for: settings.backOffFor) : .backOff
            enter(stage, to: move.to, attempt: move.attempt + 1, at: now)
        } else if move.to == .locked {
            // It may be half-way out: it is brought back as any bolt is, and that is confirmed.
            hasGivenUpLocking = true
            begin(.unlocked, at: now)
        } else {
            state = .jammed(since: now)
        }
    }

    /// The switch says the other side: a hand, or a spring. Believed when it is not a bounce.
    ///
    /// - Returns: whether a bolt that was out is believed to be drawn.
    mutating func noteDisagreement(_ side: PetDoor.Side, at now: Instant) -> Bool {
        let since = disagreesSince ?? now
        disagreesSince = since
        guard now - since >= settings.confirmWithin else { return false }
        guard side == .locked else {
            disagreesSince = nil
            state = .settled(.locked, isDriven: false)
            return false
        }
        // It may be the switch that is wrong: the servo follows, and an animal gets in either way. One that
        // was sent there last follows as often as it may repeat that.
        if lastDriven == .unlocked, !mayRepeat(.unlocked, at: now) {
            disagreesSince = nil
            state = .settled(.unlocked, isDriven: false)
        } else {
            begin(.unlocked, at: now)
        }
        return true
    }

    /// Whether it may be sent again to where it was sent last.
    func mayRepeat(_ side: PetDoor.Side, at now: Instant) -> Bool {
        guard budget.wait(towards: side, at: now) == .zero else { return false }
        guard budget.isDayOver(at: now), let rest = budget.rest(at: now) else { return true }
        return rest >= settings.jamRetryAtMost
    }

    /// The side that the servo was last sent to, if it is near one of them.
    func lastCommanded(_ servo: ServoState) -> PetDoor.Side? {
        guard let angle = servo.commanded else { return nil }
        let near = abs((settings.lockedAngle - settings.unlockedAngle).degrees) / 4
        return [PetDoor.Side.locked, .unlocked].first {
            abs((settings.angle($0) - angle).degrees) <= near
        }
    }
}
