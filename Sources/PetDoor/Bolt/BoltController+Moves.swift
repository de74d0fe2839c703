import Core
import PolicyKit
import Values

/// How a move goes on, and ends.
extension PetDoor.BoltController {
    private typealias Stage = Move.Stage
    /// A push the other way, and the move again.
    static let movesOfRetry = 2

    mutating func start(
        _ target: PetDoor.Side?, _ obstacle: PetDoor.LockInterlock?, at now: Instant
    ) {
        guard let target, target == .unlocked || obstacle == nil,
            mayMove(to: target, at: now)
        else { return }
        begin(target, at: now)
    }

    /// Sends it back to be sure that it is: that harms nobody.
    mutating func prove(at now: Instant) {
        let left = survival.wait(towards: .unlocked, at: now)
        if left <= PetDoor.MoveSurvival.announcedFor { survival.count(.unlocked, at: now) }
        if left == .zero { begin(.unlocked, for: .proof, at: now) }
    }

    /// Whether the program, which may have ended in a move like this one, has run for long enough.
    func mayMove(to side: PetDoor.Side, at now: Instant) -> Bool {
        survival.wait(towards: side, at: now) == .zero
    }

    mutating func begin(_ side: PetDoor.Side, for purpose: Purpose = .change, at now: Instant) {
        begin(side, lastDriven == side ? .release(for: .zero) : .drive, for: purpose, at: now)
    }

    /// Tries again to free a bolt that is stuck out. It was sent back before, in vain: a push frees a bolt that is caught.
    mutating func retryJam(
        _ obstacle: PetDoor.LockInterlock?, by settings: PetDoor.BoltSettings, at now: Instant
    ) {
        jamPause = min((jamPause ?? settings.jamRetryEvery) * 2, settings.jamRetryAtMost)
        begin(
            .unlocked, mayPush(against: obstacle) ? .backOff : .release(for: .zero), for: .freeing,
            at: now)
    }

    private mutating func begin(
        _ side: PetDoor.Side, _ stage: Stage, for purpose: Purpose, at now: Instant
    ) {
        disagreesSince = nil
        isUrgent = false
        owesProof = false
        survival.count(side, at: now)
        stirredAt = nil
        enter(Move(to: side, stage: stage, since: now, purpose: purpose))
    }

    /// Whether a bolt on its way back may be pushed out a little to free it: not where that could hurt an animal. Wear alone
    /// does not forbid it, because an animal that is shut out is worse.
    private func mayPush(against obstacle: PetDoor.LockInterlock?) -> Bool {
        obstacle?.isForServoOnly ?? true
    }

    /// One that does not go out is drawn back before it is pushed again: that hurts nobody.
    private func mayPush(_ move: Move, against obstacle: PetDoor.LockInterlock?) -> Bool {
        move.to == .locked || mayPush(against: obstacle)
    }

    /// Ice holds what rests: a bolt that is back is pushed out a little now and then, and drawn again.
    /// It is due only where nothing speaks against pushing it out: that has the budget in it.
    mutating func exercise(
        _ isDue: Bool, by settings: PetDoor.BoltSettings, at now: Instant
    ) {
        guard isDue, let period = settings.exerciseEvery else { return stirredAt = nil }
        let since = stirredAt ?? now
        stirredAt = since
        guard now - since >= period else { return }
        stirredAt = now
        // Out, and back.
        budget.spend(at: now, countsForDay: false)
        budget.spend(at: now, countsForDay: false)
        lastDriven = .unlocked
        state = .exercising(since: now)
    }

    /// A first try that only proves what is so costs nothing: a servo that is there does not move.
    private mutating func enter(_ move: Move) {
        let isFree = move.purpose == .proof && move.attempt == 1
        switch move.stage {
        case .release: break
        case .drive:
            if !isFree { budget.spend(at: move.since) }
            lastDriven = move.to
        case .backOff:
            budget.spend(at: move.since)
            lastDriven = nil
        }
        state = .moving(move)
    }

