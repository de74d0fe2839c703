import Glibc
import Values

/// What the sensors say.
extension NavdataOption {
    mutating func fillRawMeasures(_ report: NavdataReport) {
        for (axis, counts) in report.inertia.accelerationCounts.enumerated() {
            put(counts, at: 4 + 2 * axis)
        }
        for (axis, counts) in report.inertia.turnCounts.enumerated() {
            put(counts, at: 10 + 2 * axis)
        }
        put(UInt32(max(0, report.batteryMillivolts.rounded())), at: 20)
        let millimetres = report.ultrasoundMetres * 1000
        put(UInt16(millimetres.rounded()), at: 30)
        put(UInt16(1), at: 38)
        put(UInt16(report.airframe.isBeyondUltrasound ? 0 : 1), at: 40)
        putRounded(millimetres, at: 46)
    }

    mutating func fillPhysMeasures(_ inertia: InertialUnit) {
        let temperature: Float = 45
        put(temperature, at: 4)
        putSingles(inertia.acceleration.components, at: 10)
        putSingles(inertia.turn.components, at: 22)
    }

    /// The attitude that the accelerometer alone would give.
    mutating func fillEulerAngles(_ acceleration: BodyVector) {
        let level = (acceleration.y * acceleration.y + acceleration.z * acceleration.z)
            .squareRoot()
        putSingle(Angle.radians(atan2(acceleration.x, level)).degrees * 1000, at: 4)
        // From 0, because in a fall -0 would stand on its head.
        putSingle(
            Angle.radians(atan2(0 - acceleration.y, 0 - acceleration.z)).degrees * 1000, at: 8)
    }

    mutating func fillAltitude(_ report: NavdataReport) {
        let millimetres = report.altitudeMetres * 1000
        putRounded(millimetres, at: 4)
        putSingle(report.airframe.climbMetresPerSecond * 1000, at: 8)
        putRounded(millimetres, at: 12)
        putRounded(report.ultrasoundMetres * 1000, at: 16)
        putSingle(report.altitudeMetres, at: 24)
    }

    mutating func fillPressure(_ report: NavdataReport) {
        let pascals = Barometer(altitudeMetres: report.altitudeMetres).pascals
        // The converter's counts: plausible scales, in step with what they stand for.
        putRounded(pascals * 0.4, at: 4)
        put(Int16(Barometer.celsius * 1000), at: 8)
        putRounded(Barometer.celsius * 10, at: 10)
        putRounded(pascals, at: 14)
    }

    mutating func fillMagneto(_ compass: Magnetometer.Reading) {
        for (axis, milligauss) in compass.raw.components.enumerated() {
            put(Int16(clamping: Int(milligauss.rounded())), at: 4 + 2 * axis)
        }
        putSingles(compass.raw.components, at: 10)
        putSingles(compass.rectified.components, at: 22)
        putSingles(compass.offset.components, at: 34)
        putHeadings(compass.heading)
        put(UInt8(compass.isCalibrated ? 1 : 0), at: 58)
        putSingle(compass.rectified.length, at: 63)
    }

    /// By the magnetometer, by the gyroscope, and fused from both, which is the one to fly by. The
    /// first two are off by so much that a client is seen to read the wrong one.
    private mutating func putHeadings(_ heading: Angle) {
        putSingle((heading - .degrees(7)).wrapped.degrees, at: 46)
        putSingle((heading + .degrees(11)).wrapped.degrees, at: 50)
        putSingle(heading.wrapped.degrees, at: 54)
    }

    mutating func fillKalmanPressure(_ report: NavdataReport) {
        put(Float(Barometer.groundPascals), at: 4)
        putSingle(report.altitudeMetres * 1000, at: 8)
        putSingle(report.airframe.climbMetresPerSecond * 1000, at: 12)
        putSingle(report.ultrasoundMetres * 1000, at: 28)
        let feelsGround = report.altitudeMetres < 0.3 && report.state.contains(.flying)
        put(UInt32(feelsGround ? 1 : 0), at: 44)
        put(UInt32(report.airframe.isBeyondUltrasound ? 1 : 0), at: 52)
        putSingle(report.motors.climb, at: 60)
    }

    /// The frame of the navigation board: its counts, one after another.
    mutating func fillADCFrame(_ inertia: InertialUnit) {
        put(UInt32(1), at: 4)
        for (index, counts) in inertia.accelerationCounts.enumerated() {
            put(counts, at: 8 + 2 * index)
        }
        for (index, counts) in inertia.turnCounts.enumerated() {
            put(counts, at: 14 + 2 * index)
        }
    }
}
