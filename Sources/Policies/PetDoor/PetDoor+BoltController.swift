import Core
import Devices

extension PetDoor {
    /// Brings the bolt to a side and makes sure that it got there.
    ///
    /// What the switch says is the truth; what was commanded is only a wish.
    struct BoltController: Sendable {
        enum State: Equatable, Sendable {
            case unknown
            /// At `side`. `isDriven`: because it was sent there, and is held there.
            case settled(Side, isDriven: Bool)
            case moving(Move)
            /// Could not be brought to `side`; told to unlock since then.
            case jammed(Side, since: Instant)
        }

        struct Move: Equatable, Sendable {
            let to: Side
            /// Counted from 1.
            let attempt: Int
            let since: Instant
            let isBackingOff: Bool
        }

        let settings: BoltSettings
        private(set) var state = State.unknown
        private var unclearSince: Instant?
        private var disagreesSince: Instant?

        init(_ settings: BoltSettings) {
            self.settings = settings
        }

        /// Where the bolt is known to be; `nil` while it moves, is stuck, or nothing is known.
        var side: Side? {
            guard case .settled(let side, _) = state else { return nil }
            return side
        }

        /// A person looked after it: it may be tried again.
        mutating func forgetJam() {
            if case .jammed = state { state = .unknown }
        }

        /// Learns where the bolt is from its switch, or from the servo where there is none.
        mutating func observe(_ latch: LatchReading, servo: ServoState?, at now: Instant) {
            noteUnclear(latch, at: now)
            switch (state, latch) {
            case (.unknown, .says(let side)):
                state = .settled(side, isDriven: false)
            case (.unknown, .notConnected):
                if let side = servo.flatMap(lastCommanded) {
                    state = .settled(side, isDriven: false)
                }
            case (.settled(let side, _), .says(let measured)) where measured != side:
                noteDisagreement(side, at: now)
            case (.jammed(.unlocked, _), .says(.unlocked)):
                state = .settled(.unlocked, isDriven: true)
            default: disagreesSince = nil
            }
        }

        /// Goes on towards `wish`; `obstacle` is what speaks against locking now.
        mutating func drive(
            to wish: Side?, obstacle: LockInterlock?, latch: LatchReading, at now: Instant
        ) {
            let wish = isSwitchLost(at: now) ? .unlocked : wish
            switch state {
            case .unknown:
                start(wish, obstacle, latch, at: now)
            case .settled(let side, _):
                if wish != side { start(wish, obstacle, latch, at: now) }
            case .moving(let move):
                if let wish, wish != move.to, wish == .unlocked || obstacle == nil {
                    begin(wish, at: now)
                } else if move.to == .locked, obstacle != nil {
                    begin(.unlocked, at: now)
                } else {
                    advance(move, latch, at: now)
                }
            case .jammed(let side, let since):
                if side == .unlocked, latch == .says(.locked),
                    now - since >= settings.jamRetryEvery
                {
                    begin(.unlocked, at: now)
                }
            }
        }

        /// What the servo is to do now; `nil` leaves it alone.
        var command: ServoCommand? {
            switch state {
            case .unknown, .settled(_, isDriven: false): nil
            case .settled(let side, isDriven: true): .move(to: settings.angle(side))
            case .moving(let move) where move.isBackingOff:
                .move(to: settings.backOffAngle(from: move.to))
            case .moving(let move): .move(to: settings.angle(move.to))
            case .jammed: .move(to: settings.unlockedAngle)
            }
        }

        /// How long a lock is still kept for a switch that is unclear; `nil` while it is clear.
        func patienceWithSwitch(at now: Instant) -> Duration? {
            unclearSince.map { settings.grace - (now - $0) }
        }

        private func isSwitchLost(at now: Instant) -> Bool {
            patienceWithSwitch(at: now).map { $0 <= .zero } ?? false
        }
    }
}

extension PetDoor.BoltController {
    private mutating func start(
        _ wish: PetDoor.Side?, _ obstacle: PetDoor.LockInterlock?, _ latch: PetDoor.LatchReading,
        at now: Instant
    ) {
        guard let wish, wish == .unlocked || obstacle == nil else { return }
        // A switch that is not heard yet may soon say that nothing needs to move.
        if state == .unknown, case .unclear = latch, !isSwitchLost(at: now) { return }
        begin(wish, at: now)
    }

    private mutating func begin(_ side: PetDoor.Side, at now: Instant) {
        disagreesSince = nil
        state = .moving(Move(to: side, attempt: 1, since: now, isBackingOff: false))
    }

    private mutating func advance(
        _ move: Move, _ latch: PetDoor.LatchReading, at now: Instant
    ) {
        let elapsed = now - move.since
        if move.isBackingOff {
            guard elapsed >= settings.backOffFor else { return }
            state = .moving(
                Move(to: move.to, attempt: move.attempt + 1, since: now, isBackingOff: false))
        } else if latch == .says(move.to) {
            state = .settled(move.to, isDriven: true)
        } else if elapsed >= settings.confirmWithin {
            giveUp(move, latch, at: now)
        }
    }

    /// The move was not confirmed in time.
    private mutating func giveUp(
        _ move: Move, _ latch: PetDoor.LatchReading, at now: Instant
    ) {
        if latch == .notConnected {
            state = .settled(move.to, isDriven: true)
        } else if move.attempt <= settings.retries {
            state = .moving(
                Move(to: move.to, attempt: move.attempt, since: now, isBackingOff: true))
        } else {
            state = .jammed(move.to, since: now)
        }
    }

    private mutating func noteUnclear(_ latch: PetDoor.LatchReading, at now: Instant) {
        if case .unclear = latch {
            unclearSince = unclearSince ?? now
        } else {
            unclearSince = nil
        }
    }

    /// The switch says the other side: a hand, or a spring. Believed when it is not a bounce.
    private mutating func noteDisagreement(_ side: PetDoor.Side, at now: Instant) {
        let since = disagreesSince ?? now
        disagreesSince = since
        guard now - since >= settings.confirmWithin else { return }
        disagreesSince = nil
        state = .settled(side.other, isDriven: false)
    }

    /// The side that the servo was last sent to, if it is near one of them.
    private func lastCommanded(_ servo: ServoState) -> PetDoor.Side? {
        guard let angle = servo.commanded else { return nil }
        let near = abs((settings.lockedAngle - settings.unlockedAngle).degrees) / 4
        return [PetDoor.Side.locked, .unlocked].first {
            abs((settings.angle($0) - angle).degrees) <= near
        }
    }
}
