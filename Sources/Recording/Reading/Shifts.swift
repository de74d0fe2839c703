import Core
import Values

extension Replay.Result {
    /// A change that came at another time, in the replay only, or in the record only.
    package struct Shift: Sendable {
        package let recorded: Replay.WordChange?
        package let replayed: Replay.WordChange?
    }

    /// What would have come earlier, later, not at all or besides. Two changes to the same word are one that was shifted where
    /// each is the nearest to the other; so one that is missing shifts none of those after it.
    package var shifts: [Shift] {
        let (old, new) = (Self.grouped(recorded), Self.grouped(replayed))
        return Set(old.keys).union(new.keys)
            .flatMap { Self.shifts(from: old[$0] ?? [], to: new[$0] ?? []) }
            .sorted { $0.place < $1.place }
    }

    /// What can be one and the same change.
    private struct Group: Hashable {
        let output: String
        let word: String
        let process: Int
    }

    private static func grouped(_ changes: [Replay.WordChange]) -> [Group: [Replay.WordChange]] {
        Dictionary(grouping: changes) {
            Group(output: $0.output, word: $0.word, process: $0.process)
        }
    }

    /// Both in the order in which they came.
    private static func shifts(
        from old: [Replay.WordChange], to new: [Replay.WordChange]
    ) -> [Shift] {
        let (there, back) = (nearest(to: old, among: new), nearest(to: new, among: old))
        let pairs = old.indices.map { index in
            there[index].flatMap { back[$0] == index ? $0 : nil }
        }
        let paired = Set(pairs.compactMap { $0 })
        let shifted = zip(old, pairs).map { Shift(recorded: $0, replayed: $1.map { new[$0] }) }
        return shifted.filter { $0.recorded?.at != $0.replayed?.at }
            + new.indices.filter { !paired.contains($0) }
            .map { Shift(recorded: nil, replayed: new[$0]) }
    }

    /// For each of `changes` the one of `others` that is nearest to it in time, the earlier of two.
    private static func nearest(
        to changes: [Replay.WordChange], among others: [Replay.WordChange]
    ) -> [Int?] {
        var index = 0
        return changes.map { change in
            guard !others.isEmpty else { return nil }
            let distance = { abs((others[$0].at - change.at).nanoseconds) }
            while index + 1 < others.count, distance(index + 1) < distance(index) { index += 1 }
            return index
        }
    }
}

extension Replay.Result.Shift {
    /// Where it stands in the record.
    fileprivate var place: Place {
        let change = recorded ?? replayed
        return Place(
            process: change?.process ?? 0, at: change?.at ?? .zero, output: change?.output ?? "")
    }

    fileprivate struct Place: Comparable {
        let process: Int
        let at: Instant
        let output: String

        static func < (one: Place, other: Place) -> Bool {
            (one.process, one.at, one.output) < (other.process, other.at, other.output)
        }
    }
}
