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
    var isKept: Bool { mode == .open || mode == .inOnly }
}

extension PetDoor {
    mutating func handle(
        _ request: Event<PetDoor.Request>, _ obstacle: PetDoor.LockInterlock?,
        _ inputs: PetDoor.Inputs, by settings: PetDoor.Settings, at now: Instant
    ) -> Response {
        let (isAccepted, message) =
            switch request.value {
            case .presence(let news): reply(to: news, by: settings, at: now)
            case .pets: (true, petReport)
            case .events: (true, pets.report)
            case .alerts: (true, alerts.report)
            case .set(let news): reply(to: news, inputs, by: settings, at: now)
            case .reset: resetThresholds(isConfirmed: false, inputs, by: settings, at: now)
            case .resetAccepted:
                resetThresholds(isConfirmed: true, inputs, by: settings, at: now)
            case .lock, .unlock, .auto, .inOnly, .outOnly:
                reply(to: request.value.mode ?? .auto, obstacle, by: settings, at: now)
            }
        return Response(to: request.number, isAccepted ? .done : .refused, message)
    }

    private mutating func reply(
        to mode: PetDoor.Mode, _ obstacle: PetDoor.LockInterlock?, by settings: PetDoor.Settings,
        at now: Instant
    ) -> (Bool, String) {
        if let why = settings.barred.refusal(of: mode) { return (false, "refused: \(why)") }
        if fire.isOn, mode != .open, !fire.confirm() {
            return (false, "refused: there is a fire, or its contact is not heard")
        }
        switch mode {
        case .auto:
            override = nil
            forgive()
            let isScheduled = !settings.schedule.entries.isEmpty
            return (
                true, "back to light and temperature" + (isScheduled ? ", and the schedule" : "")
            )
        case .open:
            bolt.owesProof = true
            let left = bolt.survival.wait(towards: .unlocked, at: now)
            let wait = left > .zero ? "; the bolt is sent back in \(text(of: left))" : ""
            let holds = hold(mode, for: settings.manualExpiry, by: settings, at: now)
            return (true, "unlocked by hand \(holds)\(wait)")
        case .locked, .inOnly, .outOnly:
            if let obstacle, obstacle == .noLatchSwitch || obstacle == .noFlapSwitch {
                return (false, "refused: \(obstacle)")
            }
            if limit.isOver, bolt.side != .unlocked {
                return (
                    false,
                    "refused: it opens, for it was locked for \(text(of: settings.maxLocked)) (max_locked); ask again when it is open"
                )
            }
            let holds = hold(mode, for: lockTime(by: settings), by: settings, at: now)
            let warning = warning(of: mode, by: settings)
            guard let obstacle, bolt.side != .locked else {
                return (true, "\(mode.word) by hand \(holds)\(warning)")
            }
            let verb = mode == .locked ? "lock" : "be \(mode.word)"
            return (true, "will \(verb) as soon as it can: \(obstacle)\(warning)")
        }
    }

    /// How long a lock that is asked for now may last: a bolt that is out already has had some of it.
    private func lockTime(by settings: PetDoor.Settings) -> Duration {
        guard let limit = settings.lockLimit else { return settings.manualExpiry }
        let left = bolt.side == .unlocked ? limit : self.limit.left(of: limit) ?? limit
        return min(settings.manualExpiry, limit, left)
    }

    /// - Returns: how long that holds, in words.
    private mutating func hold(
        _ mode: PetDoor.Mode, for time: Duration, by settings: PetDoor.Settings, at now: Instant
    ) -> String {
        let endsAtDawn = settings.overrideEndsAtDawn
        override = PetDoor.Override(mode: mode, until: now + time, endsAtDawn: endsAtDawn)
        forgive()
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
        _ = reply(to: press.value == .longPress ? .auto : .open, nil, by: settings, at: now)
    }

    /// Whoever draws the bolt wants it drawn: to send it out again could hurt, and shut out.
    mutating func noteHand(expiry: Duration, at now: Instant) {
        override = PetDoor.Override(mode: .open, until: now + expiry, isByHand: true)
    }
}
