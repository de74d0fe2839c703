@testable import ARDrone

/// The control port of a `FakeDrone`, as well or ill as a test wants it.
struct FakeControlPort {
    enum Kind {
        case well
        /// Nobody listens there.
        case missing
        /// It takes connections and says nothing.
        case mute
        /// It sends so many bytes and then nothing more.
        case stalling(after: Int)
        /// It never comes to an end.
        case endless
        /// It closes the connection in the middle.
        case closing
    }

    var kind = Kind.well
    /// How many of the first attempts fail by being mute.
    var muteFor = 0
    private(set) var connections = 0
    private var isOpen = false
    private var answered = 0

    /// What comes of it at a tick.
    mutating func follow(isWanted: Bool, _ drone: FakeDrone) -> [ARDrone.ControlPortEvent] {
        guard isWanted else {
            isOpen = false
            answered = drone.dumpsAsked
            return []
        }
        if !isOpen {
            isOpen = true
            connections += 1
            if case .missing = kind { return [.closed("is not there")] }
            return [.connected]
        }
        guard drone.dumpsAsked > answered, connections > muteFor else { return [] }
        if case .endless = kind { return [.bytes([UInt8](repeating: 0x61, count: 4096) + [10])] }
        answered = drone.dumpsAsked
        switch kind {
        case .well: return [.bytes(drone.dump)]
        case .stalling(let count): return [.bytes(Array(drone.dump.prefix(count)))]
        case .closing:
            return [.bytes(Array(drone.dump.prefix(20))), .closed("closed the connection")]
        case .missing, .mute, .endless: return []
        }
    }
}
