import Values

/// The firmware's view of its controller: which commands are new, and how long it was silent.
struct CommandLink: Sendable {
    /// After so long a silence the communication watchdog bites (state bit 30).
    private static let watchdogLimit = Duration.milliseconds(50)

    private var lastSequence: Int32 = 0
    private(set) var lastHeardAt: Instant
    /// State bit 30. Only a `COMWDG` clears it.
    private(set) var isWatchdogBitten = false
    /// Since when communication counts as lost (state bit 13). Any new command clears it.
    private(set) var lostAt: Instant?

    init(at now: Instant) {
        lastHeardAt = now
    }

    var isLost: Bool { lostAt != nil }

    /// Whether a command counts: its number is higher than the last one, or 1, which starts over.
    mutating func accept(_ sequence: Int32, at now: Instant) -> Bool {
        guard sequence == 1 || sequence > lastSequence else { return false }
        lastSequence = sequence
        lastHeardAt = now
        lostAt = nil
        return true
    }

    mutating func resetWatchdog() {
        isWatchdogBitten = false
    }

    /// Notices silence. `limit` is `general:com_watchdog`.
    mutating func step(to now: Instant, limit: Duration) {
        let silence = now - lastHeardAt
        if silence > Self.watchdogLimit { isWatchdogBitten = true }
        if silence > limit, lostAt == nil { lostAt = now }
    }
}
