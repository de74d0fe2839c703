import Devices
import Glibc

/// What the simulation knows of each option, at the offsets of the SDK's structures. The rest is
/// zero, as on a drone that has nothing to say there.
extension NavdataTag {
    func option(_ report: NavdataReport) -> NavdataOption {
        var option = NavdataOption(
            tag: rawValue, size: size(hasFlightRecorder: report.satellites != nil))
        switch self {
        case .demo: option.fillDemo(report)
        case .time: option.put(NavdataEncoder.packedTime(report.uptime), at: 4)
        case .rawMeasures: option.fillRawMeasures(report)
        case .physMeasures: option.fillPhysMeasures()
        case .eulerAngles: option.fillEulerAngles(report)
        case .pwm: option.fillMotors(report)
        case .altitude: option.fillAltitude(report)
        case .pressure: option.fillPressure(report)
        case .magneto: option.fillMagneto(report)
        case .windSpeed: option.fillWind(report)
        case .satellites: report.satellites.map { option.fillSatellites($0) }
        default: break
        }
        return option
    }
}

extension NavdataOption {
    fileprivate mutating func fillDemo(_ report: NavdataReport) {
        put(report.control.rawValue, at: 4)
        put(UInt32(max(0, min(100, report.batteryPercent.rounded()))), at: 8)
        putSingle(report.pitch.degrees * 1000, at: 12)
        putSingle(report.roll.degrees * 1000, at: 16)
        putSingle(report.heading.wrapped.degrees * 1000, at: 20)
        putRounded(report.altitudeMetres * 1000, at: 24)
        putSingle(report.forwardMetresPerSecond * 1000, at: 28)
        putSingle(report.rightMetresPerSecond * 1000, at: 32)
        // The vertical speed at 36 stays 0 on an AR.Drone 2.
    }

    fileprivate mutating func fillRawMeasures(_ report: NavdataReport) {
        let centre: UInt16 = 2048
        for axis in 0..<3 { put(centre, at: 4 + 2 * axis) }
        put(UInt32(max(0, report.batteryMillivolts.rounded())), at: 20)
        putRounded(report.altitudeMetres * 1000, at: 46)
    }

    fileprivate mutating func fillPhysMeasures() {
        let temperature: Float = 45
        let gravityMilliG: Float = -1000
        put(temperature, at: 4)
        put(gravityMilliG, at: 18)
    }

    fileprivate mutating func fillEulerAngles(_ report: NavdataReport) {
        putSingle(report.pitch.degrees * 1000, at: 4)
        putSingle(report.roll.degrees * 1000, at: 8)
    }

    fileprivate mutating func fillMotors(_ report: NavdataReport) {
        let hoverDuty: UInt8 = 150
        for motor in 0..<4 where report.isMotorOn {
            put(hoverDuty, at: 4 + motor)
        }
    }

    fileprivate mutating func fillAltitude(_ report: NavdataReport) {
        let millimetres = report.altitudeMetres * 1000
        putRounded(millimetres, at: 4)
        putSingle(report.climbMetresPerSecond * 1000, at: 8)
        putRounded(millimetres, at: 12)
        putRounded(millimetres, at: 16)
        putSingle(report.altitudeMetres, at: 24)
    }

    fileprivate mutating func fillPressure(_ report: NavdataReport) {
        let groundPascals = 101_325.0
        let pascalsPerMetre = 12.0
        put(Int32(250), at: 10)
        putRounded(groundPascals - pascalsPerMetre * report.altitudeMetres, at: 14)
    }

    fileprivate mutating func fillMagneto(_ report: NavdataReport) {
        let heading = report.heading.wrapped
        // The field of central Europe: 200 mG to the north and 430 mG into the ground.
        let (level, down) = (200.0, 430.0)
        let field = [level * cos(heading.radians), -level * sin(heading.radians), down]
        for (axis, milligauss) in field.enumerated() {
            put(Int16(clamping: Int(milligauss.rounded())), at: 4 + 2 * axis)
            putSingle(milligauss, at: 10 + 4 * axis)
            putSingle(milligauss, at: 22 + 4 * axis)
        }
        for offset in [46, 50, 54] { putSingle(heading.degrees, at: offset) }
        put(UInt8(1), at: 58)
        putSingle((level * level + down * down).squareRoot(), at: 63)
    }

    fileprivate mutating func fillWind(_ report: NavdataReport) {
        guard let wind = report.wind else { return }
        putSingle(wind.length, at: 4)
        putSingle(wind.direction.radians, at: 8)
    }

    /// Without a fix all but "the recorder is plugged in" stays zero, as on the real one.
    fileprivate mutating func fillSatellites(_ satellites: NavdataReport.Satellites) {
        put(UInt32(1), at: 196)
        if let origin = satellites.origin {
            put(UInt32(1), at: 40)
            put(origin.latitude, at: 48)
            put(origin.longitude, at: 56)
        }
        if let reading = satellites.reading { fillFix(reading, satellites.readingUptime) }
    }

    private mutating func fillFix(_ fix: SatelliteReceiver.Reading, _ uptime: Duration) {
        for offset in [4, 64] {
            put(fix.position.latitude, at: offset)
            put(fix.position.longitude, at: offset + 8)
        }
        put(fix.altitudeMetres, at: 20)
        put(1.0, at: 28)
        put(UInt32(7), at: 36)
        put(UInt32(1), at: 80)
        put(1.3, at: 124)
        put(1.6, at: 132)
        putSingle(fix.velocity.length, at: 140)
        put(NavdataEncoder.packedTime(uptime), at: 144)
        putSingle(fix.velocity.direction.degrees, at: 148)
        putSingle(2.5, at: 156)
        putSingle(0.3, at: 160)
        fillReception()
        putSingle(fix.velocity.east, at: 204)
        putSingle(fix.velocity.north, at: 208)
    }

    /// Nine satellites, well received.
    private mutating func fillReception() {
        let (satellites, decibelHertz) = (9, 42)
        putSingle(Double(decibelHertz), at: 164)
        put(UInt32(satellites), at: 168)
        for channel in 0..<satellites {
            put(UInt8(3 + 2 * channel), at: 172 + 2 * channel)
            put(UInt8(decibelHertz), at: 173 + 2 * channel)
        }
    }
}
