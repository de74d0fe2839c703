import Devices
import LinuxIO

/// A second controller that has found the drone: its numbers begin at 1 and so count at once, its
/// orders are those of a client that believes the drone to be on the ground, and navigation data
/// go to it.
struct Intruder: Sendable {
    private static let period = Duration.milliseconds(30)
    /// Whenever the rightful controller has got ahead of it, it begins anew.
    private static let restart = 10

    private let end: Instant
    private var nextDue: Instant
    private var sequence = 0
    /// Nobody listens there (the discard port).
    private let address: IPv4Endpoint?

    init(from begin: Instant, lasting duration: Duration) {
        end = begin + duration
        nextDue = begin
        address = IPv4Endpoint("127.0.0.1", port: 9)
    }

    func isGone(at now: Instant) -> Bool { now >= end }

    /// What it sends now; the wake packet goes with its first commands.
    mutating func takeDue(at now: Instant) -> [RadioPath.Datagram] {
        guard now >= nextDue, !isGone(at: now), let address else { return [] }
        let isFirst = sequence == 0
        nextDue = nextDue + Self.period
        sequence = sequence % Self.restart + 1
        let land = 290_717_696
        let text = "AT*REF=\(2 * sequence - 1),\(land)\rAT*PCMD=\(2 * sequence),0,0,0,0,0\r"
        let commands = RadioPath.Datagram(port: .commands, peer: address, bytes: Array(text.utf8))
        let wake = RadioPath.Datagram(port: .navdata, peer: address, bytes: [1, 0, 0, 0])
        return isFirst ? [commands, wake] : [commands]
    }
}
