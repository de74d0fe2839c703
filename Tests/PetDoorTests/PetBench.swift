import Core
import JSON
import Values

@testable import PetDoor

/// A door with a flap that has one switch, a reader on one of its sides, and animals that pass.
///
/// An animal stays at the reader for a second before it passes or after it has; a flap is open for a second.
struct PetBench {
    static let house: JSONValue = ["Mia": ["276095610728684"]]

    var door: DoorBench
    private let readerIsOutside: Bool
    private var contact: Contact
    private var tagSince = Instant.zero

    /// With a reader outside unless the settings say otherwise.
    init(_ more: [String: JSONValue] = [:]) throws {
        door = try DoorBench(Self.settings(more))
        readerIsOutside = more["reader_side"] != "inside"
        contact = Contact(isActive: true, changes: 0, changedAt: door.now)
        door.hasFlap = true
        door.flapContact = contact
        show(nil)
        door.step()
    }

    static func settings(_ more: [String: JSONValue] = [:]) -> JSONValue {
        let base: [String: JSONValue] = [
            "dwell": "0s", "minimum_state_time": "0s", "flap_closed_for": "2s", "pets": house,
            "reader_side": "outside",
        ]
        return .object(base.merging(more) { $1 })
    }

    /// What the reader sees from now on.
    mutating func show(_ tag: TagID?, reads: Int = 2) {
        tagSince = door.now
        door.tag = .good(TagPresence(tag: tag, reads: reads, since: tagSince), at: door.now)
    }

    /// The reader goes on to see what it sees.
    mutating func run(for time: Duration, every period: Duration = .milliseconds(250)) {
        let end = door.now + time
        while door.now < end {
            if let seen = door.tag?.good { door.tag = .good(seen, at: door.now + period) }
            door.step(after: period)
        }
    }

    mutating func moveFlap(isOpen: Bool) {
        contact = Contact(isActive: !isOpen, changes: contact.changes + 1, changedAt: door.now)
        door.flapContact = contact
    }

    /// `tag`: what is read of it; `nil` when it is missed.
    mutating func comesIn(_ tag: TagID?, reads: Int = 2) {
        passes(
            readBefore: readerIsOutside ? tag : nil, readAfter: readerIsOutside ? nil : tag, reads)
    }

    mutating func goesOut(_ tag: TagID?, reads: Int = 2) {
        passes(
            readBefore: readerIsOutside ? nil : tag, readAfter: readerIsOutside ? tag : nil, reads)
    }

    private mutating func passes(readBefore: TagID?, readAfter: TagID?, _ reads: Int) {
        if let readBefore { show(readBefore, reads: reads) }
        run(for: .seconds(1))
        moveFlap(isOpen: true)
        run(for: .milliseconds(500))
        if readBefore != nil { show(nil) }
        run(for: .milliseconds(500))
        moveFlap(isOpen: false)
        run(for: .milliseconds(250))
        if let readAfter { show(readAfter, reads: reads) }
        run(for: .seconds(1))
        if readAfter != nil { show(nil) }
        run(for: .seconds(3))
    }

    /// A new process that has what the store kept.
    mutating func restart(_ more: [String: JSONValue] = [:]) throws {
        try door.resume(Self.settings(more))
        door.step()
    }

    mutating func say(_ pet: String, _ word: Household.Presence) -> Response? {
        door.ask(.presence(PetDoor.PresenceNews(pet, word)))
    }

    /// Night falls, and some minutes of it pass.
    mutating func night(minutes: Int = 3) {
        door.light = 0.2
        run(for: .seconds(60 * minutes))
    }

    var code: String? { door.outputs?.reason.code }
    var text: String { door.outputs?.reason.description ?? "" }
    var isLocked: Bool { door.state == .locked }
}

extension TagID {
    /// The chip of the examples in docs/configuration.md.
    static let mia = some(country: 276, 95_610_728_684)
    static let tom = some(country: 276, 98_102_970_942)

    /// One that nobody here has.
    static func stranger(_ number: UInt64 = 0) -> TagID {
        some(country: 900, 250_000_023_921 + number)
    }

    private static func some(country: UInt64, _ national: UInt64) -> TagID {
        guard let tag = TagID(country: country, national: national) else {
            preconditionFailure("no such tag")
        }
        return tag
    }
}
