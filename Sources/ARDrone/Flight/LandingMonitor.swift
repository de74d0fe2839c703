import Devices

extension ARDrone {
    /// Whether a drone that is told to land begins to.
    struct LandingMonitor: Sendable {
        /// Since when the drone is seen to fly on though it is told to land.
        private var ignoredSince: Instant?
        /// For so long that it must be told louder.
        private(set) var isIgnored = false

        /// - Returns: whether it is ignored from now on.
        mutating func update(fliesOn: Bool, _ limit: Duration, at now: Instant) -> Bool {
            let since = fliesOn ? ignoredSince ?? now : nil
            ignoredSince = since
            let was = isIgnored
            isIgnored = since.map { now - $0 >= limit } ?? false
            return isIgnored && !was
        }
    }
}
