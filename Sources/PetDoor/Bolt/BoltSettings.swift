import Core
import JSON
import Settings
import Values

extension PetDoor {
    struct BoltSettings: Sendable {
        let lockedAngle: Angle
        let unlockedAngle: Angle
        let confirmWithin: Duration
        let retries: Int
        let backOffFor: Duration
        let backOffShare: Double
        let jamRetryEvery: Duration
        let jamRetryAtMost: Duration
        let movesPerHour: Int
        let movesPerDay: Int
        /// `nil`: never.
        let exerciseEvery: Duration?
        let acceptsBlindLock: Bool
        /// How long a switch may be unclear before a locked door is unlocked.
        let grace: Duration

        init(_ read: SettingsReader, grace: Duration) {
            self.grace = grace
            lockedAngle = read(
                "locked_angle", .angle(0...270), default: .degrees(180),
                "Where the servo has pushed the bolt out.", protects: .nothing)
            unlockedAngle = read(
                "unlocked_angle", .angle(0...270), default: .degrees(65),
                "Where the servo has pulled the bolt back.", protects: .nothing)
            read.check(
                abs((lockedAngle - unlockedAngle).degrees) >= 5, "unlocked_angle",
                "must be at least 5 degrees from locked_angle")
            confirmWithin = read(
                "confirm_within", .duration(.milliseconds(100) ... .seconds(60)),
                default: .seconds(3), "How soon the latch switch must confirm a move.",
                protects: .nothing)
            retries = read(
                "retries", .integer(0...10), default: 2,
                "How often a move that was not confirmed is tried again.", protects: .nothing)
            backOffFor = read(
                "back_off_for", .duration(.milliseconds(100) ... .seconds(30)),
                default: .seconds(1), "How long it moves back a little before it tries again.",
                protects: .nothing)
            backOffShare = read(
                "back_off", .fraction(0...1), default: 0.25,
                "How far it moves back for that, of the way between the two angles.",
                protects: .nothing)
            jamRetryEvery = read(
                "jam_retry_every", .duration(.seconds(1) ... .seconds(86400)),
                default: .seconds(60),
                "How soon it tries again to free a bolt that is stuck out; each time in vain, it waits "
                    + "twice as long.", protects: .nothing)
            let atMost = read(
                "jam_retry_at_most", .duration(.seconds(1) ... .seconds(86400)),
                default: .seconds(1800),
                "It waits no longer than that before it tries again to free a bolt.",
                protects: .smaller)
            jamRetryAtMost = max(jamRetryEvery, atMost)
            movesPerHour = read(
                "moves_per_hour", .integer(6...600), default: 60,
                "How often the servo may move in an hour. Locking may use half of that; the first "
                    + "move to unlock is always made.", protects: .nothing)
            movesPerDay = read(
                "moves_per_day", .integer(12...14_400), default: 100,
                "How often the servo may move in a day, but for frost_exercise_every. Locking may use half "
                    + "of that; beyond it each try to free a stuck bolt is one push and one move back.",
                protects: .nothing)
            exerciseEvery = read(
                "frost_exercise_every", .duration(.seconds(60) ... .seconds(86400), or: "never"),
                default: nil,
                "How often a bolt that is back is moved a little in frost, so that it does not freeze in; "
                    + "only with the flap proven shut. 30min keeps ice from wet paws off.",
                protects: .nothing)
            acceptsBlindLock = read(
                "accept_blind_lock", .bool, default: false,
                "Locks with no latch switch to tell whether the bolt really moved.",
                protects: .listed([false, true]))
        }

        func angle(_ side: Side) -> Angle {
            side == .locked ? lockedAngle : unlockedAngle
        }

        /// A little back from `side`, to free a bolt that is stuck on the way there.
        func backOffAngle(from side: Side) -> Angle {
            let goal = angle(side)
            return .degrees(
                goal.degrees + (angle(side.other) - goal).degrees * backOffShare)
        }
    }
}
