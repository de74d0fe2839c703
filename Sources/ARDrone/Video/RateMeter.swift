import Devices

extension ARDrone {
    /// How much comes in a second, over the last whole second or so.
    struct RateMeter: Sendable {
        private static let window = Duration.seconds(1)

        private var begin: Instant?
        private var count = 0
        private(set) var perSecond = 0.0

        mutating func add(_ more: Int) { count += more }

        /// To be called several times a second.
        mutating func tick(at now: Instant) {
            guard let begin else {
                begin = now
                return
            }
            guard now - begin >= Self.window else { return }
            perSecond = Double(count) / (now - begin).seconds
            (self.begin, count) = (now, 0)
        }
    }
}
