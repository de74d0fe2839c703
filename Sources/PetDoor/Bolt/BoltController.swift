import Core
import PolicyKit
import Values

extension PetDoor {
    /// Brings the bolt to a side and makes sure that it got there.
    ///
    /// What the switch says is the truth; what was commanded is only a target. But one switch has two places to tell from all
    /// others, and tells one: so a move ends when the servo has had its time, not when the switch first says so, and a bolt
    /// that only its switch calls back is sent back.
    struct BoltController: Sendable {
        enum State: Equatable, Sendable {
            case unknown
            /// At `side`. `isDriven`: because it was sent there, and is held there; if not, its switch says so.
            case settled(Side, isDriven: Bool)
            case moving(Move)
            /// Back, and pushed out a little against ice.
            case exercising(since: Instant)
            /// Could not be pulled back, and is tried again and again; told to unlock since then.
            case jammed(since: Instant)
        }

        typealias Move = ConfirmedMove<Side, Purpose>

        /// Why it moves.
        enum Purpose: Equatable, Sendable {
            /// It is to be on the other side.
            case change
            /// It is taken for back, and sent back to be sure.
            case proof
            /// It did not get where it was sent.
            case freeing
        }

        var state = State.unknown
        /// It did not go out, and was pulled back; not tried again until something has changed.
        var hasGivenUpLocking = false
        var switchDoubt = DoubtTimer()
        var disagreesSince: Instant?
        var budget = MoveBudget()
        /// Where the servo was sent last.
        var lastDriven: Side?
        /// How long it waits before it tries again to free a bolt: twice as long each time, since what
        /// ice holds only wears the servo. `nil`: as long as before the first time.
        var jamPause: Duration?
        /// When it last moved, or began to be watched in frost.
        var stirredAt: Instant?
        /// The next move is made whatever the budget says.
        var isUrgent = false
        /// It is to be sent back when next it is wanted back, whatever its switch says: nothing was sent since the start, or a
        /// person or a fire wants the way free.
        var owesProof = true
        /// Since when the servo's driver has answered without a break, as far as is known; `nil` while it does not.
        private(set) var heardSince: Instant?
        var survival: MoveSurvival

        init(survival: MoveSurvival = MoveSurvival()) {
            self.survival = survival
        }

        /// Where the bolt is known to be; `nil` while it moves, is stuck, or nothing is known.
        var side: Side? {
            switch state {
            case .settled(let side, _): side
            case .exercising: .unlocked
            case .unknown, .moving, .jammed: nil
            }
        }

        /// A person looked after it: it may be tried again.
        mutating func forgetJam() {
            hasGivenUpLocking = false
            survival.forgetLocks()
            hurry()
            guard case .jammed = state else { return }
            // It is known to be stuck: to send it back again proves nothing before its switch says so.
            (state, owesProof) = (.unknown, false)
        }

        /// What held the bolt may be gone: it is tried as soon as if it had just been stuck.
        mutating func hurry() { jamPause = nil }

        /// A frost is over: what ice has held half-way, with a switch that does not tell, comes free now.
        mutating func noteThaw(by settings: BoltSettings, at now: Instant) {
            hurry()
            guard case .settled(.unlocked, _) = state, mayMove(to: .unlocked, at: now),
                mayRepeat(.unlocked, by: settings, at: now)
            else { return }
            begin(.unlocked, at: now)
        }

        /// Whatever it does, and whatever it did before: back with it.
        mutating func hurryForFire() {
            isUrgent = true
            owesProof = true
            forgetJam()
        }

        /// It arrived where it was sent.
        mutating func settle(_ side: Side) {
            state = .settled(side, isDriven: true)
            hurry()
        }

        /// Learns where the bolt is from its switch, or from the servo where there is none.
        ///
        /// - Returns: whether a hand has drawn a bolt that was out.
        mutating func observe(
            _ latch: LatchReading, servo: ServoState?, isServoUnheard: Bool = false,
            by settings: BoltSettings, at now: Instant
        ) -> Bool {
            heardSince = isServoUnheard ? nil : heardSince ?? now
            switchDoubt.note(latch.isUnclear, limit: settings.grace, at: now)
            survival.note(at: now)
            switch (state, latch) {
            case (.unknown, .says(let side)):
                state = .settled(side, isDriven: false)
            case (.unknown, .notConnected):
                if let side = servo.flatMap({ lastCommanded($0, by: settings) }) {
                    state = .settled(side, isDriven: false)
                }
            case (.settled(let side, _), .says(let measured)) where measured != side:
                return noteDisagreement(side, by: settings, at: now)
            case (.jammed, .says(.unlocked)): noteFreed(by: settings, at: now)
            // A loose contact disagrees now and then: what it says between counts on.
            case (.settled, .unclear): break
            default: disagreesSince = nil
            }
            return false
        }

