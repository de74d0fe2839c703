import PolicyKit
import Values

extension PetDoor {
    /// How long the flap or the tunnel has kept it from locking. An animal does not stand there for an hour: the switch does
    /// not come right by itself, is the wrong way round, or something is caught.
    struct BlockWatch: Sendable {
        private static let tooLong = Duration.seconds(3600)

        private var flap = DoubtTimer()
        private var tunnel = DoubtTimer()

        /// `obstacle` is what keeps it from locking now.
        mutating func note(_ obstacle: LockInterlock?, at now: Instant) {
            flap.note(obstacle?.isOfFlap == true, limit: Self.tooLong, at: now)
            tunnel.note(obstacle?.isOfTunnel == true, limit: Self.tooLong, at: now)
        }

        var isFlapStuck: Bool { flap.isExhausted }
        var isTunnelStuck: Bool { tunnel.isExhausted }
    }
}

extension PetDoor.LockInterlock {
    fileprivate var isOfFlap: Bool {
        switch self {
        case .flapOpen, .flapJustClosed, .flapMostlyOpen: true
        default: false
        }
    }

    fileprivate var isOfTunnel: Bool {
        switch self {
        case .tunnelOccupied, .tunnelJustLeft, .tunnelMostlyOccupied: true
        default: false
        }
    }
}
