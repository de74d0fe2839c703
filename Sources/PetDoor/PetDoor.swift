import Core
import PolicyKit
import Values

/// Bolts a passive pet door at night, in frost and heat where that is set, and never on a doubt.
///
/// The parts, each a value of its own: `LockRule` (what light
/// and temperature ask for), `FlapMonitor` (whether the flap is proven shut), `BoltController` (the bolt,
/// and the switch that says where it really is), `LockLimit` (how long it may be locked), `DayPlan` (what
/// the clock means), `Override` (what a person asked for), `PetWatch` (who is home), `PetWait` (how long it
/// waits for those who are not), `PetsOnly` (whom it opens for by their tags), `AlertBook` (what people are
/// told). What fails, fails to unlocked: an animal left outside in the cold is worse than a door left open.
package struct PetDoor: DetailedPolicy {
    package static let name = "pet-door"
    package static let summary =
        "Locks a pet door by light, temperature and schedule when all pets are home, obeys a remote, and "
        + "unlocks when in doubt."
    package static let defaultPeriod = Duration.milliseconds(250)

    var rule = LockRule()
    var bolt = BoltController()
    var frost = FrostWatch()
    var sun = SunWatch()
    private(set) var lightDoubt: SensorDoubt?
    /// Why it does not keep to `pets-only`, where that is asked for or scheduled.
    private(set) var petsOnlyDoubt: PetsOnlyDoubt?
    private var signals = SignalTimer()
    var limit = LockLimit()
    var plan = DayPlan()
    var pets: PetWatch
    var alerts = AlertBook()
    var fire = FireWatch()
    var tunnel = TunnelMonitor()
    var knocks = KnockCounter()
    var wait = PetWait()
    var petsOnly = PetsOnly()
    private(set) var block = BlockWatch()
    /// What was asked for.
    var override: Override?
    /// What was remembered over a restart: it holds from the first step on.
    var remembered: Memory.KeptOverride?
    var lastStep: Instant?
    var flap = FlapMonitor()
    /// Until then it is unlocked for a change of the configuration that waits for that.
    var retreatUntil: Instant?
    /// As the last step left it, for who looks.
    private(set) var shown: (state: DoorState, stand: Stand, mode: Mode, outlook: Outlook?) =
        (.unknown, .unknown, .auto, nil)
    /// Since when the bolt is where it is.
    var settled: (side: Side, since: Instant)?

    package init(settings: Settings) {
        pets = PetWatch(settings.pets)
    }

    package mutating func step(
        _ inputs: Inputs, by settings: Settings, at now: Instant
    ) -> Outputs {
        let latch = LatchReading(inputs.latch)
        resume(by: settings, at: now)
        plan.note(inputs.clock, settings.schedule.spans, at: settings.place, now: now)
        let isDrawn = bolt.observe(
            latch, servo: inputs.boltState?.good,
            isServoUnheard: inputs.isServoUnheard ?? false, by: settings.bolt, at: now)
        if isDrawn { noteHand(expiry: settings.manualExpiry, at: now) }
        let hasThawed = frost.note(
            inputs.temperature, maxAge: settings.rule.maxSensorAge, by: settings.frost, at: now)
        if hasThawed { bolt.noteThaw(by: settings.bolt, at: now) }
        if fire.note(inputs.fire, hold: settings.fireHold, at: now) { bolt.hurryForFire() }
        let obstacle = obstacle(latch, inputs, by: settings, at: now)
        let passages = notePassages(inputs, latch, by: settings, at: now)
        for press in inputs.presses { handle(press, by: settings, at: now) }
        let responses = inputs.requests.map {
            handle($0, obstacle, inputs, by: settings, at: now)
        }
        let (side, mode, reason) = requested(inputs, by: settings, at: now)
        bolt.drive(
            to: side, obstacle: obstacle, latch: latch, isFrost: frost.isFrostNow,
            by: settings.bolt, at: now)
        noteSide(at: now)
        let isBlocked = side == .locked && bolt.side != .locked && obstacle != nil
        block.note(isBlocked ? obstacle : nil, at: now)
        let causes = causes(
            inputs, latch, reason, blockedBy: isBlocked ? obstacle : nil, by: settings.bolt)
        let news =
            alerts.isConcerned(by: causes)
            ? alerts.note(causes, time: plan.time, by: settings.alerts, at: now) : []
        signals.note(news, passages, at: now)
        let state = bolt.doorState(isBlocked: isBlocked || reason.isAwaitingPets)
        let outlook = outlook(reason, by: settings, at: now)
        let stand = bolt.stand(latch)
        shown = (state, stand, mode, outlook)
        return Outputs(
            bolt: bolt.command(by: settings.bolt), state: state, stand: stand, mode: mode,
            signal: signals.signal(state, alerts, fire, at: now),
            pets: pets.hasPets ? pets.whereabouts : nil, passages: passages,
            recent: pets.recent, counts: pets.counts, knocks: knocks.count,
            alerts: alerts.standing, news: news,
            reason: Why(
                request: reason,
                bolt: bolt.status(latch, isBlocked ? obstacle : nil, by: settings.bolt),
                stand: stand, outlook: outlook, clockDoubt: plan.doubt,
                petsOnlyDoubt: petsOnlyDoubt,
                pets: pets.hasPets ? pets.whereabouts : nil, waiting: pets.waiting,
                last: pets.last, alert: alerts.latest,
                hasAlarm: alerts.worst == .alarm ? true : nil,
                thresholds: rule.asked,
                lacksThermometer: rule.thresholds(settings.rule)
                    .lacksThermometer(inputs.temperature),
                unit: settings.temperatureUnit.unlessCelsius),
            responses: responses, waitsForMemory: bolt.isAnnouncing(at: now))
    }

    /// Who has passed, and what follows from that for those who knock and for those whose tags open the door.
    private mutating func notePassages(
        _ inputs: Inputs, _ latch: LatchReading, by settings: Settings, at now: Instant
    ) -> [PassageNote] {
        let passages = pets.note(
            inputs, latch, boltIs: bolt.side, keepsIn: settings.barred.keepsIn, time: plan.time,
            by: settings.pets, at: now)
        if case let reader? = inputs.tag {
            petsOnly.note(
                isReaderGood: reader.good != nil, passages, pets, by: settings.pets, at: now)
        }
        knocks.note(
            passages, isAnybodyOut: pets.mayKnock(isPetsOnly: shown.mode == .petsOnly),
            by: settings.knocks, at: now)
        return passages
    }

    private mutating func obstacle(
        _ latch: LatchReading, _ inputs: Inputs, by settings: Settings, at now: Instant
    ) -> LockInterlock? {
        let flapObstacle = flap.note(
            inputs.flap, closedFor: settings.flapClosedFor,
            acceptsNoSwitch: settings.acceptsNoFlapSwitch, at: now)
        let tunnelObstacle = tunnel.note(
            inputs.tunnel, clearFor: settings.tunnelClearFor, at: now)
        switch latch {
        case .notConnected where !settings.bolt.acceptsBlindLock: return .noLatchSwitch
        case .unclear(let why): return .latchUnclear(why: why)
        case .notConnected, .says: break
        }
        if let found = flapObstacle ?? tunnelObstacle { return found }
        return bolt.obstacle(by: settings.bolt, at: now)
    }

    /// Where the bolt is to go (`nil`: nowhere), by what mode, and why.
    private typealias Decision = (side: Side?, mode: Mode, reason: RequestReason)

    /// The rule is asked even while it is overridden, so that it knows the way back.
    private mutating func requested(
        _ inputs: Inputs, by settings: Settings, at now: Instant
    ) -> Decision {
        lightDoubt = sun.note(
            inputs.light, by: rule.thresholds(settings.rule), elevation: plan.sunElevation,
            settings.sun, at: now)
        let ruled = rule.decide(
            light: inputs.light, temperature: inputs.temperature, boltIs: bolt.side,
            lightDoubt: lightDoubt, by: settings.rule, at: now)
        // While a schedule shuts the door it is no day on which an animal could come home.
        let scheduled = plan.part.map {
            (mode: settings.schedule.entries[$0.index].mode, until: $0.until)
        }
        let isDay = ruled.isDay && scheduled?.mode.shutsOut != true
        // While a schedule has pets-only, daylight does not end what a hand did: the bolt would go out again at once.
        let isKeptBack = override?.isByHand == true && scheduled?.mode == .petsOnly
        if override?.isOver(isDay: isDay && !isKeptBack, at: now) == true { override = nil }
        let gate = gate(scheduled?.mode, by: settings, at: now)
        limit.note(
            bolt.side, isDay: isDay, isEverybodyHome: pets.isEverybodyHome,
            opensForPets: gate?.isInForce == true, limit: settings.lockLimit, at: now)
        if isDay { bolt.survival.forgetLocks() }
        if let overruling = overrulingRequest(gate, by: settings, at: now) {
            wait.rest(boltIs: bolt.side)
            return overruling
        }
        guard let scheduled,
            let asked = effect(
                of: scheduled.mode, gate, .scheduled(scheduled.mode, until: scheduled.until))
        else {
            return awaitingPets(ruled.side, .auto, .rule(ruled.reason), by: settings, at: now)
        }
        // Those that live here come in all the same: it waits for none of them.
        guard asked.mode == .petsOnly else {
            return awaitingPets(asked.side, asked.mode, asked.reason, by: settings, at: now)
        }
        wait.rest(boltIs: bolt.side)
        return asked
    }

    /// What comes before schedule and rule, and waits for no pet: the first of them that holds.
    private func overrulingRequest(
        _ gate: PetsOnly.Verdict?, by settings: Settings, at now: Instant
    ) -> Decision? {
        if fire.isOn { return (.unlocked, .open, .fire(isBurning: fire.isBurning)) }
        if let left = retreatUntil.map({ $0 - now }), left > .zero {
            return (.unlocked, .open, .retreating(left: left))
        }
        if let asked = override,
            let kept = effect(of: asked.mode, gate, reason(for: asked, at: now))
        {
            return kept
        }
        if limit.isOver {
            return (.unlocked, .open, .lockedTooLong(limit: settings.maxLocked))
        }
        return knocks.left(at: now).map { (.unlocked, .open, .knocked(left: $0)) }
    }

    /// What a mode that was asked for or is scheduled makes of the bolt; `nil` where something else decides: in `auto`, in
    /// `pets-only` while that is in doubt, and where the door has been locked for too long.
    private func effect(
        of mode: Mode, _ gate: PetsOnly.Verdict?, _ reason: RequestReason
    ) -> Decision? {
        guard mode == .petsOnly else {
            guard let side = mode.side, side == .unlocked || !limit.isOver else { return nil }
            return (side, mode, reason)
        }
        switch gate {
        case .open(let name, let left)?:
            return (.unlocked, mode, .petAtDoor(name, left: left))
        case .locked? where !limit.isOver: return (.locked, mode, reason)
        case .locked?, .doubt?, nil: return nil
        }
    }

    /// Whom the door opens for now; `nil` where `pets-only` is neither asked for nor scheduled. A person's request counts before
    /// the schedule.
    private mutating func gate(
        _ scheduled: Mode?, by settings: Settings, at now: Instant
    ) -> PetsOnly.Verdict? {
        guard (override?.mode ?? scheduled) == .petsOnly else {
            if case .some = petsOnlyDoubt { petsOnlyDoubt = nil }
            return nil
        }
        // One that is out has had its move, and comes back for a pet.
        let mayMove =
            bolt.side != .unlocked
            || bolt.budget.wait(towards: .locked, by: settings.bolt, at: now) <= .zero
        let verdict = petsOnly.verdict(
            pets, isFrost: frost.isFrost, mayMove: mayMove, by: settings.pets, at: now)
        petsOnlyDoubt = verdict.doubt
        return verdict
    }

    private func reason(for asked: Override, at now: Instant) -> RequestReason {
        let left = asked.until - now
        if asked.isByHand { return .hand(left: left) }
        return asked.policy.map { .policy(asked.mode, name: $0, left: left) }
            ?? .person(asked.mode, left: left)
    }

    /// What nobody asked for waits until all are home that it would shut out.
    private mutating func awaitingPets(
        _ side: Side?, _ mode: Mode, _ reason: RequestReason, by settings: Settings,
        at now: Instant
    ) -> Decision {
        guard pets.hasPets, settings.lockLimit != nil else { return (side, mode, reason) }
        let verdict = wait.judge(
            wantsLock: side == .locked, boltIs: bolt.side, pets, by: settings.pets, at: now)
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
