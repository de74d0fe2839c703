import Values

/// The drone's battery, drained by time and much faster by flight.
struct Battery: Sendable {
    /// A charge flies for about twelve minutes ...
    static let usualFlightTime = Duration.seconds(12 * 60)
    /// ... and feeds the electronics on the ground for two hours.
    private static let idlePercentPerSecond = 100.0 / (2 * 60 * 60)

    private let flyingPercentPerSecond: Double
    /// 0...100.
    private(set) var percent: Double

    init(percent: Double, flightTime: Duration = usualFlightTime) {
        flyingPercentPerSecond = 100 / max(1, flightTime.seconds)
        self.percent = percent.isNaN ? 0 : min(100, max(0, percent))
    }

    mutating func drain(_ seconds: Double, isFlying: Bool) {
        let rate = isFlying ? flyingPercentPerSecond : Self.idlePercentPerSecond
        percent = max(0, percent - rate * seconds)
    }

    /// Take-off is refused (state bit 15).
    var isLow: Bool { percent <= 20 }

    /// At `general:vbat_min`, 9 V, the firmware lands by itself.
    var isEmpty: Bool { percent <= 0 }

    /// Between 9.0 V empty and 12.5 V full.
    var millivolts: Double { 9000 + percent * 35 }
}
