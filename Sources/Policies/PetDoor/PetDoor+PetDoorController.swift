import Core
import Devices

extension PetDoor {
    /// The step: look at the switches, handle requests, ask the rule, drive the bolt.
    package struct PetDoorController: Policy {
        package typealias Settings = PetDoor.Settings
        package typealias Request = PetDoor.Request

        let settings: Settings
        var rule: LockRule
        var bolt: BoltController
        var limit: LockLimit
        /// What was asked for.
        var override: Override?
        /// What was remembered over a restart: it holds from the first step on.
        var remembered: Memory.Unlock?
        var lastStep: Instant?
        private var flap: FlapMonitor

        package init(settings: Settings) {
            self.settings = settings
            rule = LockRule(settings.rule)
            flap = FlapMonitor(
                closedFor: settings.flapClosedFor, acceptsNoSwitch: settings.acceptsNoFlapSwitch)
            bolt = BoltController(settings.bolt)
            limit = LockLimit(settings.maxLocked)
        }

        package mutating func step(_ inputs: Inputs, at now: Instant) -> Outputs {
            let latch = LatchReading(inputs.latch)
            resume(at: now)
            if bolt.observe(latch, servo: inputs.boltState?.good, at: now) { noteHand(at: now) }
            let obstacle = obstacle(latch, inputs.flap, at: now)
            let responses = inputs.requests.map { handle($0, obstacle, at: now) }
            let (side, reason) = wish(inputs, at: now)
            bolt.drive(to: side, obstacle: obstacle, latch: latch, at: now)
            let isBlocked = side == .locked && bolt.side != .locked && obstacle != nil
            return Outputs(
                bolt: bolt.command, state: doorState(isBlocked: isBlocked),
                reason: Why(wish: reason, bolt: note(latch, isBlocked ? obstacle : nil)),
                responses: responses)
        }

        private mutating func obstacle(
            _ latch: LatchReading, _ flapSample: Sample<Contact>?, at now: Instant
        ) -> LockInterlock? {
            let flapObstacle = flap.note(flapSample, at: now)
            switch latch {
            case .notConnected where !settings.bolt.acceptsBlindLock: return .noLatchSwitch
            case .unclear(let why): return .latchUnclear(why: why)
            case .notConnected, .says: break
            }
            if let flapObstacle { return flapObstacle }
            let wait = bolt.waitToLock(at: now)
            return wait > .zero ? .tooManyMoves(left: wait) : nil
        }

        /// The rule is asked even while a person overrides it, so that it knows the way back.
        private mutating func wish(_ inputs: Inputs, at now: Instant) -> (Side?, RequestReason) {
            let ruled = rule.decide(
                light: inputs.light, temperature: inputs.temperature, boltIs: bolt.side, at: now)
            limit.note(bolt.side, isDay: ruled.isDay, at: now)
            if let asked = override, asked.until <= now || asked.isByHand && ruled.isDay {
                override = nil
            }
            if let asked = override, asked.side == .unlocked || !limit.isOver {
                let left = asked.until - now
                return (
                    asked.side, asked.isByHand ? .hand(left: left) : .person(asked.side, left: left)
                )
            }
            if limit.isOver { return (.unlocked, .lockedTooLong(limit: settings.maxLocked)) }
            return (ruled.side, .rule(ruled.reason))
        }

        private func doorState(isBlocked: Bool) -> DoorState {
            switch bolt.state {
            case .jammed: .jammed
            case .moving(let move): move.to == .locked ? .locking : .unlocking
            case .settled(.locked, _): .locked
            case .settled(.unlocked, _):
                bolt.hasGivenUpLocking ? .jammed : isBlocked ? .pending : .unlocked
            case .unknown: isBlocked ? .pending : .unknown
            }
        }

        private func note(_ latch: LatchReading, _ obstacle: LockInterlock?) -> BoltStatus? {
            switch bolt.state {
            case .jammed: return .jammed(.unlocked)
            case .moving(let move):
                return .moving(
                    to: move.to, attempt: move.attempt, of: settings.bolt.retries + 1)
            case .settled, .unknown: break
            }
            if bolt.hasGivenUpLocking, bolt.side == .unlocked { return .jammed(.locked) }
            if case .unclear(let why) = latch, let left = bolt.patienceWithSwitch {
                if left <= .zero { return .latchUnclear(why: why, unlocksIn: nil) }
                if bolt.side == .locked { return .latchUnclear(why: why, unlocksIn: left) }
            }
            return obstacle.map { .blocked($0) }
        }
    }
}

// MARK: - What a person asks for

extension PetDoor.PetDoorController {
    /// What a person asked for, and until when that holds.
    struct Override: Sendable {
        let side: PetDoor.Side
        let until: Instant
        /// By drawing the bolt: that holds until it has been day at the longest.
        var isByHand = false
    }

    private mutating func handle(
        _ request: Event<PetDoor.Request>, _ obstacle: PetDoor.LockInterlock?, at now: Instant
    ) -> Response {
        let (isAccepted, message) = reply(to: request.value, obstacle, at: now)
        return Response(to: request.number, isAccepted ? .done : .refused, message)
    }

    private mutating func reply(
        to request: PetDoor.Request, _ obstacle: PetDoor.LockInterlock?, at now: Instant
    ) -> (Bool, String) {
        switch request {
        case .lock:
            if let obstacle, obstacle == .noLatchSwitch || obstacle == .noFlapSwitch {
                return (false, "refused: \(obstacle)")
            }
            let time = min(settings.manualExpiry, settings.maxLocked)
            take(.locked, for: time, at: now)
            guard let obstacle, bolt.side != .locked else {
                return (true, "locked by hand for \(text(of: time))")
            }
            return (true, "will lock as soon as it can: \(obstacle)")
        case .unlock:
            take(.unlocked, for: settings.manualExpiry, at: now)
            return (true, "unlocked by hand for \(text(of: settings.manualExpiry))")
        case .auto:
            override = nil
            bolt.forgetJam()
            limit.confirm()
            return (true, "back to light and temperature")
        }
    }

    private mutating func take(_ side: PetDoor.Side, for time: Duration, at now: Instant) {
        override = Override(side: side, until: now + time)
        bolt.forgetJam()
        limit.confirm()
    }

    /// Whoever draws the bolt wants it drawn: to send it out again could hurt, and shut out.
    private mutating func noteHand(at now: Instant) {
        override = Override(
            side: .unlocked, until: now + settings.manualExpiry, isByHand: true)
    }
}
