/// Who calls a driver, and what is left to do when it closes.
struct DriverCallers: Sendable {
    typealias CleanUp = (limit: Duration, complaint: String, work: @Sendable () -> Void)

    /// The timer of `DriverShell.wake(at:)`.
    var wake: WakeTimer?
    var cleanUps: [CleanUp] = []
    private var stops: [@Sendable () -> Void] = []
    /// Each returns when its reader has let go of its descriptors.
    private var waits: [@Sendable () -> Void] = []
    private var isStopped = false

    /// Adds one; one that comes too late, because the driver has failed already, is stopped at once.
    mutating func add(
        stop: @escaping @Sendable () -> Void, wait: (@Sendable () -> Void)? = nil
    ) {
        if let wait { waits.append(wait) }
        guard !isStopped else { return stop() }
        stops.append(stop)
    }

    /// Takes what stops everybody who calls, and stops whoever comes later.
    mutating func takeStops() -> [@Sendable () -> Void] {
        defer { (isStopped, stops, wake) = (true, [], nil) }
        return stops
    }

    /// What `close` has to wait for and to do, once.
    mutating func takeLeavings() -> (waits: [@Sendable () -> Void], cleanUps: [CleanUp]) {
        defer { (waits, cleanUps) = ([], []) }
        return (waits, cleanUps)
    }
}
