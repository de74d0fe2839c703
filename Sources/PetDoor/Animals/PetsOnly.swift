import Values

extension PetDoor {
    /// The mode `pets-only`: the bolt is out, and comes back while a pet of the house is at the reader, for as long as a
    /// passage takes.
    ///
    /// In doubt a stranger inside is the lesser harm: with each `Doubt` the door does what it does in `auto`.
    struct PetsOnly: Sendable {
        enum Verdict: Equatable, Sendable {
            case locked
            case open(name: String, left: Duration)
            case doubt(PetsOnlyDoubt)

            /// Whether a pet at the reader gets in.
            var isInForce: Bool {
                if case .doubt = self { false } else { true }
            }
            var doubt: PetsOnlyDoubt? {
                if case .doubt(let why) = self { why } else { nil }
            }
        }

        /// A reader that was lost is trusted again once it has been good for so long.
        static let readerSettles = Duration.seconds(60)
        /// So many passages or knocks without a reading, one after another: the reader is blind.
        static let unreadVisits = 2

        /// When each pet was last read, by its name; since the start only, so that all are read again after one.
        private(set) var readAt: [String: Instant] = [:]
        /// When any tag was last read.
        private(set) var lastReadAt: Instant?
        private(set) var readerGoodSince: Instant?
        private(set) var unreadCount = 0
        private(set) var isTagStuck = false
        private(set) var opening: (name: String, until: Instant)?

        /// Takes what the reader and the flap say now.
        mutating func note(
            isReaderGood: Bool, _ passages: [PassageNote], _ pets: PetWatch,
            by settings: PetSettings, at now: Instant
        ) {
            if !isReaderGood {
                readerGoodSince = nil
            } else if readerGoodSince == nil {
                readerGoodSince = now
            }
            isTagStuck = pets.isTagStuck
            if pets.isTagRead { (lastReadAt, unreadCount) = (now, 0) }
            for passage in passages { note(passage, by: settings) }
            if let name = pets.atReader {
                readAt[name] = now
                opening = (name, now + settings.passageTime)
            } else if let end = opening?.until, end <= now {
                opening = nil
            }
        }

        private mutating func note(_ passage: PassageNote, by settings: PetSettings) {
            if passage.visitor == .unidentified {
                // One that leaves is not read by a reader that sees the outside.
                if passage.towards != .outside || settings.readerSide == .both { unreadCount += 1 }
            } else if passage.kind == .transit || passage.kind == .breach {
                // It has passed: what follows it is another one.
                opening = nil
            }
        }

        /// Those that were not read since the start, or not for `reader_trusted_for`.
        func unread(by settings: PetSettings, at now: Instant) -> [String] {
            settings.animals.map(\.name).filter { name in
                readAt[name].map { now - $0 >= settings.readerTrustedFor } ?? true
            }
        }

        func verdict(
            _ pets: PetWatch, isFrost: Bool, mayMove: Bool, by settings: PetSettings,
            at now: Instant
        ) -> Verdict {
            if let doubt = doubt(
                pets, isFrost: isFrost, mayMove: mayMove, by: settings, at: now)
            {
                return .doubt(doubt)
            }
            return opening.map { .open(name: $0.name, left: $0.until - now) } ?? .locked
        }

        private func doubt(
            _ pets: PetWatch, isFrost: Bool, mayMove: Bool, by settings: PetSettings,
            at now: Instant
        ) -> PetsOnlyDoubt? {
            guard let good = readerGoodSince, now - good >= Self.readerSettles else {
                return .readerLost
            }
            if isTagStuck { return .tagStuck }
            if unreadCount >= Self.unreadVisits { return .visitsUnread }
            let limit = settings.readerTrustedFor
            for animal in settings.animals {
                guard let read = readAt[animal.name] else { return .notYetRead }
                // One that was home until then was not missed before.
                let since = max(read, pets.awaySince[animal.name] ?? read)
                if now - since >= limit, pets.presence[animal.name] != .inside {
                    return .petUnread(limit: limit)
                }
            }
            guard let last = lastReadAt, now - last < limit else {
                return .readerSilent(limit: limit)
            }
            // A wet bolt that is out freezes there, and the pet before it stays out.
            if isFrost { return .frost }
            return mayMove ? nil : .movesSpent
        }

        /// Others live here, or the reader is elsewhere: one that is not read by it yet is waited for.
        mutating func adapt(to new: PetSettings, after old: PetSettings) {
            let isSameReader = new.readerSide == old.readerSide
            if !isSameReader { readerGoodSince = nil }
            readAt = readAt.filter { name, _ in
                isSameReader && new.animals.contains { $0.name == name && old.animals.contains($0) }
            }
            if let name = opening?.name, readAt[name] == nil { opening = nil }
        }
    }

    /// Why `pets-only` is not kept to. Without names: each copy of a reason has it.
    package enum PetsOnlyDoubt: Codable, Equatable, Sendable {
        case readerLost
        /// A collar that was lost at the reader, or a reader that hangs.
        case tagStuck
        /// Passages or knocks without a reading.
        case visitsUnread
        /// Since the start, or since its tags are those.
        case notYetRead
        /// One that may be outside.
        case petUnread(limit: Duration)
        case readerSilent(limit: Duration)
        case frost
        case movesSpent

        /// A start and a frost are no trouble, and the moves of an hour come back.
        var isFailsafe: Bool {
            switch self {
            case .notYetRead, .frost, .movesSpent: false
            case .readerLost, .tagStuck, .visitsUnread, .petUnread, .readerSilent: true
            }
        }

        var words: String {
            switch self {
            case .readerLost: "the tag reader is absent or in doubt, or was within the last minute"
            case .tagStuck: "one tag stays at the reader"
            case .visitsUnread: "twice somebody was at the flap, and no tag was read"
            case .notYetRead: "not every pet has been read since the start"
            case .petUnread(let limit):
                "a pet that may be outside has not been read for \(text(of: limit))"
            case .readerSilent(let limit): "no tag has been read for \(text(of: limit))"
            case .frost: "it freezes, and ice could hold the bolt before a pet"
            case .movesSpent: "the bolt has moved as often as it may for now"
            }
        }
    }
}
