import Core
import PolicyKit
import Values

extension PetDoor {
    /// What the rule goes by.
    package enum RuleReason: Codable, Equatable, Sendable {
        case condition(Condition)
        /// It would change the bolt, but not yet.
        case waiting(Condition, to: Side, left: Duration)
        /// A sensor cannot be trusted; `unlocksIn` is set while that keeps a lock.
        case doubtful(SensorDoubts, unlocksIn: Duration?)
        /// It became dark, and now is darker than the sensor can tell.
        case darkness
    }

    /// Why the bolt is wanted where it is wanted.
    package enum RequestReason: Codable, Equatable, Sendable {
        case rule(RuleReason)
        case person(Mode, left: Duration)
        /// Another policy asked.
        case policy(Mode, name: String, left: Duration)
        case scheduled(Mode, until: WallTime)
        /// A hand has drawn the bolt: it stays so until it has been day.
        case hand(left: Duration)
        /// There is a fire, or nobody has said yet that it is over.
        case fire(isBurning: Bool)
        /// One that lives here is at the door, or was until a moment ago.
        case petAtDoor(String, left: Duration)
        /// Somebody pushed at the locked flap often enough.
        case knocked(left: Duration)
        /// A change of the configuration waits until the bolt is back.
        case retreating(left: Duration)
        /// It has been locked for as long as it may be.
        case lockedTooLong(limit: Duration)
        /// It is to be locked, and one that lives here may be outside; `left`: for how long it waits.
        case awaitingPets(Whereabouts, left: Duration?, isOverdue: Bool)
        /// It has waited for them for as long as it was told to.
        case shutsOut(Whereabouts)
    }

    /// What the bolt itself has to say about that.
    package enum BoltStatus: Codable, Equatable, Sendable {
        case blocked(LockInterlock)
        case moving(to: Side, attempt: Int, of: Int)
        /// Taken for back, and sent back to be sure.
        case proving
        /// Tried again, since it did not get there.
        case freeing(to: Side, attempt: Int, of: Int)
        /// Stuck on its way to this side; one that did not go out was unlocked.
        case jammed(Side)
        /// Not known where the bolt is; `unlocksIn` is set while that keeps a lock.
        case latchUnclear(why: String, unlocksIn: Duration?)
    }

