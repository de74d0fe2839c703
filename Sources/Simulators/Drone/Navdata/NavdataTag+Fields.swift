import Values

/// What the simulation knows of each option, at the offsets of the SDK's structures. The rest is
/// zero, as on a drone that has nothing to say there.
extension NavdataTag {
    func option(_ report: NavdataReport) -> NavdataOption {
        let size = size(hasFlightRecorder: report.satellites != nil)
        var option = NavdataOption(tag: rawValue, size: size)
        switch self {
        case .demo: option.fillDemo(report)
        case .time: option.put(NavdataEncoder.packedTime(report.uptime), at: 4)
        case .rawMeasures: option.fillRawMeasures(report)
        case .physMeasures: option.fillPhysMeasures(report.inertia)
        case .gyroOffsets: option.putSingles(InertialUnit.gyroOffset.components, at: 4)
        case .eulerAngles: option.fillEulerAngles(report.inertia.acceleration)
        case .references: option.fillReferences(report)
        // Flat: the ground that FTRIM saw is level.
        case .trims: break
        case .rcReferences: option.fillStickReferences(report.orders.stick)
        case .pwm: option.fillMotors(report)
        case .altitude: option.fillAltitude(report)
        case .visionRaw: option.fillVisionRaw(report)
        case .visionOpticalFlow: option.fillOpticalFlow(report)
        case .vision: option.fillVision(report)
        // Nothing to look for, nothing found, no time spent on it.
        case .visionPerformance, .trackers, .visionDetect, .games: break
        case .watchdog: option.put(report.controlLoops, at: 4)
        case .adcFrame: option.fillADCFrame(report.inertia)
        case .videoStream: option.fillVideoStream(report)
        case .pressure: option.fillPressure(report)
        case .magneto: option.fillMagneto(report.compass)
        case .windSpeed: option.fillWind(report)
        case .kalmanPressure: option.fillKalmanPressure(report)
        // No key in the socket, and an empty queue.
        case .hdVideoStream: option.put(report.video.frameNumber, at: 24)
        // The scale is unknown; every capture of a real drone has 0.
        case .wifi: break
        case .satellites: report.satellites.map { option.fillSatellites($0) }
        case .cameraSettings: option.put(Int16(45), at: 4)
        case .host: option.fillHost(report.orders.stick)
        }
        return option
    }
}

extension NavdataReport {
    /// How often the control loop ran, 200 times a second.
    var controlLoops: Int32 {
        Int32(truncatingIfNeeded: uptime.nanoseconds / SimulatedDroneModel.period.nanoseconds)
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
        putSingle(report.flow.forwardMetresPerSecond * 1000, at: 28)
        putSingle(report.flow.rightMetresPerSecond * 1000, at: 32)
        // The vertical speed at 36 stays 0 on an AR.Drone 2.
        put(report.video.frameNumber, at: 40)
        put(report.detectionType, at: 96)
    }

    fileprivate mutating func fillWind(_ report: NavdataReport) {
        guard let wind = report.wind else { return }
        putSingle(wind.length, at: 4)
        putSingle(wind.direction.compass.radians, at: 8)
        putSingle(report.setpoint.pitch.radians, at: 12)
        putSingle(report.setpoint.roll.radians, at: 16)
    }

    fileprivate mutating func fillVideoStream(_ report: NavdataReport) {
        put(UInt8(20), at: 4)
        put(report.video.frameBytes, at: 5)
        put(report.video.frameNumber, at: 9)
        put(report.orders.sequence, at: 13)
        put(report.video.kilobitsPerSecond, at: 29)
        put(report.video.kilobitsPerSecond, at: 33)
    }
}
