import Core
import LinuxIO
import Values

/// One way through the air: what is sent into it, and what comes out later, changed or not at all.
struct LossyLink: Sendable {
    struct Datagram: Equatable, Sendable {
        let port: DronePort
        /// Who sent it, or whom it is for.
        let peer: IPv4Endpoint
        var bytes: [UInt8]
    }

    /// So much is the most that can be in the air; what comes on top is lost.
    private static let capacity = 4096
    /// Held back for longer than the slowest usual period between two datagrams.
    private static let reorderDelay = Duration.milliseconds(100)

    private var inFlight: [(due: Instant, datagram: Datagram)] = []
    private var rng: SeededGenerator

    init(seed: UInt64) {
        rng = SeededGenerator(seed: seed)
    }

    mutating func send(_ datagram: Datagram, _ faults: PathFaults, at now: Instant) {
        guard !rng.happens(faults.loss) else { return }
        let copies = rng.happens(faults.duplicate) ? 2 : 1
        for _ in 0..<copies where inFlight.count < Self.capacity {
            var copy = datagram
            if rng.happens(faults.corrupt) { corrupt(&copy.bytes) }
            insert(copy, due: now + delay(faults))
        }
    }

    /// What has arrived by now, in the order of its arrival.
    mutating func takeDue(at now: Instant) -> [Datagram] {
        let count = inFlight.firstIndex { $0.due > now } ?? inFlight.count
        defer { inFlight.removeFirst(count) }
        return inFlight[..<count].map(\.datagram)
    }

    /// Keeps the order of those that are due at the same time.
    private mutating func insert(_ datagram: Datagram, due: Instant) {
        let place = inFlight.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
        inFlight.insert((due, datagram), at: place)
    }

    private mutating func delay(_ faults: PathFaults) -> Duration {
        var delay = faults.delay
        if faults.jitter > .zero {
            delay += faults.jitter * Double.random(in: 0..<1, using: &rng)
        }
        if rng.happens(faults.reorder) { delay += Self.reorderDelay }
        return delay
    }

    private mutating func corrupt(_ bytes: inout [UInt8]) {
        guard let index = bytes.indices.randomElement(using: &rng) else { return }
        bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &rng)
    }
}

/// The drone's two UDP ports.
enum DronePort: Equatable, Sendable {
    case commands, navdata
}
