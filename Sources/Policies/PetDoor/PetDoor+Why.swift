import Core
import Devices

extension PetDoor {
    /// What the rule goes by.
    package enum RuleReason: Codable, Equatable, Sendable {
        case condition(Condition)
        /// It would change the bolt, but not yet.
        case waiting(Condition, to: Side, left: Duration)
        /// A sensor cannot be trusted; `unlocksIn` is set while that keeps a lock.
        case doubtful(why: String, unlocksIn: Duration?)
        /// It became dark, and now is darker than the sensor can tell.
        case darkness
    }

    /// Why the bolt is wanted where it is wanted.
    package enum RequestReason: Codable, Equatable, Sendable {
        case rule(RuleReason)
        case person(Side, left: Duration)
        /// A hand has drawn the bolt: it stays so until it has been day.
        case hand(left: Duration)
        /// It has been locked for as long as it may be.
        case lockedTooLong(limit: Duration)
    }

    /// What the bolt itself has to say about that.
    package enum BoltStatus: Codable, Equatable, Sendable {
        case blocked(LockInterlock)
        case moving(to: Side, attempt: Int, of: Int)
        /// Stuck on its way to this side; one that did not go out was unlocked.
        case jammed(Side)
        /// Not known where the bolt is; `unlocksIn` is set while that keeps a lock.
        case latchUnclear(why: String, unlocksIn: Duration?)
    }

    /// Why the door is what it is: what is wanted, and what the bolt makes of it.
    package struct Why: Reason {
        package let wish: RequestReason
        package let bolt: BoltStatus?

        package var code: String {
            bolt.map { "\(wish.code)/\($0.code)" } ?? wish.code
        }

        package var isFailsafe: Bool { wish.isFailsafe || bolt?.isFailsafe == true }

        package var description: String {
            bolt.map { "\($0.words); \(wish.words)" } ?? wish.words
        }

        /// As a comparison of the codes, without putting them together.
        package func isSameCase(as other: Why) -> Bool {
            wish.isSameCase(as: other.wish) && bolt?.code == other.bolt?.code
        }
    }
}

extension PetDoor.RequestReason {
    fileprivate var isFailsafe: Bool {
        switch self {
        case .rule(.doubtful), .lockedTooLong: true
        case .rule, .person, .hand: false
        }
    }

    fileprivate var code: String {
        switch self {
        case .rule(.condition(let condition)): condition.code
        case .rule(.waiting(let condition, _, _)): "waiting-\(condition.code)"
        case .rule(.doubtful(_, let left)): left == nil ? "doubt-unlocked" : "doubt-locked"
        case .rule(.darkness): "darkness"
        case .person(let side, _): "asked-\(side.rawValue)"
        case .hand: "drawn-by-hand"
        case .lockedTooLong: "locked-too-long"
        }
    }

    fileprivate func isSameCase(as other: Self) -> Bool {
        switch (self, other) {
        case (.rule(.condition(let left)), .rule(.condition(let right))),
            (.rule(.waiting(let left, _, _)), .rule(.waiting(let right, _, _))):
            left.code == right.code
        case (.rule(.doubtful(_, let left)), .rule(.doubtful(_, let right))):
            (left == nil) == (right == nil)
        case (.person(let left, _), .person(let right, _)): left == right
        case (.rule(.darkness), .rule(.darkness)), (.hand, .hand), (.lockedTooLong, .lockedTooLong):
            true
        default: false
        }
    }

    fileprivate var words: String {
        switch self {
        case .rule(.condition(let condition)): condition.description
        case .rule(.waiting(let condition, let side, let left)):
            "\(condition); to be \(side.rawValue) in \(text(of: left)) if that lasts"
        case .rule(.doubtful(let why, let left)):
            why + (left.map { "; unlocks in \(text(of: $0)) if that lasts" } ?? "; does not lock")
        case .rule(.darkness): "it is night, darker than the light sensor can tell"
        case .person(let side, let left):
            "\(side.rawValue) as asked, for another \(text(of: left))"
        case .hand(let left):
            "the bolt was drawn by hand: unlocked until it has been day, or for \(text(of: left))"
        case .lockedTooLong(let limit):
            "it was locked for \(text(of: limit)) (max_locked): unlocked until it has been day, or "
                + "somebody asks"
        }
    }
}

extension PetDoor.BoltStatus {
    fileprivate var isFailsafe: Bool {
        switch self {
        case .blocked(.flapOpen), .blocked(.flapJustClosed), .moving: false
        case .blocked, .jammed, .latchUnclear: true
        }
    }

    fileprivate var code: String {
        switch self {
        case .blocked(let obstacle): obstacle.code
        case .moving(let side, _, _): side == .locked ? "locking" : "unlocking"
        case .jammed(let side): "jammed-\(side == .locked ? "locking" : "unlocking")"
        case .latchUnclear(_, let left): left == nil ? "latch-lost" : "latch-unclear"
        }
    }

    fileprivate var words: String {
        switch self {
        case .blocked(let obstacle): "cannot lock: \(obstacle)"
        case .moving(let side, let attempt, let count):
            "\(side == .locked ? "locking" : "unlocking"), try \(attempt) of \(count)"
        case .jammed(.locked):
            "the bolt did not go out, so it was unlocked: look at it, then ask again"
        case .jammed(.unlocked): "the switch does not say that the bolt came back: look at it"
        case .latchUnclear(let why, let left):
            "the latch switch is \(why)"
                + (left.map { "; unlocks in \(text(of: $0)) if that lasts" } ?? "; unlocked")
        }
    }
}