    /// Why the door is what it is: what is wanted, and what the bolt makes of it.
    package struct Why: Reason {
        package let request: RequestReason
        package let bolt: BoltStatus?
        /// Where the bolt is, and by what evidence.
        package var stand = Stand.unknown
        /// `nil` while the clock cannot be believed, or the bolt is nowhere.
        package var outlook: Outlook?
        /// Why nothing comes of the schedule, if there is one.
        package var clockDoubt: String?
        /// Why `pets-only` is not kept to, where that is asked for or scheduled.
        package var petsOnlyDoubt: PetsOnlyDoubt?
        /// Where those that live here are; `nil` where nobody is named.
        package var pets: Whereabouts?
        /// Who is kept waiting outside.
        package var waiting: Caller?
        /// Who did something at the flap last: a new one is worth a line of the log.
        package var last: PassageNote?
        /// What people were told of last and what stands since then: worth a line, too.
        package var alert: Alert?
        /// An alarm stands; otherwise `nil`.
        package var hasAlarm: Bool?
        /// What a person asked for instead of the thresholds of the file; `nil` while that holds.
        package var thresholds: Thresholds?
        /// Limits of temperature among them are not kept to: there is no thermometer any more. Otherwise `nil`.
        package var lacksThermometer: Bool?
        /// `nil`: degrees Celsius.
        package var unit: TemperatureUnit?

        package var code: String {
            let code = bolt.map { "\(request.code.text)/\($0.code)" } ?? request.code.text
            return code + (clockDoubt == nil ? "" : "/no-clock")
                + (petsOnlyDoubt == nil ? "" : "/not-pets-only")
        }

        package var isFailsafe: Bool {
            request.isFailsafe || bolt?.isFailsafe == true || clockDoubt != nil
                || lacksThermometer == true || hasAlarm == true || petsOnlyDoubt?.isFailsafe == true
        }

        package var isFault: Bool {
            request.isFault || bolt?.isFault == true || clockDoubt != nil
                || lacksThermometer == true
        }

        package var description: String {
            let degrees = unit ?? .celsius
            let requested = request.words(degrees)
            let why = bolt.map { "\($0.words); \(requested)" } ?? requested
            let doubt =
                (clockDoubt.map { "; no schedule, only the light: \($0)" } ?? "")
                + (petsOnlyDoubt.map { "; not pets-only: \($0.words)" } ?? "") + ofPets
                + (alert.map { "; \($0)" } ?? "")
                + (thresholds.map { "; thresholds as asked: \(text(of: $0, degrees))" } ?? "")
            let since = outlook.flatMap { $0.side == stand.side ? $0.since.clockText : nil }
            return "\(stand.words(since: since)): \(why)"
                + (outlook?.forecast.map { "; \($0)" } ?? "")
                + doubt
        }

        private func text(of thresholds: Thresholds, _ unit: TemperatureUnit) -> String {
            thresholds.text(in: unit, hasThermometer: lacksThermometer != true)
        }

        private var ofPets: String {
            let presence = request.namesPets ? nil : pets?.description
            return [waiting?.description, presence, last?.description].compactMap { $0 }.map {
                "; \($0)"
            }.joined()
        }

        // These are nearly always nil. To compare them as optionals copies both, which takes as long as all the rest.

        /// With each begin of one its count grows.
        private func isAlertSame(as other: Why) -> Bool {
            guard case let alert? = alert else {
                if case nil = other.alert { return true }
                return false
            }
            return alert.kind == other.alert?.kind && alert.count == other.alert?.count
                && alert.isStanding == other.alert?.isStanding
        }

        private func isDoubtSame(as other: Why) -> Bool {
            guard case let doubt? = petsOnlyDoubt else {
                if case nil = other.petsOnlyDoubt { return true }
                return false
            }
            return doubt == other.petsOnlyDoubt
        }

        private func isWaitingSame(as other: Why) -> Bool {
            guard case let waiting? = waiting else {
                if case nil = other.waiting { return true }
                return false
            }
            return waiting == other.waiting
        }

        private func isLastSame(as other: Why) -> Bool {
            guard case let last? = last else {
                if case nil = other.last { return true }
                return false
            }
            return last == other.last
        }

        /// As a comparison of the codes, without putting them together.
        package func isSameCase(as other: Why) -> Bool {
            request.code == other.request.code && bolt?.code == other.bolt?.code
                && (clockDoubt == nil) == (other.clockDoubt == nil) && isDoubtSame(as: other)
                && isWaitingSame(as: other)
                && pets == other.pets && isLastSame(as: other) && isAlertSame(as: other)
                && thresholds == other.thresholds && lacksThermometer == other.lacksThermometer
        }
    }
}

extension PetDoor.RequestReason {
    var isAwaitingPets: Bool {
        if case .awaitingPets = self { return true }
        return false
    }

    fileprivate var namesPets: Bool {
        if case .shutsOut = self { return true }
        return isAwaitingPets
    }

    fileprivate var isFailsafe: Bool {
        switch self {
        case .rule(.doubtful), .lockedTooLong, .shutsOut, .fire: true
        case .awaitingPets(_, _, let isOverdue): isOverdue
        case .rule, .person, .policy, .scheduled, .hand, .petAtDoor, .knocked, .retreating:
            false
        }
    }

    fileprivate var isFault: Bool {
        if case .rule(.doubtful) = self { return true }
        return false
    }

    fileprivate var code: CodeParts {
        switch self {
        case .rule(.condition(let condition)): CodeParts(condition.code)
        case .rule(.waiting(let condition, _, _)): CodeParts("waiting", condition.code)
        case .rule(.doubtful(_, let left)): CodeParts("doubt", left == nil ? "unlocked" : "locked")
        case .rule(.darkness): CodeParts("darkness")
        case .person(let mode, _), .policy(let mode, _, _): CodeParts("asked", mode.word)
        case .scheduled(let mode, _): CodeParts("scheduled", mode.word)
        case .hand: CodeParts("drawn-by-hand")
        case .fire(let isBurning): CodeParts(isBurning ? "fire" : "after-fire")
        case .petAtDoor: CodeParts("pet-at-door")
        case .knocked: CodeParts("knocked")
        case .retreating: CodeParts("retreating")
        case .lockedTooLong: CodeParts("locked-too-long")
        case .awaitingPets(_, _, let isOverdue):
            CodeParts(isOverdue ? "pet-overdue" : "waiting-for-pets")
        case .shutsOut: CodeParts("locked-without-pets")
        }
    }

