import LinuxIO
import Values

/// A second controller that has found the drone: navigation data go to it, and its numbers count.
struct RivalController: Sendable {
    private static let period = Duration.milliseconds(30)
    /// One that lands starts again whenever the rightful controller has got ahead of it.
    private static let restart: Int32 = 10
    /// One that flies begins where nobody else gets to: a flight of nine hours.
    private static let far: Int32 = 2_000_000

    private let rival: FaultCommand.Rival
    private let end: Instant
    private var nextDue: Instant
    private var turn: Int32 = 0
    /// Nobody listens there (the discard port).
    private let address: IPv4Endpoint?

    init(_ rival: FaultCommand.Rival, from begin: Instant, lasting duration: Duration) {
        self.rival = rival
        end = begin + duration
        nextDue = begin
        address = IPv4Endpoint("127.0.0.1", port: 9)
    }

    func isGone(at now: Instant) -> Bool { now >= end }

    /// What it sends now; the wake packet goes with its first commands.
    mutating func takeDue(at now: Instant) -> [LossyLink.Datagram] {
        guard now >= nextDue, !isGone(at: now), let address else { return [] }
        let isFirst = turn == 0
        nextDue = nextDue + Self.period
        let commands = LossyLink.Datagram(
            port: .commands, peer: address, bytes: Array(takeText().utf8))
        let wake = LossyLink.Datagram(port: .navdata, peer: address, bytes: [1, 0, 0, 0])
        return isFirst ? [commands, wake] : [commands]
    }

    private mutating func takeText() -> String {
        switch rival {
        case .land:
            turn = turn % Self.restart + 1
            return "AT*REF=\(2 * turn - 1),290717696\rAT*PCMD=\(2 * turn),0,0,0,0,0\r"
        case .fly:
            turn &+= 1
            let number = Self.far &+ 2 &* turn
            // Half of the fastest turn, clockwise.
            return "AT*REF=\(number),290718208\rAT*PCMD=\(number &+ 1),1,0,0,0,1056964608\r"
        }
    }
}