    mutating func advance(
        _ move: Move, _ obstacle: PetDoor.LockInterlock?, _ latch: PetDoor.LatchReading,
        by settings: PetDoor.BoltSettings, at now: Instant
    ) {
        let progress = move.progress(
            backOffFor: settings.backOffFor, confirmWithin: settings.confirmWithin,
            mayPush: mayPush(move, against: obstacle), at: now)
        switch progress {
        case .continues: break
        case .drives(let next): enter(next)
        case .isDue:
            // A switch that is not heard does not say that one which was taken for back has stuck.
            let isUnheard = latch.isUnclear && move.purpose == .proof
            if latch == .says(move.to) || latch == .notConnected || isUnheard {
                // A servo whose driver does not answer was sent nowhere.
                guard let heardSince, now - heardSince >= settings.confirmWithin else { return }
                settle(move.to)
            } else {
                giveUp(move, obstacle, by: settings, at: now)
            }
        }
    }

    /// The move was not confirmed in time.
    private mutating func giveUp(
        _ move: Move, _ obstacle: PetDoor.LockInterlock?, by settings: PetDoor.BoltSettings,
        at now: Instant
    ) {
        if move.attempt <= settings.retries,
            budget.wait(towards: move.to, count: Self.movesOfRetry, by: settings, at: now) == .zero,
            !budget.isDayOver(perDay: settings.movesPerDay, at: now)
        {
            enter(
                move.again(
                    mayPush: mayPush(move, against: obstacle), backOffFor: settings.backOffFor,
                    at: now))
        } else if move.to == .locked {
            // It may be half-way out: it is brought back as any bolt is, and that is confirmed.
            hasGivenUpLocking = true
            begin(.unlocked, for: .freeing, at: now)
        } else {
            state = .jammed(since: now)
        }
    }

    /// The switch says the other side: a hand, or a spring. Believed when it is not a bounce.
    ///
    /// - Returns: whether a bolt that was out is believed to be drawn.
    mutating func noteDisagreement(
        _ side: PetDoor.Side, by settings: PetDoor.BoltSettings, at now: Instant
    ) -> Bool {
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
        if !mayMove(to: .unlocked, at: now)
            || lastDriven == .unlocked && !mayRepeat(.unlocked, by: settings, at: now)
        {
            disagreesSince = nil
            state = .settled(.unlocked, isDriven: false)
        } else {
            begin(.unlocked, at: now)
        }
        return true
    }

    /// The switch says that a bolt which was stuck has left the outer side. It may not be back: it is sent all the way.
    mutating func noteFreed(by settings: PetDoor.BoltSettings, at now: Instant) {
        hurry()
        if budget.wait(towards: .unlocked, by: settings, at: now) == .zero,
            !budget.isDayOver(perDay: settings.movesPerDay, at: now)
        {
            begin(.unlocked, for: .freeing, at: now)
        } else {
            settle(.unlocked)
        }
    }

    /// Whether it may be sent again to where it was sent last.
    func mayRepeat(
        _ side: PetDoor.Side, by settings: PetDoor.BoltSettings, at now: Instant
    ) -> Bool {
        guard budget.wait(towards: side, by: settings, at: now) == .zero else { return false }
        guard budget.isDayOver(perDay: settings.movesPerDay, at: now),
            let rest = budget.rest(at: now)
        else {
            return true
        }
        return rest >= settings.jamRetryAtMost
    }

    /// The side that the servo was last sent to, if it is near one of them.
    func lastCommanded(
        _ servo: ServoState, by settings: PetDoor.BoltSettings
    ) -> PetDoor.Side? {
        guard let angle = servo.commanded else { return nil }
        let near = abs((settings.lockedAngle - settings.unlockedAngle).degrees) / 4
        return [PetDoor.Side.locked, .unlocked].first {
            abs((settings.angle($0) - angle).degrees) <= near
        }
    }
}
