import Core
import Values

extension PetDoor {
    /// One that lives here and waits outside before a locked door; `since` is `nil` without a clock.
    package struct Caller: Codable, Equatable, Sendable, CustomStringConvertible {
        let name: String
        let since: WallTime?

        package var description: String {
            "\(name) waits at the locked door" + (since.map { " since \($0.clockText)" } ?? "")
        }
    }

    /// Watches the flap and the reader of tags: who passed, and who is home.
    ///
    /// Whatever a reader does wrong, silent, absent, noisy or stuck, somebody is not known to be home for
    /// it, and that locks nobody out.
    struct PetWatch: Sendable {
        /// A tag that is at the reader for so long, with breaks of a minute at most, is a collar that was
        /// lost there, or the reader hangs: it tells of nobody any more.
        private static let maxVisit = Duration.seconds(300)
        private static let maxBreak = Duration.seconds(60)
        /// Those of a busy day.
        private static let recentCount = 40
        /// As many as a person reads in an answer.
        private static let reportedCount = 10

        /// One that is read before the bolt that is out is let in within this, where anything lets it in.
        private static let opensWithin = Duration.seconds(10)

        private struct Call: Sendable {
            let who: Caller
            let since: Instant
            var readAt: Instant
        }

        private struct Visit: Sendable {
            let tag: TagID
            let since: Instant
            var last: Instant
        }

        private var detector: PassageDetector
        private var household: Household
        private(set) var counts: PassageCounts
        /// What animals did last, the latest first.
        private(set) var recent: [PassageNote] = []
        /// How many there were, with those that were remembered: each has its number.
        private(set) var passageCount: UInt64
        private(set) var whereabouts: Whereabouts
        /// Since when those are not known to be home who were, by their names; since the start only.
        private(set) var awaySince: [String: Instant] = [:]
        /// When somebody last passed or looked through, or that changed; `nil` before.
        private(set) var disturbedAt: Instant?
        /// When one of them was last seen before a locked door.
        private(set) var calledAt: Instant?
        private var call: Call?
        /// Who has been waiting before the locked door for longer than it takes to open; of two, the first.
        private(set) var waiting: Caller?
        private var visit: Visit?
        /// Whose tag is at the reader: one that lives here.
        private(set) var atReader: String?
        /// A tag has been at the reader for longer than an animal is.
        private(set) var isTagStuck = false
        /// Whether any tag was read now, also a strange one.
        private(set) var isTagRead = false
        /// Nobody has looked at the flap up to now.
        private(set) var isUnwatched = true
        /// The bolt was out when this was remembered.
        private(set) var wasBehindBolt: Bool

        init(_ settings: PetSettings, remembered: Memory.KeptPets? = nil) {
            detector = PassageDetector(readerSide: settings.readerSide?.side)
            household = Household(settings.animals, remembered: remembered?.presence ?? [:])
            whereabouts = Whereabouts(household)
            counts = remembered?.counts ?? PassageCounts()
            recent = remembered?.recent ?? []
            passageCount = UInt64(recent.count)
            wasBehindBolt = remembered?.isBehindBolt ?? false
        }

        /// Others live here, or the reader is elsewhere. The flap was watched all the time: who was where stays known.
        mutating func adapt(to new: PetSettings, after old: PetSettings) {
            if new.readerSide != old.readerSide {
                detector = PassageDetector(readerSide: new.readerSide?.side)
            }
            household = Household(new.animals, remembered: household.presence)
            whereabouts = Whereabouts(household)
        }

        var last: PassageNote? { recent.first }

        /// For people.
        var report: String {
            recent.isEmpty
                ? "nobody was at the flap yet"
                : recent.prefix(Self.reportedCount).map(\.description).joined(separator: "; ")
        }

        var hasPets: Bool { !household.animals.isEmpty }
        /// All that live here are known to be inside.
        var isEverybodyHome: Bool { hasPets && whereabouts.isEverybodyHome }
        /// As far as is known: where nobody is named, somebody may always be.
        var isAnybodyOut: Bool { !hasPets || !whereabouts.isEverybodyHome }
        /// Whether who knocks may live here. In `pets-only` one that does is read, so it must be known to be outside.
        func mayKnock(isPetsOnly: Bool) -> Bool {
            isPetsOnly ? !whereabouts.outside.isEmpty : isAnybodyOut
        }
        var isKeptWaiting: Bool {
            if case .some = waiting { true } else { false }
        }
        var presence: [String: Household.Presence] { household.presence }

        /// Takes what is known now. `side` is where the bolt is known to be: while it is on its way, its
        /// switch may say "out" for a time in which the flap is free. `keepsIn`: nobody gets out while it is out.
        ///
        /// - Returns: who has passed since the step before.
        mutating func note(
            _ inputs: Inputs, _ latch: LatchReading, boltIs side: Side?, keepsIn: Bool,
            time: WallTime?, by settings: PetSettings, at now: Instant
        ) -> [PassageNote] {
            guard inputs.flap != nil else { return [] }
            let flap = Self.switches(inputs)
            let isBolted = latch == .says(.locked) && side == .locked
            watch(isSeen: flap != nil, isBolted: isBolted && keepsIn, latch, at: now)
            counts.startDay(time?.localDay)
            var tag: TagReading?
            if case .some = inputs.tag {
                tag = trusted(TagReading(inputs.tag), at: now)
                noteReader(tag?.tag, at: now)
                let isOut = latch == .says(.locked)
                if let tag, isOut, settings.readerSide == .outside {
                    noteCaller(tag.tag, time: time, at: now)
                }
                noteWaiting(isOut: isOut, at: now)
            } else if case .some = call {
                (call, waiting) = (nil, nil)
            }
            let passages = detector.note(
                PassageDetector.Look(flap: flap, isLocked: isBolted, tag: tag), at: now)
            guard !passages.isEmpty else { return [] }
            return passages.map { record($0, time: time, at: now) }
        }

