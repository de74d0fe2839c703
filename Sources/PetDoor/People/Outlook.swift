import PolicyKit
import Values

extension PetDoor {
    /// Since when the bolt is where it is, and when that is likely to change.
    package struct Outlook: Codable, Equatable, Sendable {
        package let side: Side
        package let since: WallTime
        /// `nil` where nobody can tell.
        package let change: WallTime?

        private var verb: String { side == .locked ? "unlock" : "lock" }

        /// "likely to unlock about 06:48"
        var forecast: String? { change.map { "likely to \(verb) about \($0.clockText)" } }
    }
}

extension PetDoor {
    /// About where the default `light_threshold` is crossed under a clear sky: 39 lx, with a
    /// photoresistor of 12 kΩ at 10 lx over 10 kΩ, come at -3.5 degrees, under thin cloud at -2.4.
    private static let duskElevation = Angle.degrees(-3)

    /// What people want to know next, where the clock can be believed.
    mutating func outlook(
        _ reason: PetDoor.RequestReason, by settings: PetDoor.Settings, at now: Instant
    ) -> PetDoor.Outlook? {
        guard let time = plan.time, let settled else { return nil }
        return PetDoor.Outlook(
            side: settled.side, since: time.after(settled.since - now),
            change: settled.side == .locked
                ? unlocks(reason, time, by: settings) : locks(reason, by: settings))
    }

    /// When a lock is likely to end: with the morning, and with `max_locked` at the latest.
    private mutating func unlocks(
        _ reason: PetDoor.RequestReason, _ time: WallTime, by settings: PetDoor.Settings
    ) -> WallTime? {
        let latest = limit.left(of: settings.lockLimit).map { time.after($0) }
        let expected: WallTime? =
            switch reason {
            case .rule(.condition(.night)), .rule(.darkness):
                plan.nextDawn(at: settings.place, above: Self.duskElevation)?
                    .after(settings.rule.dwell)
            case .scheduled(_, let until): until
            case .rule(.condition(.tooCold)), .rule(.condition(.tooHot)): latest
            case .shutsOut: latest
            case .rule, .person, .policy, .hand, .lockedTooLong, .awaitingPets, .fire, .knocked,
                .petAtDoor, .retreating:
                nil
            }
        guard let expected, let latest else { return expected }
        return expected.secondsSince1970 < latest.secondsSince1970 ? expected : latest
    }

    private mutating func locks(
        _ reason: PetDoor.RequestReason, by settings: PetDoor.Settings
    ) -> WallTime? {
        switch reason {
        case .rule(.condition(.day)):
            return
                plan.nextDusk(at: settings.place, above: Self.duskElevation)?
                .after(settings.rule.dwell)
        case .awaitingPets(_, let left, _): return left.flatMap { plan.time?.after($0) }
        default: return nil
        }
    }
}
