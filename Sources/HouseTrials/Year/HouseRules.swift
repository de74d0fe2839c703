import Core
import JSON
import PetDoor
import Simulators
import Trials
import Values

/// What must hold at every tick of every year, whatever goes wrong.
struct HouseRules {
    /// What a move, its retries and a look at the next tick may take beyond a limit that is promised.
    private static let allowance = Duration.seconds(120)
    /// A thaw, a person or a fire has a stuck bolt tried sooner than it would be: so many moves a day at most.
    private static let hurriedMovesPerDay = 20
    /// Each time twice as long after the start, up to 5 min: some 8 until then, and 12 an hour from then on.
    private static let brownOutsPerHour = 20
    /// Below this share of its scale a photoresistor may say no more than "dark".
    private static let darkEnd = 0.01

    private let settings: PetDoor.Settings
    private var book: RuleBook
    private(set) var counts: [String: Int] = [:]
    private var lastCommand: ServoCommand?
    private var isGoingOut = false
    /// Of the last day, the oldest first.
    private var moves: [Instant] = []
    private var isOverBudget = false
    /// Since when the bolt has been out and free to be drawn.
    private var outSince: Instant?
    private var doubtSince: Instant?
    /// It has been held since it went out.
    private var wasHeld = false
    private var isOverdue = false
    private var isDoubtOverdue = false
    private var unlockAskedAt: Instant?
    /// Since when the servo is told to be back; `nil` while it is not.
    private var toldBackSince: Instant?
    /// It was, for as long as a move may take, since the program began.
    private var wasToldBack = false
    /// It was sent out, since the program began.
    private var wasToldOut = false
    /// Since when a bolt that is free to move is said to be back and is not.
    private var saidBackSince: Instant?
    private var brownOuts: [Instant] = []
    private var isEverybodyHome = false
    /// Ice or friction has held it half-way, where a switch that opens at once cannot tell, and it was not sent anywhere
    /// since: that is what such a switch costs (docs/wiring.md).
    private var isLeftUnseen = false
    /// How often the servo was sent somewhere.
    private(set) var moveCount = 0

    init(_ settings: PetDoor.Settings, from began: Instant) {
        self.settings = settings
        book = RuleBook(from: began)
    }

    var breaches: [RuleBreach] { book.breaches }

    /// A person has asked to lock and at once to unlock.
    mutating func askedToUnlock(at now: Instant) { unlockAskedAt = now }

    /// The program starts over, and with it what it promises.
    mutating func restarted() {
        (moves, outSince, doubtSince, lastCommand) = ([], nil, nil, nil)
        (isGoingOut, isOverBudget) = (false, false)
        (toldBackSince, wasToldBack, wasToldOut, saidBackSince) = (nil, false, false, nil)
    }

    /// The servo has taken the machine down: not for ever, one time after the other.
    mutating func noteBrownOut(at now: Instant) {
        brownOuts.removeAll { now - $0 >= .seconds(3600) }
        brownOuts.append(now)
        if brownOuts.count == Self.brownOutsPerHour + 1 {
            note("a servo browns out the machine again and again", now, "")
        }
    }

    /// What people are told by the details of the policy.
    struct Claim {
        let isBack: Bool
        let isOut: Bool
        let isBySwitch: Bool
        /// Of all that are named.
        let isEverybodyHome: Bool
        /// It comes back for a pet, however long it is out.
        let isPetsOnly: Bool

        init(_ details: [String: JSONValue]) {
            isPetsOnly = details["mode"] == .string(PetDoor.Mode.petsOnly.rawValue)
            isBack = details["position"] == "unlocked"
            isOut = details["position"] == "locked"
            isBySwitch = details["evidence"] == "switch"
            guard case .array(let pets)? = details["pets"] else {
                isEverybodyHome = false
                return
            }
            isEverybodyHome = !pets.isEmpty && pets.allSatisfy { $0["where"] == "inside" }
        }
    }

    /// What is said of a bolt that is not back. To be called each minute of that.
    mutating func checkClaim(_ claim: Claim, _ world: HouseWorld, at now: Instant) {
        isEverybodyHome = claim.isEverybodyHome
        if claim.isPetsOnly { outSince = now }
        if claim.isOut, claim.isBySwitch, !wasToldOut, !world.bolt.isOut,
            world.disturbances.latchStuck == nil
        {
            note("said to be out by its switch alone", now, "")
        }
        guard claim.isBack else { return saidBackSince = nil }
        if claim.isBySwitch, !wasToldBack, world.disturbances.latchStuck == nil {
            note("said to be back by its switch alone", now, "")
        }
        guard !world.bolt.isHeld, !isLeftUnseen, world.disturbances.latchStuck == nil else {
            return saidBackSince = nil
        }
        let since = saidBackSince ?? now
        if now - since == .seconds(600) { note("said to be back for 10 min, and is not", now, "") }
        saidBackSince = since
    }

