import LinuxIO
import Values

/// To whom navigation data go, how much and how often.
struct NavdataStream: Sendable {
    /// How much a packet carries.
    enum Content: Sendable {
        /// The header alone: nobody has said yet what is wanted.
        case bootstrap
        case reduced
        case full

        var period: Duration {
            switch self {
            case .bootstrap, .reduced: .seconds(1) / 15
            case .full: .milliseconds(5)
            }
        }
    }

    /// A client that neither commands nor asks for so long is forgotten.
    private static let timeout = Duration.seconds(5)

    private(set) var client: IPv4Endpoint?
    private(set) var isBootstrap = true
    /// State bit 6: a `CONFIG` was taken, and the client has not cleared the bit yet.
    private(set) var isAcknowledging = false
    private var isConfigured = false
    private let bootstrapEnd: SimulatedDrone.BootstrapEnd
    private var sequence: UInt32 = 0
    private var nextDue = Instant.zero
    private var wokenAt = Instant.zero

    init(until bootstrapEnd: SimulatedDrone.BootstrapEnd) {
        self.bootstrapEnd = bootstrapEnd
    }

    /// Takes a wake packet: from now on data go where it came from.
    ///
    /// While commands flow nothing else changes, so that a client may configure first and wake
    /// then. After the link was lost it must configure again.
    mutating func wake(from sender: IPv4Endpoint, at now: Instant, isLinkLost: Bool) {
        if isLinkLost { beginAgain() }
        if sender != client { nextDue = now }
        client = sender
        wokenAt = now
    }

    /// Takes note of a `CONFIG`.
    mutating func configured(_ key: String) {
        isAcknowledging = true
        guard key.lowercased() == DroneConfiguration.navdataDemoKey else { return }
        isConfigured = true
        if bootstrapEnd == .configured { isBootstrap = false }
    }

    /// Takes a `CTRL`: 5 clears the acknowledgement; that or 0 ends a strict bootstrap.
    mutating func control(mode: Int32) {
        switch mode {
        case ControlMode.acknowledge: isAcknowledging = false
        case ControlMode.none: break
        default: return
        }
        if isConfigured { isBootstrap = false }
    }

    /// Forgets a client that has been silent on both channels.
    mutating func step(to now: Instant, lastCommandAt: Instant) {
        guard now - max(lastCommandAt, wokenAt) > Self.timeout else { return }
        client = nil
        beginAgain()
    }

    private mutating func beginAgain() {
        isBootstrap = true
        isConfigured = false
    }

    /// The number of the packet to send now; `nil` when none is due.
    mutating func takeDue(_ content: Content, at now: Instant) -> UInt32? {
        guard client != nil, now >= nextDue else { return nil }
        // From the deadline and not from now, so that lateness does not add up; but what was
        // missed is not sent in a burst.
        nextDue = max(nextDue + content.period, now - content.period)
        sequence &+= 1
        return sequence
    }
}