        var isServoHeard: Bool { heardSince != nil }

        /// Goes on towards `target`; `obstacle` is what speaks against pushing the bolt out now.
        mutating func drive(
            to target: Side?, obstacle: LockInterlock?, latch: LatchReading, isFrost: Bool = false,
            by settings: BoltSettings, at now: Instant
        ) {
            // It has been wanted back meanwhile: the next lock is another evening's.
            if target == .unlocked { hasGivenUpLocking = false }
            let target = switchDoubt.isExhausted || hasGivenUpLocking ? .unlocked : target
            // One that may not lock stays back for as long.
            let isBackWanted = target == .unlocked || target == .locked && obstacle != nil
            switch state {
            case .unknown:
                // A switch that is not heard yet may soon say that it is locked, and that is kept for a while.
                let isUnheard = latch.isUnclear && target != .unlocked
                if owesProof, isBackWanted, !isUnheard {
                    prove(at: now)
                } else {
                    start(target, obstacle, at: now)
                }
            case .settled(.unlocked, _) where owesProof && isBackWanted: prove(at: now)
            case .settled(let side, _):
                guard let target, target != side else {
                    let isIdle = target == .unlocked && obstacle == nil && latch == .says(.unlocked)
                    exercise(isFrost && isIdle, by: settings, at: now)
                    break
                }
                // Sent there already: what wears the servo out now may be the switch.
                let isAgain = target == lastDriven && !isUrgent
                guard !isAgain || mayRepeat(target, by: settings, at: now) else { break }
                start(target, obstacle, at: now)
            case .moving(let move):
                if let target, target != move.to, target == .unlocked || obstacle == nil {
                    begin(target, at: now)
                } else if move.to == .locked, obstacle != nil {
                    begin(.unlocked, at: now)
                } else {
                    advance(move, obstacle, latch, by: settings, at: now)
                }
            case .exercising(let since):
                let isOver = obstacle != nil || target != .unlocked || owesProof
                if isOver || now - since >= settings.backOffFor { settle(.unlocked) }
            case .jammed(let since):
                let isDue = now - since >= jamPause ?? settings.jamRetryEvery
                let pause = budget.wait(
                    towards: .unlocked, count: Self.movesOfRetry, by: settings, at: now)
                if isDue, pause == .zero {
                    retryJam(obstacle, by: settings, at: now)
                }
            }
        }

        /// What the servo is to do now; `nil` leaves it alone.
        func command(by settings: BoltSettings) -> ServoCommand? {
            switch state {
            case .unknown, .settled(_, isDriven: false): nil
            case .settled(let side, isDriven: true): .move(to: settings.angle(side))
            case .moving(let move):
                switch move.stage {
                case .release: .release
                case .backOff: .move(to: settings.backOffAngle(from: move.to))
                case .drive: .move(to: settings.angle(move.to))
                }
            case .exercising: .move(to: settings.backOffAngle(from: .unlocked))
            case .jammed: .move(to: settings.unlockedAngle)
            }
        }

        /// How long a lock is still kept for a switch that is unclear; `nil` while it is clear.
        func switchGraceLeft(of grace: Duration) -> Duration? {
            guard switchDoubt.isDoubtful else { return nil }
            return switchDoubt.isExhausted ? .zero : switchDoubt.left(of: grace)
        }

        /// As often as a lock is tried, a program has ended with it: it is not tried again before it has been day, or a person asks.
        func isLockUnsurvived(by settings: BoltSettings) -> Bool {
            survival.unsurvivedLocks > settings.retries
        }

        /// What of its own speaks against sending it out now.
        func obstacle(by settings: BoltSettings, at now: Instant) -> LockInterlock? {
            // One that is on its way has been paid for.
            if case .moving(let move) = state, move.to == .locked { return nil }
            guard side != .locked else { return nil }
            if isLockUnsurvived(by: settings) { return .endedInMove(left: nil) }
            let unsurvived = survival.waitToLock(at: now)
            if unsurvived > .zero { return .endedInMove(left: unsurvived) }
            let spent = budget.wait(towards: .locked, by: settings, at: now)
            return spent > .zero ? .tooManyMoves(left: spent) : nil
        }
    }
}
