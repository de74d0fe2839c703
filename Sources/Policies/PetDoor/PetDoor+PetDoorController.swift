import Core
import Devices

extension PetDoor {
    /// The step: look at the switches, handle requests, ask the rule, drive the bolt.
    package struct PetDoorController: Policy {
        package typealias Settings = PetDoor.Settings
        package typealias Request = PetDoor.Request

        /// What a person asked for, and until when that holds.
        private struct Override: Sendable {
            let side: Side
            let until: Instant
        }

        private let settings: Settings
        private var rule: LockRule
        private var flap: FlapMonitor
        private var bolt: BoltController
        private var override: Override?

        package init(settings: Settings) {
            self.settings = settings
            rule = LockRule(settings.rule)
            flap = FlapMonitor(closedFor: settings.flapClosedFor)
            bolt = BoltController(settings.bolt)
        }

        package mutating func step(_ inputs: Inputs, at now: Instant) -> Outputs {
            let latch = LatchReading(inputs.latch)
            let obstacle = obstacle(latch, inputs.flap, at: now)
            bolt.observe(latch, servo: inputs.boltState?.good, at: now)
            let responses = inputs.requests.map { handle($0, obstacle, at: now) }
            let (side, reason) = wish(inputs, at: now)
            bolt.drive(to: side, obstacle: obstacle, latch: latch, at: now)
            let isBlocked = side == .locked && bolt.side != .locked && obstacle != nil
            return Outputs(
                bolt: bolt.command, state: doorState(isBlocked: isBlocked),
                reason: Why(wish: reason, bolt: note(latch, isBlocked ? obstacle : nil, at: now)),
                responses: responses)
        }

        private mutating func obstacle(
            _ latch: LatchReading, _ flapSample: Sample<Contact>?, at now: Instant
        ) -> LockInterlock? {
            let flapObstacle = flap.note(flapSample, at: now)
            switch latch {
            case .notConnected where !settings.bolt.acceptsBlindLock: return .noLatchSwitch
            case .unclear(let why): return .latchUnclear(why: why)
            case .notConnected, .says: return flapObstacle
            }
        }

        /// The rule is asked even while a person overrides it, so that it knows the way back.
        private mutating func wish(_ inputs: Inputs, at now: Instant) -> (Side?, RequestReason) {
            let ruled = rule.decide(
                light: inputs.light, temperature: inputs.temperature, boltIs: bolt.side, at: now)
            guard let asked = override, asked.until > now else {
                override = nil
                return (ruled.side, .rule(ruled.reason))
            }
            return (asked.side, .person(asked.side, left: asked.until - now))
        }

        private func doorState(isBlocked: Bool) -> DoorState {
            switch bolt.state {
            case .jammed: .jammed
            case .moving(let move): move.to == .locked ? .locking : .unlocking
            case .settled(.locked, _): .locked
            case .settled(.unlocked, _): isBlocked ? .pending : .unlocked
            case .unknown: isBlocked ? .pending : .unknown
            }
        }

        private func note(
            _ latch: LatchReading, _ obstacle: LockInterlock?, at now: Instant
        ) -> BoltStatus? {
            switch bolt.state {
            case .jammed(let side, _): return .jammed(side)
            case .moving(let move):
                return .moving(
                    to: move.to, attempt: move.attempt, of: settings.bolt.retries + 1)
            case .settled, .unknown: break
            }
            if case .unclear(let why) = latch, let left = bolt.patienceWithSwitch(at: now) {
                if left <= .zero { return .latchUnclear(why: why, unlocksIn: nil) }
                if bolt.side == .locked { return .latchUnclear(why: why, unlocksIn: left) }
            }
            return obstacle.map { .blocked($0) }
        }
    }
}

// MARK: - What a person asks for

extension PetDoor.PetDoorController {
    private mutating func handle(
        _ request: Event<PetDoor.Request>, _ obstacle: PetDoor.LockInterlock?, at now: Instant
    ) -> Response {
        let (isAccepted, message) = reply(to: request.value, obstacle, at: now)
        return Response(to: request.number, isAccepted ? .done : .refused, message)
    }

    private mutating func reply(
        to request: PetDoor.Request, _ obstacle: PetDoor.LockInterlock?, at now: Instant
    ) -> (Bool, String) {
        let held = text(of: settings.manualExpiry)
        switch request {
        case .lock:
            if obstacle == .noLatchSwitch {
                return (false, "refused: \(PetDoor.LockInterlock.noLatchSwitch)")
            }
            take(.locked, at: now)
            guard let obstacle, bolt.side != .locked else {
                return (true, "locked by hand for \(held)")
            }
            return (true, "will lock as soon as it can: \(obstacle)")
        case .unlock:
            take(.unlocked, at: now)
            return (true, "unlocked by hand for \(held)")
        case .auto:
            override = nil
            bolt.forgetJam()
            return (true, "back to light and temperature")
        }
    }

    private mutating func take(_ side: PetDoor.Side, at now: Instant) {
        override = Override(side: side, until: now + settings.manualExpiry)
        bolt.forgetJam()
    }
}
