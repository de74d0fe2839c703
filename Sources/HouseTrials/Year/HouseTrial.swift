import Core
import JSON
import PetDoor
import PolicyKit
import Simulators
import Trials
import Values

/// A year at one tick a second in virtual time: the policy as the supervisor connects it, the drivers'
/// decisions and the house.
package struct HouseTrial {
    static let began = Instant(nanoseconds: 1_000_000_000_000)
    private static let secondsADay = 86400

    let setup: HouseSetup
    private let plan: HousePlan
    let scheduler = ManualScheduler(now: began)
    /// `nil` in a year without restarts, where nobody would read them: they cost a quarter of its time.
    let memories: KeptMemories?
    var policy: any PolicyInstance
    var broker: RequestBroker
    private let lease: Duration
    private let stepEvery: Int
    var world: HouseWorld
    var drivers: HouseDrivers
    var rules: HouseRules
    var result: HouseResult
    var faults: HouseFaultSchedule
    /// A person wants it locked.
    var isLockAsked = false
    /// The machine is down until then.
    var restartAt: Int?
    private var day = DayResult()
    /// How often each alert had begun by the end of the day before.
    private var alertCounts: [String: Int] = [:]
    /// When one of the cats that live there last did something at the flap.
    private var residentSeenAt: Int?
    private let witness: (any HouseWitness)?

    /// `witness` looks on at a year without faults.
    ///
    /// - Throws: that a port is not connected to what it carries.
    package init(
        _ plan: HousePlan, _ setup: HouseSetup, witness: (any HouseWitness)? = nil
    ) throws(PlainError) {
        self.setup = setup
        self.plan = plan
        self.witness = witness
        memories = plan.faults.isEmpty ? nil : KeptMemories()
        let door = try HouseDoor(
            setup, memories: memories, scheduler: scheduler, at: Self.began)
        (policy, broker, drivers) = (door.policy, door.broker, door.drivers)
        stepEvery = max(1, Int(setup.door.period.seconds.rounded()))
        // A tick a second is less often than most are configured: a command lives until the next.
        lease = max(setup.door.lease, .seconds(2 * stepEvery))
        world = HouseWorld(
            cats: plan.cats.habits, unlocked: setup.settings.unlockedAngle,
            locked: setup.settings.lockedAngle, reed: plan.reed,
            bars: setup.bars, site: setup.site, seed: plan.seed)
        world.reader = setup.reader(plan)
        rules = HouseRules(setup.settings, from: Self.began)
        faults = HouseFaultSchedule(plan.faults)
        result = HouseResult(number: plan.number, law: setup.law)
        result.faults = plan.faults.map { "\($0)" }
        policy.observe(witness?.begin(setup.door, clock: scheduler))
    }

    /// Lets the days pass; `progress` is called after each, with how many have.
    ///
    /// - Throws: that a port is not connected to what it carries.
    package mutating func run(
        _ progress: (Int) -> Void = { _ in }
    ) throws(PlainError) -> HouseResult {
        for second in 0..<(plan.days * Self.secondsADay) {
            try tick(at: Self.began + .seconds(second))
            if (second + 1) % Self.secondsADay == 0 {
                endDay()
                progress(result.days.count)
            }
        }
        witness?.end()
        result.moves = rules.moveCount
        result.breaches = rules.breaches
        result.breachCounts = rules.counts
        return result
    }

    private mutating func tick(at now: Instant) throws(PlainError) {
        world.advance()
        try applyFaults(at: now)
        scheduler.advance(to: now)
        if !isOff { run(at: now) }
        witness?.note(world.shownTime)
        for visit in world.visits { note(visit) }
        if world.second % 60 == 0 { noteMinute() }
    }

    /// The program, while it has power.
    private mutating func run(at now: Instant) {
        drivers.publish(&world, at: now)
        let isStalled = faults.present.contains(.stall)
        if world.second % stepEvery == 0, !isStalled { step(at: now) }
        let before = rules.moveCount
        rules.check(drivers, world, isLockAsked: isLockAsked, at: now)
        if world.second % 60 == 0, !world.bolt.isBack { checkClaim(at: now) }
        day.moves += rules.moveCount - before
        let wasBack = world.bolt.isBack
        drive(at: now)
        if wasBack, !world.bolt.isBack, setup.bars != .wayOut, !isLockAsked, isSomebodyOutside {
            result.locksWithCatOutside += 1
        }
    }

    /// What people are told of a bolt that is not back.
    private mutating func checkClaim(at now: Instant) {
        guard setup.law != .plain, case .object(let details)? = policy.details(at: now) else {
            return
        }
        let claim = HouseRules.Claim(details)
        if claim.isBack { result.saidBackMinutes += 1 }
        if claim.isOut, !world.bolt.isOut { result.saidOutMinutes += 1 }
        rules.checkClaim(claim, world, at: now)
    }

    private var isSomebodyOutside: Bool {
        world.cats.contains { $0.habit.isResident && !$0.isInside }
    }

    private mutating func step(at now: Instant) {
        _ = policy.step(at: now, lease: lease)
    }
}

