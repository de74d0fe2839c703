import Values

@testable import Simulators

extension NavdataReport {
    /// What a drone with this body tells, 362.979125 s after it was switched on.
    init(
        _ airframe: Airframe, disturbance: PlaneVector = .zero, isCalibrated: Bool = true
    ) {
        self.init(
            state: [.flying, .navdataReduced], control: .hovering(.fine), batteryPercent: 73.6,
            batteryMillivolts: 11_576, uptime: .microseconds(362_979_125), airframe: airframe,
            flow: .of(airframe), inertia: InertialUnit(airframe, isFalling: false),
            compass: Magnetometer.read(
                airframe, disturbance: disturbance, isCalibrated: isCalibrated))
    }
}

extension FlowCamera.Reading {
    /// Of a camera without an error.
    static func of(_ airframe: Airframe) -> FlowCamera.Reading {
        FlowCamera.Reading(
            forwardMetresPerSecond: airframe.forwardMetresPerSecond,
            rightMetresPerSecond: airframe.rightMetresPerSecond)
    }
}
