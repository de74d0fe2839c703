/// Who calls a driver, and what is left to do when it closes.
struct DriverCallers {
    typealias CleanUp = (limit: Duration, message: String, work: @Sendable () -> Void)

    var cleanUps: [CleanUp] = []
    private var stops: [Int: @Sendable () -> Void] = [:]
    /// Each returns when its reader has let go of its descriptors.
    private var waits: [Int: @Sendable () -> Void] = [:]
    private var lastKey = 0
    private var isStopped = false

    /// Adds one; one that comes too late, because the driver has failed already, is stopped at once.
    ///
    /// - Returns: the key to remove it by.
    @discardableResult
    mutating func add(
        stop: @escaping @Sendable () -> Void, wait: (@Sendable () -> Void)? = nil
    ) -> Int {
        lastKey += 1
        waits[lastKey] = wait
        if isStopped { stop() } else { stops[lastKey] = stop }
        return lastKey
    }

    /// Forgets one that its owner has stopped.
    mutating func remove(_ key: Int) {
        (stops[key], waits[key]) = (nil, nil)
    }

    /// Takes what stops everybody who calls, and stops whoever comes later.
    mutating func takeStops() -> [@Sendable () -> Void] {
        defer { (isStopped, stops) = (true, [:]) }
        return Array(stops.values)
    }

    /// What `close` has to wait for and to do, once.
    mutating func takeLeavings() -> (waits: [@Sendable () -> Void], cleanUps: [CleanUp]) {
        defer { (waits, cleanUps) = ([:], []) }
        return (Array(waits.values), cleanUps)
    }
}
