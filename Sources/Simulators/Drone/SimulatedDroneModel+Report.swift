import Devices

/// What the drone says of itself, and what is true.
extension SimulatedDroneModel {
    /// Everything as the firmware believes it to be.
    var report: NavdataReport {
        NavdataReport(
            state: state, control: control, batteryPercent: battery.percent,
            batteryMillivolts: battery.millivolts, isMotorOn: motors == .flying,
            uptime: now - poweredAt, pitch: airframe.pitch, roll: airframe.roll,
            heading: airframe.heading, altitudeMetres: airframe.altitudeMetres,
            forwardMetresPerSecond: airframe.forwardMetresPerSecond,
            rightMetresPerSecond: airframe.rightMetresPerSecond,
            climbMetresPerSecond: airframe.climbMetresPerSecond,
            wind: configuration.isOutdoor && motors == .flying ? air.velocity : nil,
            satellites: satellites)
    }

    private var satellites: NavdataReport.Satellites? {
        guard options.hasGPS else { return nil }
        let reading = receiver.reading
        return NavdataReport.Satellites(
            reading: reading, readingUptime: (reading?.takenAt ?? poweredAt) - poweredAt,
            origin: origin)
    }

    private var state: NavdataState {
        var state = NavdataState.healthy
        if isFlying { state.insert(.flying) }
        if stream.isAcknowledging { state.insert(.commandAcknowledged) }
        if configuration.isNavdataReduced { state.insert(.navdataReduced) }
        if stream.isBootstrap { state.insert(.navdataBootstrap) }
        if link.isLost { state.insert(.communicationLost) }
        if link.isWatchdogBitten { state.insert(.communicationWatchdog) }
        if battery.isLow { state.insert(.batteryLow) }
        if pilot.isEmergency { state.insert(.emergency) }
        return state
    }

    private var isFlying: Bool {
        switch pilot.phase {
        case .takingOff, .airborne, .landing: true
        case .landed, .falling: false
        }
    }

    private var control: ControlState {
        if pilot.isEmergency { return .standby }
        return switch pilot.phase {
        case .landed: .landed
        case .takingOff: pilot.isSpinningUp(at: now) ? .takingOffOnGround : .takingOff
        case .airborne where link.isLost: .hoveringWithoutLink
        case .airborne: pilot.isHovering(link.isLost) ? .hovering : .flying
        case .landing: .landing
        case .falling: .standby
        }
    }

    private var motors: DroneTruth.Motors {
        if pilot.isEmergency { return .cut }
        guard isFlying else { return pilot.phase == .falling ? .cut : .off }
        return pilot.isSpinningUp(at: now) ? .idle : .flying
    }

    private var phase: FlightState.Phase {
        if pilot.isEmergency { return .emergency }
        return switch pilot.phase {
        case .landed: .landed
        case .takingOff: .takingOff
        case .airborne: pilot.isHovering(link.isLost) ? .hovering : .flying
        case .landing: .landing
        case .falling: .emergency
        }
    }

    /// Everything as it really is.
    var truth: DroneTruth {
        let offset = airframe.offset
        return DroneTruth(
            position: options.start.offset(eastMetres: offset.east, northMetres: offset.north)
                ?? options.start,
            altitudeMetres: airframe.altitudeMetres, heading: airframe.heading,
            pitch: airframe.pitch, roll: airframe.roll,
            eastMetresPerSecond: airframe.velocity.east,
            northMetresPerSecond: airframe.velocity.north,
            climbMetresPerSecond: airframe.climbMetresPerSecond,
            phase: phase, motors: motors, batteryPercent: battery.percent,
            isLinkLost: link.isLost, flatTrims: pilot.flatTrims)
    }
}
