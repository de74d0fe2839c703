import Values

/// What the drone says of itself.
extension SimulatedDroneModel {
    /// The estimator warns of wind beyond this (state bit 20).
    private static let strongWind = 10.0

    private var pilot: FlightController { firmware.pilot }
    private var link: CommandLink { firmware.link }

    private var isCompassCalibrated: Bool {
        pilot.isCompassCalibrated && faults.isCompassCalibrated
    }

    /// Everything as the firmware believes it to be.
    var report: NavdataReport {
        let poweredAt = firmware.poweredAt
        return NavdataReport(
            state: state, control: control, batteryPercent: battery.percent,
            batteryMillivolts: battery.millivolts, uptime: now - poweredAt,
            airframe: airframe.rolled(by: faults.tilt),
            flow: flow.reading,
            inertia: InertialUnit(airframe, isFalling: !airframe.isOnGround && setpoint == nil),
            compass: Magnetometer.read(
                airframe, disturbance: faults.magnetism.field,
                isCalibrated: isCompassCalibrated),
            setpoint: setpoint ?? Airframe.Setpoint(), motors: mixer, orders: firmware.orders,
            detectionType: configuration.detectionType,
            video: NavdataReport.Video(
                frameNumber: video.number, frameBytes: UInt32(clamping: video.frameBytes),
                kilobitsPerSecond: configuration.kilobitsPerSecond),
            wind: configuration.isOutdoor && isFlying ? air.velocity : nil,
            satellites: satellites)
    }

    private var mixer: MotorMixer {
        setpoint.map { MotorMixer($0, airframe, isSpinningUp: pilot.isSpinningUp(at: now)) }
            ?? MotorMixer()
    }

    private var satellites: NavdataReport.Satellites? {
        guard options.hasGPS else { return nil }
        let reading = receiver.reading
        return NavdataReport.Satellites(
            reading: reading,
            readingUptime: (reading?.takenAt ?? firmware.poweredAt) - firmware.poweredAt,
            origin: firmware.origin)
    }

    private var state: NavdataState {
        let parts: [(NavdataState, Bool)] = [
            (.flying, pilot.isMotorOn),
            (.videoEnabled, configuration.isVideoOn),
            (.visionEnabled, configuration.isVisionOn),
            (.cameraReady, faults.isCameraReady && firmware.camera.isReady(at: now)),
            (.commandAcknowledged, firmware.stream.isAcknowledging),
            (.navdataReduced, configuration.isNavdataReduced),
            (.navdataBootstrap, firmware.stream.isBootstrap),
            (.communicationLost, link.isLost),
            (.batteryLow, battery.isLow),
            (.userEmergency, pilot.isUserEmergency),
            (.magnetometerUncalibrated, !isCompassCalibrated),
            (.tooMuchWind, pilot.isMotorOn && air.velocity.length > Self.strongWind),
            (.ultrasoundDeaf, airframe.isBeyondUltrasound),
            (.cutOut, pilot.isCutOut),
            (.communicationWatchdog, link.isWatchdogBitten),
            (.emergency, pilot.isEmergency),
        ]
        return parts.reduce(into: .healthy) { state, part in
            if part.1 { state.insert(part.0) }
        }
    }

    private var control: ControlState {
        pilot.control(
            airframe,
            FlightController.Environment(
                now: now, limits: configuration.flightLimits, linkLostAt: link.lostAt,
                hasLostAltitude: firmware.hasLostAltitude,
                allowsCombinedYaw: configuration.allowsCombinedYaw,
                isVisionOn: configuration.isVisionOn, isBatteryEmpty: battery.isEmpty))
    }

    private var isFlying: Bool { motors == .flying }
}

/// What is true, whatever it says.
extension SimulatedDroneModel {
    private var motors: DroneGroundTruth.Motors {
        if pilot.isEmergency { return .cut }
        guard pilot.isMotorOn else { return pilot.phase == .falling ? .cut : .off }
        return pilot.isSpinningUp(at: now) ? .idle : .flying
    }

    private var phase: FlightState.Phase {
        if pilot.isEmergency { return .emergency }
        return switch pilot.phase {
        case .starting, .landed: .landed
        case .takingOff: .takingOff
        case .airborne where pilot.manoeuvre != nil: .flying
        case .airborne: pilot.isHovering(link.isLost) ? .hovering : .flying
        case .landing: .landing
        case .falling: .emergency
        }
    }

    /// Everything as it really is.
    var truth: DroneGroundTruth {
        let offset = airframe.offset
        return DroneGroundTruth(
            position: options.start.offset(eastMetres: offset.east, northMetres: offset.north)
                ?? options.start,
            altitudeMetres: airframe.altitudeMetres, heading: airframe.heading,
            pitch: airframe.pitch, roll: airframe.roll,
            eastMetresPerSecond: airframe.velocity.east,
            northMetresPerSecond: airframe.velocity.north,
            climbMetresPerSecond: airframe.climbMetresPerSecond,
            phase: phase, motors: motors, batteryPercent: battery.percent,
            isLinkLost: link.isLost, flatTrims: pilot.flatTrims, lights: firmware.lights,
            isCompassCalibrated: pilot.isCompassCalibrated, photographs: firmware.camera.taken)
    }
}
