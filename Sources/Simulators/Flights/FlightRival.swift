import Values

/// A second controller without a wire: what it commands, and what a driver that watches the numbers knows of it.
struct FlightRival: Sendable {
    private static let period = Duration.milliseconds(30)
    /// Two foreign numbers, as navdata bring them.
    private static let knownAfter = Duration.milliseconds(150)
    /// A rival that has been silent for so long has left.
    private static let knownFor = Duration.milliseconds(800)

    private let kind: FaultCommand.Rival
    private let began: Instant
    private let end: Instant
    private var nextDue: Instant

    init(_ kind: FaultCommand.Rival, from begin: Instant, lasting duration: Duration) {
        self.kind = kind
        began = begin
        end = begin + duration
        nextDue = begin
    }

    /// Whether its numbers are so far ahead that nobody else is heard, until the driver starts over at 1.
    func isAlone(at now: Instant) -> Bool {
        kind == .fly && now < end && !isKnown(at: now)
    }

    func isKnown(at now: Instant) -> Bool {
        now >= began + Self.knownAfter && now < end + Self.knownFor
    }

    /// What it commands now, if anything.
    mutating func takeDue(at now: Instant) -> (bits: RefBits, stick: StickInput)? {
        guard now >= nextDue, now < end else { return nil }
        nextDue = nextDue + Self.period
        switch kind {
        case .land: return ([], .hover)
        // Half of the fastest turn, clockwise.
        case .fly:
            return (
                .takeOff, StickInput(flags: .progressive, roll: 0, pitch: 0, climb: 0, yaw: 0.5)
            )
        }
    }
}