// MARK: - What is noted

extension HouseTrial {
    private mutating func note(_ visit: HouseWorld.Visit) {
        let isResident = world.cats[visit.cat].habit.isResident
        if isResident { residentSeenAt = world.second }
        switch (visit.what, visit.direction) {
        case (.passed, .inward?):
            day.passages += 1
            guard isResident else {
                result.strangersIn += 1
                let isBehind = residentSeenAt.map {
                    world.second - $0 <= HouseResult.followSeconds
                }
                if isBehind == true { result.strangersBehind += 1 }
                return
            }
            result.inward += 1
            result.entryWaits.append(Double(visit.waitedSeconds))
            if visit.waitedSeconds >= 60 { result.waits.append(Double(visit.waitedSeconds)) }
        case (.passed, _):
            day.passages += 1
            result.outward += 1
        case (.refused, .inward?):
            day.refusals += 1
            if isResident { result.refusedInward += 1 } else { result.strangersRefused += 1 }
        case (.refused, _):
            day.refusals += 1
            result.refusedOutward += 1
        case (.peeked, _): result.peeks += 1
        }
    }

    private mutating func noteMinute() {
        var minute: DayResult.Minute = []
        let sun = world.light.sunElevation.degrees
        if sun < -6 { minute.insert(.night) } else if sun < 3 { minute.insert(.twilight) }
        if sun >= 3, world.lux < 1000 { minute.insert(.gloom) }
        if world.celsius < 0 { minute.insert(.frost) }
        if !world.bolt.isBack { minute.insert(.locked) }
        if world.cats.first?.isInside == false { minute.insert(.outside) }
        for cat in world.cats { note(cat, &minute) }
        day.minutes[world.second / 60 % 1440] = minute
        day.lockedMinutes += minute.contains(.locked) ? 1 : 0
        day.shutOutMinutes += minute.contains(.shutOut) ? 1 : 0
        day.lockedInMinutes += minute.contains(.lockedIn) ? 1 : 0
        day.minCelsius = min(day.minCelsius, world.celsius)
        day.maxCelsius = max(day.maxCelsius, world.celsius)
        result.lockedByDayMinutes += minute.contains(.locked) && sun > 0 ? 1 : 0
        if world.bolt.isFrozen { day.frozenMinutes += 1 }
        result.unlockedByNightMinutes += !minute.contains(.locked) && sun < -6 ? 1 : 0
    }

    private mutating func note(_ cat: SimulatedCat, _ minute: inout DayResult.Minute) {
        guard let since = cat.waitsSince, world.second - since >= 60, !world.isFree(cat) else {
            return
        }
        if cat.isInside { return minute.formUnion(.lockedIn) }
        guard cat.habit.isResident else { return }
        minute.insert(.shutOut)
        if world.second - since >= HouseResult.shutOutSeconds {
            result.nightsShutOut.insert((world.second + Self.secondsADay / 2) / Self.secondsADay)
        }
    }

    private mutating func endDay() {
        noteAlerts()
        if day.lockedMinutes == day.minutes.count { result.lockedRoundTheClock += 1 }
        result.days.append(day)
        day = DayResult()
    }

    /// Once a day, as the policy remembers them.
    private mutating func noteAlerts() {
        struct Known: Decodable { let alerts: [PetDoor.Alert]? }
        let known = try? policy.memory?.content.decode(as: Known.self)
        for alert in known?.alerts ?? [] {
            let begun = alert.count - (alertCounts[alert.code] ?? 0)
            alertCounts[alert.code] = alert.count
            guard begun > 0 else { continue }
            result.alerts += Array(
                repeating: "\(alert.severity.rawValue) \(alert.code)", count: begun)
            day.alarms += alert.severity == .alarm ? begun : 0
        }
    }
}
