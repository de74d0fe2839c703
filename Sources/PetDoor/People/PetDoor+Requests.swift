import Core
import PolicyKit
import Values

extension PetDoor {
    package typealias Override = PolicyKit.Override<Mode>
}

extension PetDoor.Override {
    var side: PetDoor.Side { mode.side ?? .unlocked }

    /// Whether it may outlive the process: what lets an animal in does. Who has gone out since a
    /// lock was asked for, nobody knows.
    var isKept: Bool { mode == .open || mode == .inOnly || mode == .petsOnly }
}

extension PetDoor {
    mutating func handle(
        _ request: Event<PetDoor.Request>, _ obstacle: PetDoor.LockInterlock?,
        _ inputs: PetDoor.Inputs, by settings: PetDoor.Settings, at now: Instant
    ) -> Response {
        let origin = request.origin
        let (isAccepted, message) =
            switch request.value {
            case .presence where origin.isPolicy, .set where origin.isPolicy,
                .reset where origin.isPolicy, .resetAccepted where origin.isPolicy:
                (false, "refused: only a person changes that, and \(origin) is not one")
            case .presence(let news): reply(to: news, by: settings, at: now)
            case .pets: (true, petReport(by: settings, at: now))
            case .events: (true, pets.report)
            case .alerts: (true, alerts.report)
            case .set(let news): reply(to: news, inputs, by: settings, at: now)
            case .reset: resetThresholds(isConfirmed: false, inputs, by: settings, at: now)
            case .resetAccepted:
                resetThresholds(isConfirmed: true, inputs, by: settings, at: now)
            case .lock, .unlock, .auto, .inOnly, .outOnly, .petsOnly:
                reply(
                    to: request.value.mode ?? .auto, from: origin, obstacle, by: settings, at: now)
            }
        return Response(to: request.number, isAccepted ? .done : .refused, message)
    }

    private mutating func reply(
        to mode: PetDoor.Mode, from origin: EventOrigin, _ obstacle: PetDoor.LockInterlock?,
        by settings: PetDoor.Settings, at now: Instant
    ) -> (Bool, String) {
        if let why = settings.refusal(of: mode) { return (false, "refused: \(why)") }
        if origin.isPolicy, let why = refusalToPolicy(of: mode, by: settings, at: now) {
            return (false, "refused: \(why)")
        }
        if fire.isOn, mode != .open, !fire.confirm() {
            return (false, "refused: there is a fire, or its contact is not heard")
        }
        switch mode {
        case .auto:
            override = nil
            if !origin.isPolicy { forgive() }
            let isScheduled = !settings.schedule.entries.isEmpty
            return (
                true, "back to light and temperature" + (isScheduled ? ", and the schedule" : "")
            )
        case .open:
            if !origin.isPolicy { bolt.owesProof = true }
            let left = bolt.survival.wait(towards: .unlocked, at: now)
            let wait = left > .zero ? "; the bolt is sent back in \(text(of: left))" : ""
            let holds = hold(
                mode, from: origin, for: settings.manualExpiry, by: settings, at: now)
            return (true, "unlocked \(by(origin)) \(holds)\(wait)")
        case .locked, .inOnly, .outOnly, .petsOnly:
            if let obstacle, obstacle == .noLatchSwitch || obstacle == .noFlapSwitch {
                return (false, "refused: \(obstacle)")
            }
            if limit.isOver, bolt.side != .unlocked {
                return (
                    false,
                    "refused: it opens, for it was locked for \(text(of: settings.maxLocked)) (max_locked); ask again when it is open"
                )
            }
            let holds = hold(
                mode, from: origin, for: lockTime(mode, by: settings), by: settings, at: now)
            let warning = warning(of: mode, by: settings)
            guard let obstacle, bolt.side != .locked else {
                return (true, "\(mode.word) \(by(origin)) \(holds)\(warning)")
            }
            let verb = mode == .locked ? "lock" : "be \(mode.word)"
            return (true, "will \(verb) as soon as it can: \(obstacle)\(warning)")
        }
    }

    /// Why another policy does not get what it asks for; `nil` where it does. What a person asked for, a hand at the bolt, a
    /// fire and the time after `max_locked` have more weight: a rule that repeats itself would end each of them.
    private func refusalToPolicy(
        of mode: PetDoor.Mode, by settings: PetDoor.Settings, at now: Instant
    ) -> String? {
        if fire.isOn, mode != .open {
            return fire.isBurning
                ? "there is a fire, or its contact is not heard"
                : "it is unlocked after a fire, and only a person ends that"
        }
        if let override, override.policy == nil, override.until > now {
            let left = text(of: override.until - now)
            return override.isByHand
                ? "the bolt was drawn by hand, which holds for another \(left)"
                : "a person asked for \(override.mode.rawValue), which holds for another \(left)"
        }
        if limit.isOver, mode.side == .locked {
            return
                "it was locked for \(text(of: settings.maxLocked)) (max_locked): it locks again when it has been day, or a person asks"
        }
        return nil
    }

    private func by(_ origin: EventOrigin) -> String {
        origin.isPolicy ? "for \(origin)" : "by hand"
    }

    /// How long a lock that is asked for now may last: a bolt that is out already has had some of it.
    private func lockTime(_ mode: PetDoor.Mode, by settings: PetDoor.Settings) -> Duration {
        guard mode.shutsOut, let limit = settings.lockLimit else { return settings.manualExpiry }
        let left = bolt.side == .unlocked ? limit : self.limit.left(of: limit) ?? limit
        return min(settings.manualExpiry, limit, left)
    }

    /// - Returns: how long that holds, in words.
    private mutating func hold(
        _ mode: PetDoor.Mode, from origin: EventOrigin, for time: Duration,
        by settings: PetDoor.Settings, at now: Instant
    ) -> String {
        let endsAtDawn = settings.overrideEndsAtDawn
        override = PetDoor.Override(
            mode: mode, until: now + time, endsAtDawn: endsAtDawn,
            policy: origin.isPolicy ? origin.description : nil)
        if !origin.isPolicy { forgive() }
        return endsAtDawn ? "until dawn, for \(text(of: time)) at most" : "for \(text(of: time))"
    }

    /// A person has looked after it.
    private mutating func forgive() {
        bolt.forgetJam()
        limit.confirm(boltIs: bolt.side)
        knocks.forget()
    }

    /// A button that hangs or bounces can only unlock, or hand back to light and schedule. Whoever presses it may want the way
    /// free: each press sends a bolt back that is wanted back.
    mutating func handle(
        _ press: Event<ButtonPress>, by settings: PetDoor.Settings, at now: Instant
    ) {
        bolt.owesProof = true
        _ = reply(
            to: press.value == .longPress ? .auto : .open, from: press.origin, nil, by: settings,
            at: now)
    }

    /// Whoever draws the bolt wants it drawn: to send it out again could hurt, and shut out.
    mutating func noteHand(expiry: Duration, at now: Instant) {
        override = PetDoor.Override(mode: .open, until: now + expiry, isByHand: true)
    }
}