    /// After a step of the policy, before the servo obeys; `isLockAsked`: a person wants it locked.
    mutating func check(
        _ drivers: HouseDrivers, _ world: HouseWorld, isLockAsked: Bool, at now: Instant
    ) {
        let command = drivers.command(at: now)
        if command != lastCommand {
            if case .move(let angle)? = command {
                noteMove(at: now)
                isLeftUnseen = false
                begin(angle, drivers, world, isLockAsked, at: now)
            } else {
                isGoingOut = false
            }
            lastCommand = command
        }
        let isStopped = world.bolt.heldAt != nil || world.bolt.isCaught
        if isStopped, !world.bolt.isBack, !world.bolt.isSaidOut {
            isLeftUnseen = true
        }
        if world.bolt.isBack { isLeftUnseen = false }
        noteToldBack(command, at: now)
        checkPush(drivers, world, at: now)
        checkLimits(drivers, world, at: now)
    }

    private mutating func begin(
        _ angle: Angle, _ drivers: HouseDrivers, _ world: HouseWorld, _ isLockAsked: Bool,
        at now: Instant
    ) {
        let share = share(of: angle)
        isGoingOut = share > world.bolt.position + 0.02
        guard isGoingOut else { return }
        let flap = drivers.flapSample(at: now)
        let isProven =
            flap.good.map { $0.isActive && now - $0.changedAt >= settings.flapClosedFor } ?? false
        if !isProven {
            note("towards locked without a flap that is proven shut", now, "\(flap.quality)")
        }
        if share > 0.9, !isLockAsked, let doubt = drivers.lightDoubt {
            note("lock by a doubtful sensor", now, doubt)
        }
        if let asked = unlockAskedAt, now - asked < Self.allowance {
            note("lock after an unlock", now, "")
        }
    }

    private mutating func noteToldBack(_ command: ServoCommand?, at now: Instant) {
        if case .move(let angle)? = command, share(of: angle) > 0.98 { wasToldOut = true }
        guard case .move(let angle)? = command, share(of: angle) < 0.02 else {
            return toldBackSince = nil
        }
        let since = toldBackSince ?? now
        toldBackSince = since
        // A servo needs a second from end to end, and a tick is one.
        if now - since >= .seconds(2) { wasToldBack = true }
    }

    /// 0 is fully back, 1 fully out.
    private func share(of angle: Angle) -> Double {
        (angle - settings.unlockedAngle).degrees
            / (settings.lockedAngle - settings.unlockedAngle).degrees
    }

    private mutating func noteMove(at now: Instant) {
        moveCount += 1
        moves.removeAll { now - $0 >= .seconds(86400) }
        moves.append(now)
        let ofHour = moves.reversed().prefix { now - $0 < .seconds(3600) }.count
        // The first move to unlock is made whatever the budget says.
        let isOver =
            ofHour > settings.movesPerHour + 1
            || moves.count > settings.movesPerDayAtMost + Self.hurriedMovesPerDay
        // Told when it begins, and not with each move.
        if isOver, !isOverBudget {
            note(
                "more moves than the budget has", now,
                "\(ofHour) within an hour, \(moves.count) within a day")
        }
        isOverBudget = isOver
    }

    /// What is on its way out turns round with the next tick when the flap opens. One that is held on its way
    /// goes nowhere: the servo is off by then.
    private mutating func checkPush(
        _ drivers: HouseDrivers, _ world: HouseWorld, at now: Instant
    ) {
        guard isGoingOut else { return }
        if world.bolt.position > 0.98 || world.bolt.heldAt != nil || world.bolt.isCaught {
            isGoingOut = false
        } else if drivers.flapSample(at: now).good?.isActive == false {
            note("pushes on into an open flap", now, "")
            isGoingOut = false
        }
    }

    private mutating func checkLimits(
        _ drivers: HouseDrivers, _ world: HouseWorld, at now: Instant
    ) {
        guard !world.bolt.isBack, !world.bolt.isHeld, !isLeftUnseen else {
            outSince = nil
            doubtSince = nil
            wasHeld = world.bolt.isHeld
            return
        }
        let since = outSince ?? now
        outSince = since
        let isOver = lockLimit.map { now - since > $0 + Self.allowance } ?? false
        if isOver, !isOverdue { note("locked for longer than max_locked", now, "") }
        isOverdue = isOver
        let isDoubted = drivers.lightDoubt != nil && drivers.ratio > Self.darkEnd
        let began = isDoubted ? doubtSince ?? now : nil
        doubtSince = began
        // One that was held is tried again after a pause.
        let pause = wasHeld ? settings.jamRetryAtMost : .zero
        let isTooLong = began.map { now - $0 > settings.grace + pause + Self.allowance } ?? false
        if isTooLong, !isDoubtOverdue { note("locked by doubt for longer than grace", now, "") }
        isDoubtOverdue = isTooLong
    }

    /// With everybody known to be home nobody is shut out.
    private var lockLimit: Duration? {
        settings.lockLimit.map { isEverybodyHome ? max($0, PetDoor.longestNight) : $0 }
    }

    private mutating func note(_ rule: String, _ now: Instant, _ what: String) {
        counts[rule, default: 0] += 1
        book.note(rule, now, what)
    }
}
