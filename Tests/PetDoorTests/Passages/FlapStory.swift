import PetDoor

@testable import Values

/// What happens at a flap, in milliseconds, and what a detector makes of it that looks now and then.
struct FlapStory {
    struct Opening: Equatable {
        let side: FlapSide
        let from: Int
        let until: Int
    }

    var hasTwoSwitches = true
    var openings: [Opening] = []
    /// When a frame of a tag came.
    var readings: [(tag: TagID, at: Int)] = []
    var locked: [Range<Int>] = []
    /// When the switches do not answer.
    var blind: [Range<Int>] = []
    /// How often the detector looks.
    var period = 250
    /// When the machine was started, before the story.
    var uptime = 1000

    mutating func open(_ side: FlapSide, _ from: Int, for length: Int) {
        openings.append(Opening(side: side, from: from, until: from + length))
    }

    mutating func read(_ tag: TagID, _ times: Int...) {
        readings += times.map { (tag, $0) }
        readings.sort { $0.at < $1.at }
    }

    /// Until ten seconds after the last thing that happened.
    private var end: Int {
        let last = (openings.map(\.until) + readings.map(\.at) + blind.map(\.upperBound)).max() ?? 0
        return last + 10_000
    }

    func at(_ milliseconds: Int) -> Instant {
        .zero + .seconds(uptime) + .milliseconds(milliseconds)
    }

    func passages(readerSide: FlapSide? = nil) -> [Passage] {
        var detector = PassageDetector(readerSide: readerSide)
        var passages: [Passage] = []
        for time in stride(from: 0, to: end, by: period) {
            passages += detector.note(look(time), at: at(time))
        }
        return passages
    }

    func look(_ time: Int) -> PassageDetector.Look {
        PassageDetector.Look(
            flap: blind.contains { $0.contains(time) } ? nil : switches(time),
            isLocked: locked.contains { $0.contains(time) }, tag: TagReading(tag(time)))
    }

    private func switches(_ time: Int) -> FlapSwitches {
        guard hasTwoSwitches else {
            return .shut(contact(openings, time, isActiveOpen: false))
        }
        return .swung(
            inward: contact(openings.filter { $0.side == .inside }, time, isActiveOpen: true),
            outward: contact(openings.filter { $0.side == .outside }, time, isActiveOpen: true))
    }

    private func contact(_ openings: [Opening], _ time: Int, isActiveOpen: Bool) -> Contact {
        let edges = openings.flatMap { [$0.from, $0.until] }.filter { $0 <= time }
        let isOpen = openings.contains { $0.from <= time && time < $0.until }
        return Contact(
            isActive: isOpen == isActiveOpen, changes: UInt64(edges.count),
            changedAt: at(edges.max() ?? 0))
    }

    /// As `rfid-reader` tells it, with a `gone_after` of two seconds.
    private func tag(_ time: Int) -> Sample<TagPresence> {
        var run: [Int] = []
        var tag: TagID?
        for reading in readings where reading.at <= time {
            let goesOn = reading.tag == tag && reading.at - (run.last ?? 0) < 2000
            run = (goesOn ? run : []) + [reading.at]
            tag = reading.tag
        }
        guard let first = run.first, let last = run.last, time - last < 2000 else {
            return .good(.none(since: at(0)), at: at(time))
        }
        return .good(TagPresence(tag: tag, reads: run.count, since: at(first)), at: at(last))
    }

    /// The same with inside and outside changed for each other.
    var mirrored: FlapStory {
        var other = self
        other.openings = openings.map {
            Opening(side: $0.side.other, from: $0.from, until: $0.until)
        }
        return other
    }
}

extension TagID {
    /// "0006547886", as an EM4100 transponder has it.
    static let em4100Tom = TagID(.em4100, 0x01_0063_E9AE)
}
