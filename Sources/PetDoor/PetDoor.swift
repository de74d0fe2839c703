import Core
import Devices

/// Bolts a passive pet door at night, in frost and heat where that is set, and never on a doubt.
///
/// The parts, each a value of its own: `LockRule` (what light
/// and temperature ask for), `FlapMonitor` (whether the flap is proven shut), `BoltController` (the bolt,
/// and the switch that says where it really is), `LockLimit` (how long it may be locked), `DayPlan` (what
/// the clock means), `Override` (what a person asked for), `PetWatch` (who is home), `PetWait` (how long it
/// waits for those who are not), `AlertBook` (what people are told). What fails,
/// fails to unlocked: an animal left outside in the cold is worse than a door left open.
package struct PetDoor: DetailedPolicy {
    package static let name = "pet-door"
    package static let summary =
        "Locks a pet door by light, temperature and schedule when all pets are home, obeys a remote, and "
        + "unlocks when in doubt."
    package static let defaultPeriod = Duration.milliseconds(250)

    var settings: Settings
    var rule: LockRule
    var bolt: BoltController
    var frost: FrostWatch
    var sun: SunWatch
    private(set) var lightDoubt: SensorDoubt?
    private var signals = SignalTimer()
    var limit: LockLimit
    var plan: DayPlan
    var pets: PetWatch
    var alerts: AlertBook
    var fire: FireWatch
    var tunnel: TunnelMonitor
    var knocks: KnockCounter
    var wait: PetWait
    private(set) var block = BlockWatch()
    /// What was asked for.
    var override: Override?
    /// What was remembered over a restart: it holds from the first step on.
    var remembered: Memory.KeptOverride?
    var lastStep: Instant?
    var flap: FlapMonitor
    /// Until then it is unlocked for a change of the configuration that waits for that.
    var retreatUntil: Instant?
    /// As the last step left it, for who looks.
    private(set) var shown: (state: DoorState, stand: Stand, mode: Mode, outlook: Outlook?) =
        (.unknown, .unknown, .auto, nil)
    /// Since when the bolt is where it is.
    var settled: (side: Side, since: Instant)?

    package init(settings: Settings) {
        self.settings = settings
        rule = LockRule(settings.rule)
        flap = FlapMonitor(
            closedFor: settings.flapClosedFor, acceptsNoSwitch: settings.acceptsNoFlapSwitch)
        bolt = BoltController(settings.bolt)
        frost = FrostWatch(settings.frost)
        sun = SunWatch(settings.sun)
        limit = LockLimit(settings.lockLimit)
        plan = DayPlan(settings.schedule)
        pets = PetWatch(settings.pets)
        wait = PetWait(settings.pets)
        alerts = AlertBook(settings.alerts)
        fire = FireWatch(hold: settings.fireHold)
        tunnel = TunnelMonitor(clearFor: settings.tunnelClearFor)
        knocks = KnockCounter(settings.knocks)
    }

    package mutating func step(_ inputs: Inputs, at now: Instant) -> Outputs {
        let latch = LatchReading(inputs.latch)
        resume(at: now)
        plan.note(inputs.clock, at: now)
        let isDrawn = bolt.observe(
            latch, servo: inputs.boltState?.good,
            isServoUnheard: inputs.isServoUnheard ?? false, at: now)
        if isDrawn { noteHand(at: now) }
        let hasThawed = frost.note(
            inputs.temperature, maxAge: settings.rule.maxSensorAge, at: now)
        if hasThawed { bolt.noteThaw(at: now) }
        if fire.note(inputs.fire, at: now) { bolt.hurryForFire() }
        let obstacle = obstacle(latch, inputs, at: now)
        let passages = pets.note(
            inputs, latch, boltIs: bolt.side, time: plan.time, at: now)
        knocks.note(passages, isAnybodyOut: pets.isAnybodyOut, at: now)
        for press in inputs.presses { handle(press, at: now) }
        let responses = inputs.requests.map { handle($0, obstacle, inputs, at: now) }
        let (side, mode, reason) = requested(inputs, at: now)
        bolt.drive(
            to: side, obstacle: obstacle, latch: latch, isFrost: frost.isFrostNow, at: now)
        noteSide(at: now)
        let isBlocked = side == .locked && bolt.side != .locked && obstacle != nil
        block.note(isBlocked ? obstacle : nil, at: now)
        let causes = causes(inputs, latch, reason, blockedBy: isBlocked ? obstacle : nil)
        let news = alerts.note(causes, time: plan.time, at: now)
        signals.note(news, passages, at: now)
        let state = bolt.doorState(isBlocked: isBlocked || reason.isAwaitingPets)
        let outlook = outlook(reason, at: now)
        let stand = bolt.stand(latch)
        shown = (state, stand, mode, outlook)
        return Outputs(
            bolt: bolt.command, state: state, stand: stand, mode: mode,
            signal: signals.signal(state, alerts, fire, at: now),
            pets: pets.hasPets ? pets.whereabouts : nil, passages: passages,
            recent: pets.recent, counts: pets.counts, knocks: knocks.count,
            alerts: alerts.standing, news: news,
            reason: Why(
                request: reason, bolt: bolt.status(latch, isBlocked ? obstacle : nil),
                stand: stand, outlook: outlook, clockDoubt: plan.doubt,
                pets: pets.hasPets ? pets.whereabouts : nil, last: pets.last,
                alert: alerts.latest, hasAlarm: alerts.worst == .alarm ? true : nil,
                thresholds: rule.askedThresholds,
                lacksThermometer: rule.thresholds.lacksThermometer(inputs.temperature),
                unit: settings.temperatureUnit.unlessCelsius),
            responses: responses, waitsForMemory: bolt.isAnnouncing(at: now))
    }

    private mutating func obstacle(
        _ latch: LatchReading, _ inputs: Inputs, at now: Instant
    ) -> LockInterlock? {
        let flapObstacle = flap.note(inputs.flap, at: now)
        let tunnelObstacle = tunnel.note(inputs.tunnel, at: now)
        switch latch {
        case .notConnected where !settings.bolt.acceptsBlindLock: return .noLatchSwitch
        case .unclear(let why): return .latchUnclear(why: why)
        case .notConnected, .says: break
        }
        if let found = flapObstacle ?? tunnelObstacle { return found }
        return bolt.obstacle(at: now)
    }

    /// The rule is asked even while a person overrides it, so that it knows the way back.
    private mutating func requested(
        _ inputs: Inputs, at now: Instant
    ) -> (Side?, Mode, RequestReason) {
        lightDoubt = sun.note(
            inputs.light, by: rule.thresholds, elevation: plan.sunElevation, at: now)
        let ruled = rule.decide(
            light: inputs.light, temperature: inputs.temperature, boltIs: bolt.side,
            lightDoubt: lightDoubt, at: now)
        // While a schedule shuts the door it is no day on which an animal could come home.
        let isDay = ruled.isDay && plan.entry?.mode.side != .locked
        limit.note(
            bolt.side, isDay: isDay, isEverybodyHome: pets.isEverybodyHome, at: now)
        if isDay { bolt.survival.forgetLocks() }
        if override?.isOver(isDay: isDay, at: now) == true { override = nil }
        if fire.isOn {
            wait.rest(boltIs: bolt.side)
            return (.unlocked, .open, .fire(isBurning: fire.isBurning))
        }
        if let left = retreatUntil.map({ $0 - now }), left > .zero {
            wait.rest(boltIs: bolt.side)
            return (.unlocked, .open, .retreating(left: left))
        }
        if let asked = override, asked.side == .unlocked || !limit.isOver {
            wait.rest(boltIs: bolt.side)
            let left = asked.until - now
            return (
                asked.side, asked.mode,
                asked.isByHand ? .hand(left: left) : .person(asked.mode, left: left)
            )
        }
        if limit.isOver {
            wait.rest(boltIs: bolt.side)
            return (.unlocked, .open, .lockedTooLong(limit: settings.maxLocked))
        }
        if let left = knocks.left(at: now) {
            wait.rest(boltIs: bolt.side)
            return (.unlocked, .open, .knocked(left: left))
        }
        if let entry = plan.entry, let side = entry.mode.side {
            let reason = RequestReason.scheduled(entry.mode, until: entry.until)
            return awaitingPets(side, entry.mode, reason, at: now)
        }
        return awaitingPets(ruled.side, .auto, .rule(ruled.reason), at: now)
    }

    /// What nobody asked for waits until all are home that it would shut out.
    private mutating func awaitingPets(
        _ side: Side?, _ mode: Mode, _ reason: RequestReason, at now: Instant
    ) -> (Side?, Mode, RequestReason) {
        guard pets.hasPets, settings.lockLimit != nil else { return (side, mode, reason) }
        let verdict = wait.judge(
            wantsLock: side == .locked, boltIs: bolt.side, pets, at: now)
        switch verdict {
        case .mayLock: return (side, mode, reason)
        case .waits(let left, let isOverdue):
            return (
                .unlocked, mode,
                .awaitingPets(pets.whereabouts, left: left, isOverdue: isOverdue)
            )
        case .locksAllTheSame: return (.locked, mode, .shutsOut(pets.whereabouts))
        }
    }

    private mutating func noteSide(at now: Instant) {
        guard let side = bolt.side else {
            if !bolt.isProving { settled = nil }
            return
        }
        if settled?.side != side { settled = (side, now) }
    }
}
