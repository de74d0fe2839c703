import Core
import Devices

extension Servo {
    /// Angles as pulse widths and back: a straight line from one end to the other.
    struct PulseMap: Equatable, Sendable {
        let period: Duration
        let shortest: Duration
        let longest: Duration
        let lowest: Angle
        let highest: Angle

        init(_ read: SettingsReader) {
            let widths = Duration.microseconds(500) ... .microseconds(2500)
            period = read(
                "period", .duration(.microseconds(2500) ... .milliseconds(40)),
                default: .milliseconds(20),
                "From one pulse to the next: 20 ms for all but digital racing servos.")
            shortest = read(
                "pulse_min", .duration(widths), default: .milliseconds(1),
                "The pulse at angle_min. Below 1 ms some servos run into their stop.")
            longest = read(
                "pulse_max", .duration(widths), default: .milliseconds(2),
                "The pulse at angle_max. Above 2 ms some servos run into their stop.")
            lowest = read(
                "angle_min", .angle(-360...360), default: .degrees(0), "The angle at pulse_min.")
            highest = read(
                "angle_max", .angle(-360...360), default: .degrees(180), "The angle at pulse_max.")
            read.check(shortest < longest, "pulse_min", "must be shorter than pulse_max")
            read.check(longest < period, "period", "must be longer than pulse_max")
            read.check(lowest < highest, "angle_min", "must be less than angle_max")
        }

        /// The nearest angle that the servo can take; `nil` for what is not a number.
        func clamped(_ angle: Angle) -> Angle? {
            guard angle.degrees.isFinite else { return nil }
            return min(highest, max(lowest, angle))
        }

        /// The width of the pulse for an angle, which is clamped: never outside the two pulses.
        func widthNanoseconds(at angle: Angle) -> Int64 {
            let angle = clamped(angle) ?? lowest
            let share = (angle - lowest).degrees / (highest - lowest).degrees
            let width = Double(shortest.nanoseconds) + share * spanNanoseconds
            return Int64(width.rounded())
        }

        /// The angle that a pulse asks for; `nil` for one that no angle gives.
        func angle(ofWidthNanoseconds width: Int64) -> Angle? {
            guard width >= shortest.nanoseconds, width <= longest.nanoseconds else { return nil }
            let share = Double(width - shortest.nanoseconds) / spanNanoseconds
            return .degrees(lowest.degrees + share * (highest - lowest).degrees)
        }

        private var spanNanoseconds: Double { Double((longest - shortest).nanoseconds) }
    }
}