    fileprivate func words(_ unit: PetDoor.TemperatureUnit) -> String {
        switch self {
        case .rule(.condition(let condition)): condition.text(in: unit)
        case .rule(.waiting(let condition, let side, let left)):
            "\(condition.text(in: unit)); to be \(side.rawValue) in \(text(of: left)) if that lasts"
        case .rule(.doubtful(let why, let left)):
            why.description
                + (left.map { "; unlocks in \(text(of: $0)) if that lasts" } ?? "; does not lock")
        case .rule(.darkness): "it is night, darker than the light sensor can tell"
        case .person(let mode, let left):
            "\(mode.word) as asked, for another \(text(of: left))"
        case .policy(let mode, let name, let left):
            "\(mode.word) as asked by \(name), for another \(text(of: left))"
        case .scheduled(let mode, let until):
            "\(mode.word) by the schedule, until \(until.clockText)"
        case .hand(let left):
            "the bolt was drawn by hand: unlocked until it has been day, or for \(text(of: left))"
        case .fire(let isBurning):
            isBurning
                ? "unlocked for a fire" : "unlocked after a fire, until a person asks for \"auto\""
        case .retreating(let left):
            "unlocked for a change of the configuration, for another \(text(of: left))"
        case .petAtDoor(let name, let left):
            "unlocked for \(name), for another \(text(of: left))"
        case .knocked(let left): "unlocked for one who knocked, for another \(text(of: left))"
        case .lockedTooLong(let limit):
            "it was locked for \(text(of: limit)) (max_locked): unlocked until it has been day, or "
                + "a person asks"
        case .awaitingPets(let pets, let left, let isOverdue):
            pets.isEverybodyHome
                ? "\(pets), for less than a minute: not locked yet"
                : "\(pets): not locked until all are home"
                    + (left.map { ", or for \(text(of: $0))" } ?? "")
                    + (isOverdue ? "; overdue" : "")
        case .shutsOut(let pets):
            "locked all the same: \(pets), and it has waited for wait_for_pets"
        }
    }
}

extension PetDoor.BoltStatus {
    fileprivate var isFailsafe: Bool {
        switch self {
        case .blocked(.flapOpen), .blocked(.flapJustClosed), .blocked(.tunnelOccupied),
            .blocked(.tunnelJustLeft), .moving, .proving:
            false
        case .blocked, .freeing, .jammed, .latchUnclear: true
        }
    }

    fileprivate var isFault: Bool {
        switch self {
        case .blocked(.flapOpen), .blocked(.flapJustClosed), .blocked(.tunnelOccupied),
            .blocked(.tunnelJustLeft), .blocked(.tooManyMoves), .moving, .proving:
            false
        case .blocked, .freeing, .jammed, .latchUnclear: true
        }
    }

    fileprivate var code: String {
        switch self {
        case .blocked(let obstacle): obstacle.code
        case .moving(let side, _, _), .freeing(let side, _, _):
            side == .locked ? "locking" : "unlocking"
        case .proving: "unlocking"
        case .jammed(let side): side == .locked ? "jammed-locking" : "jammed-unlocking"
        case .latchUnclear(_, let left): left == nil ? "latch-lost" : "latch-unclear"
        }
    }

    fileprivate var words: String {
        switch self {
        case .blocked(let obstacle): "cannot lock: \(obstacle)"
        case .moving(let side, let attempt, let count), .freeing(let side, let attempt, let count):
            "\(side == .locked ? "locking" : "unlocking"), try \(attempt) of \(count)"
        case .proving: "the bolt is sent back to be sure of it"
        case .jammed(.locked):
            "the bolt did not go out, so it was unlocked: look at it, then ask again"
        case .jammed(.unlocked): "the switch does not say that the bolt came back: look at it"
        case .latchUnclear(let why, let left):
            "the latch switch is \(why)"
                + (left.map { "; unlocks in \(text(of: $0)) if that lasts" } ?? "; unlocked")
        }
    }
}
