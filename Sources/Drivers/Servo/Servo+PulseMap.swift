import Core
import Settings
import Values

extension Servo {
    /// Angles as pulse widths and back: straight lines between points that are known.
    ///
    /// Without calibration these are the two ends. Whatever was calibrated, no pulse leaves the
    /// limits: an angle that would need one is out of reach.
    struct PulseMap: Equatable, Sendable {
        let period: Duration
        /// The limits of the pulse.
        let widths: ClosedRange<Duration>
        /// The angles that can be reached, within what the settings allow.
        let minAngle: Angle
        let maxAngle: Angle
        /// At least two, by rising angle.
        private let points: [CalibrationPoint]

        init(_ read: SettingsReader) {
            let possible = Duration.microseconds(500) ... .microseconds(2500)
            period = read(
                "period", .duration(.microseconds(2500) ... .milliseconds(40)),
                default: .milliseconds(20),
                "From one pulse to the next: 20 ms for all but digital racing servos.")
            let shortest = read(
                "pulse_min", .duration(possible), default: .milliseconds(1),
                "The shortest pulse, at angle_min unless calibrated. Below 1 ms some servos run"
                    + " into their stop.")
            let longest = read(
                "pulse_max", .duration(possible), default: .milliseconds(2),
                "The longest pulse, at angle_max unless calibrated. Above 2 ms some servos run into"
                    + " their stop.")
            let least = read(
                "angle_min", .angle(-360...360), default: .degrees(0), "The lowest angle.")
            let greatest = read(
                "angle_max", .angle(-360...360), default: .degrees(180), "The highest angle.")
            let measured = read(
                optional: "calibration", .list(of: .object(CalibrationPoint.self), count: 2...8),
                "Angles with the pulses that were measured to give them, by rising angle; the"
                    + " pulses rise or fall all the way. Left out: the two ends above.")
            read.check(shortest < longest, "pulse_min", "must be shorter than pulse_max")
            read.check(longest < period, "period", "must be longer than pulse_max")
            read.check(least < greatest, "angle_min", "must be less than angle_max")
            widths = min(shortest, longest)...max(shortest, longest)
            points =
                measured ?? [
                    CalibrationPoint(angle: least, width: shortest),
                    CalibrationPoint(angle: greatest, width: longest),
                ]
            let whole = least...max(least, greatest)
            let reach = measured == nil ? whole : Self.reach(points, widths)
            minAngle = max(least, reach.lowerBound)
            maxAngle = min(greatest, reach.upperBound)
            let isMonotonic = measured.map(Self.isMonotonic) ?? true
            read.check(
                isMonotonic, "calibration",
                "each angle must be above the one before, and the pulses must all rise or all fall")
            read.check(
                measured == nil || !isMonotonic || minAngle < maxAngle, "calibration",
                "gives no angle from angle_min to angle_max within the limits of the pulse")
        }

        /// The nearest angle that the servo can take; `nil` for what is not a number.
        func clamped(_ angle: Angle) -> Angle? {
            guard angle.degrees.isFinite else { return nil }
            return min(maxAngle, max(minAngle, angle))
        }

        /// The width of the pulse for an angle, which is clamped: never outside the limits.
        func widthNanoseconds(at angle: Angle) -> Int64 {
            let angle = clamped(angle) ?? minAngle
            let segment = Self.segment(points) { $0.angle <= angle }
            let fraction = (angle - segment.start.angle).degrees / segment.degrees
            let width = Double(segment.start.width.nanoseconds) + fraction * segment.nanoseconds
            return min(
                widths.upperBound.nanoseconds,
                max(widths.lowerBound.nanoseconds, Int64(width.rounded())))
        }

        /// The angle that a pulse asks for; `nil` for one that no angle gives.
        ///
        /// A PCA9685 tells its pulses rounded to a step of its own, so the limits are a step wider.
        func angle(ofWidthNanoseconds width: Int64) -> Angle? {
            let step = period.nanoseconds / 4096
            guard width >= widths.lowerBound.nanoseconds - step,
                width <= widths.upperBound.nanoseconds + step
            else { return nil }
            return clamped(Self.angle(atNanoseconds: Double(width), points))
        }
    }

    /// An angle and the pulse that was measured to give it.
    struct CalibrationPoint: PluginSettings, Equatable {
        let angle: Angle
        let width: Duration

        init(angle: Angle, width: Duration) {
            self.angle = angle
            self.width = width
        }

        init(_ read: SettingsReader) {
            angle = read(required: "angle", .angle(-360...360), "Where the horn stood.")
            width = read(
                required: "pulse", .duration(.microseconds(500) ... .microseconds(2500)),
                "The pulse that brought it there.")
        }
    }
}

extension Servo.PulseMap {
    /// One of the straight lines; the first and the last go on beyond their ends.
    private struct Segment {
        let start: Servo.CalibrationPoint
        let end: Servo.CalibrationPoint

        var degrees: Double { (end.angle - start.angle).degrees }
        var nanoseconds: Double { Double((end.width - start.width).nanoseconds) }
    }

    private static func isMonotonic(_ points: [Servo.CalibrationPoint]) -> Bool {
        let pairs = zip(points, points.dropFirst())
        let isRising = pairs.allSatisfy { $0.width < $1.width }
        let isFalling = pairs.allSatisfy { $0.width > $1.width }
        return pairs.allSatisfy { $0.angle < $1.angle } && (isRising || isFalling)
    }

    /// The angles that pulses within the limits give.
    private static func reach(
        _ points: [Servo.CalibrationPoint], _ widths: ClosedRange<Duration>
    ) -> ClosedRange<Angle> {
        let first = angle(atNanoseconds: Double(widths.lowerBound.nanoseconds), points)
        let second = angle(atNanoseconds: Double(widths.upperBound.nanoseconds), points)
        // Points that are refused may give none: then this range is never used.
        return first < second
            ? first...second : second < first ? second...first : .degrees(0) ... .degrees(0)
    }

    /// The segment that begins with the last point for which `isBefore` holds.
    private static func segment(
        _ points: [Servo.CalibrationPoint], where isBefore: (Servo.CalibrationPoint) -> Bool
    ) -> Segment {
        let index = points.dropFirst().dropLast().lastIndex(where: isBefore) ?? 0
        return Segment(start: points[index], end: points[index + 1])
    }

    private static func angle(
        atNanoseconds width: Double, _ points: [Servo.CalibrationPoint]
    ) -> Angle {
        let isRising = points[0].width < points[1].width
        let segment = segment(points) {
            let start = Double($0.width.nanoseconds)
            return isRising ? start <= width : start >= width
        }
        let fraction = (width - Double(segment.start.width.nanoseconds)) / segment.nanoseconds
        return .degrees(segment.start.angle.degrees + fraction * segment.degrees)
    }
}
