import Core
import Settings
import Values

extension PetDoor {
    /// Counts those who push at a locked flap, and lets them in where that is wanted.
    struct KnockCounter: Sendable {
        /// Older ones are another visit's.
        private static let memory = Duration.seconds(600)

        /// Of the last minutes, the oldest first; none that wanted out.
        private var times: [Instant] = []
        private var openUntil: Instant?

        var count: Int { times.count }

        /// How long it is still unlocked for them; `nil` while it is not.
        func left(at now: Instant) -> Duration? {
            openUntil.flatMap { $0 > now ? $0 - now : nil }
        }

        /// `isAnybodyOut`: somebody who lives here may be outside, as far as is known.
        mutating func note(
            _ passages: [PassageNote], isAnybodyOut: Bool, by settings: KnockSettings,
            at now: Instant
        ) {
            guard !passages.isEmpty || !times.isEmpty else { return }
            times.removeAll { now - $0 >= Self.memory }
            for passage in passages where passage.isKnock {
                times.append(now)
            }
            guard let limit = settings.unlockAfter, times.count >= limit else { return }
            times.removeAll()
            if isAnybodyOut { openUntil = now + settings.unlockFor }
        }

        /// A person has decided.
        mutating func forget() { (times, openUntil) = ([], nil) }
    }

    struct KnockSettings: Sendable {
        /// `nil`: for no knock.
        let unlockAfter: Int?
        let unlockFor: Duration

        init(_ read: SettingsReader) {
            unlockAfter = read(
                optional: "unlock_after_knocks", .integer(1...20),
                "So many pushes at the locked flap within 10 minutes unlock it for knock_unlock_for, unless "
                    + "a person has locked it, it was pushed outwards, or all \"pets\" are home; left out, "
                    + "none does.", protects: .smaller)
            unlockFor = read(
                "knock_unlock_for", .duration(.seconds(60) ... .seconds(7200)),
                default: .seconds(600), "How long it stays unlocked for one who knocked.",
                protects: .greater)
        }
    }
}

extension PetDoor.PassageNote {
    /// Whether it wanted in, or may have, and the bolt was out. With one switch, a flap that is held against
    /// the bolt looks like one that gave way.
    var isKnock: Bool {
        guard kind == .deny || kind == .breach, towards != .outside else { return false }
        if case .stranger = visitor { return false }
        return true
    }
}
