import Core
import Values

/// Actions that are an exchange on the configuration channel.

extension ARDrone.ActionExecutor {
    mutating func configure(
        _ job: ARDrone.ConfigJob, _ view: ARDrone.ActionContext,
        _ exchange: inout ARDrone.ConfigExchange?, at now: Instant
    ) {
        if let reason = reasonToGiveUp(job, view, exchange, at: now) {
            end(.refused, reason)
            exchange = nil
        } else if let outcome = exchange?.outcome {
            finish(job.action, outcome, at: now)
            exchange = nil
        }
    }

    private func reasonToGiveUp(
        _ job: ARDrone.ConfigJob, _ view: ARDrone.ActionContext,
        _ exchange: ARDrone.ConfigExchange?, at now: Instant
    ) -> String? {
        guard let exchange else { return "given up: the drone must be set up again" }
        if exchange.outcome != nil { return nil }
        if now >= job.deadline { return "the drone did not answer in time" }
        if case .flightAnimation = job.action, !view.isFlying {
            return "given up: the drone comes down"
        }
        return nil
    }

    private mutating func finish(
        _ action: ARDrone.Action, _ outcome: ARDrone.ConfigExchange.Outcome, at now: Instant
    ) {
        switch (action, outcome) {
        case (_, .unacknowledged): end(.refused, "the drone does not acknowledge it")
        case (.flightAnimation(let figure, let milliseconds), _):
            let time = figure.time(milliseconds ?? figure.defaultMilliseconds)
            job = .flying(figure, until: now + time)
            say(.inProgress, "it flies \(figure.rawValue)")
        case (.ledAnimation(let lights, _, let seconds), _):
            end(.done, "its lamps show \(lights.rawValue) for \(seconds) s")
        case (.photograph, _): end(.done, "it has acknowledged a photograph")
        case (.configure(let key, let value), .read(let dump)):
            judge(ARDrone.ConfigEntry(key: key, value: value), dump[key])
        case (.configure(let key, _), .unread(let why)):
            end(.done, "\(key) was acknowledged, but not read back: \(why)")
        case (_, .unread(let why)): end(.refused, why)
        case (_, .read(let dump)): end(.done, "read \(dump.values.count) keys")
        case (_, .set): end(.done, "acknowledged")
        }
    }

    private mutating func judge(_ wanted: ARDrone.ConfigEntry, _ held: String?) {
        guard let held else {
            return end(.done, "\(wanted.key) was acknowledged, but the drone does not tell of it")
        }
        guard wanted.isHeld(as: held) else {
            return end(.refused, "\(wanted.key) was acknowledged, but is \(held)")
        }
        end(.done, "\(wanted.key) is \(held)")
    }
}
