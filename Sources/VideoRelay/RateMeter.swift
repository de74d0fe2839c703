import Values

/// How much comes in a second, over the last whole second or so.
package struct RateMeter: Sendable {
    private static let window = Duration.seconds(1)

    private var begin: Instant?
    private var count = 0
    package private(set) var perSecond = 0.0

    package init() {}

    package mutating func add(_ more: Int) { count += more }

    /// To be called several times a second.
    package mutating func tick(at now: Instant) {
        guard let begin else {
            begin = now
            return
        }
        guard now - begin >= Self.window else { return }
        perSecond = Double(count) / (now - begin).seconds
        (self.begin, count) = (now, 0)
    }
}