        /// A person says where one is.
        ///
        /// - Returns: whether there is one of that name.
        mutating func correct(_ news: PresenceNews, at now: Instant) -> Bool {
            guard household.correct(news.pet, to: news.whereabouts) else { return false }
            noteChange(at: now)
            return true
        }

        private static func switches(_ inputs: Inputs) -> FlapSwitches? {
            guard let shut = inputs.flap?.good else { return nil }
            guard let inward = inputs.flapInward, let outward = inputs.flapOutward else {
                return .shut(shut)
            }
            guard let inward = inward.good, let outward = outward.good else { return nil }
            return .swung(inward: inward, outward: outward)
        }

        /// While nobody looked, anybody may have passed; not while a bolt was out that bars the way out.
        private mutating func watch(
            isSeen: Bool, isBolted: Bool, _ latch: LatchReading, at now: Instant
        ) {
            if !isSeen, !isUnwatched {
                isUnwatched = true
                wasBehindBolt = isBolted
                // It may be free before the next look.
                if wasBehindBolt { return }
            } else if !isSeen {
                guard wasBehindBolt, !isBolted, !latch.isUnclear else { return }
                wasBehindBolt = false
            } else {
                // The bolt may not have been heard yet after a start.
                guard isUnwatched, !latch.isUnclear else { return }
                isUnwatched = false
                let isAsItWas = wasBehindBolt && isBolted
                wasBehindBolt = false
                if isAsItWas { return }
            }
            household.forget()
            noteChange(at: now)
        }

        /// - Returns: `nil` also for a tag that is there for too long.
        private mutating func trusted(_ reading: TagReading?, at now: Instant) -> TagReading? {
            guard let reading else { return nil }
            if let before = visit, before.tag == reading.tag, now - before.last < Self.maxBreak {
                visit?.last = now
                return now - before.since < Self.maxVisit ? reading : nil
            }
            visit = Visit(tag: reading.tag, since: now, last: now)
            return reading
        }

        /// Nearly always nobody is there.
        private mutating func noteReader(_ tag: TagID?, at now: Instant) {
            isTagRead = tag != nil
            isTagStuck =
                visit.map { $0.last - $0.since >= Self.maxVisit && now - $0.last < Self.maxBreak }
                ?? false
            guard let tag else {
                if case .some = atReader { atReader = nil }
                return
            }
            atReader = household.owner(of: tag)
        }

        /// One that lives here is read outside while the bolt is out: it is there, whatever was thought.
        private mutating func noteCaller(_ tag: TagID, time: WallTime?, at now: Instant) {
            guard let name = household.owner(of: tag) else { return }
            calledAt = now
            if case nil = call {
                call = Call(
                    who: Caller(name: name, since: time?.withoutChanges), since: now, readAt: now)
            }
            call?.readAt = now
            guard household.presence[name] != .outside else { return }
            _ = household.correct(name, to: .outside)
            noteChange(at: now)
        }

        /// Until the bolt is back, or it was not read for a minute.
        private mutating func noteWaiting(isOut: Bool, at now: Instant) {
            guard case let call? = call else { return }
            if !isOut || now - call.readAt >= Self.maxBreak {
                (self.call, waiting) = (nil, nil)
            } else if now - call.since >= Self.opensWithin {
                waiting = call.who
            }
        }

        private mutating func record(
            _ passage: Passage, time: WallTime?, at now: Instant
        ) -> PassageNote {
            let passage = believed(passage)
            let visitor = household.note(passage)
            counts.count(passage, on: time?.localDay)
            noteChange(at: now)
            disturbedAt = now
            let note = PassageNote(
                visitor: visitor, kind: passage.kind, towards: passage.towards,
                time: time?.after(passage.ended - now).withoutChanges)
            if recent.count >= Self.recentCount { recent.removeLast() }
            recent.insert(note, at: 0)
            passageCount += 1
            return note
        }

        /// One reading of a strange tag may be a damaged one of a tag that is known.
        private func believed(_ passage: Passage) -> Passage {
            guard passage.reads < 2, case .stranger = household.visitor(passage) else {
                return passage
            }
            return Passage(
                kind: passage.kind, towards: passage.towards, tag: nil, reads: 0,
                began: passage.began, ended: passage.ended)
        }

        private mutating func noteChange(at now: Instant) {
            let found = Whereabouts(household)
            guard found != whereabouts else { return }
            for name in found.inside { awaySince[name] = nil }
            for name in whereabouts.inside where household.presence[name] != .inside {
                awaySince[name] = now
            }
            whereabouts = found
            disturbedAt = now
        }
    }
}
