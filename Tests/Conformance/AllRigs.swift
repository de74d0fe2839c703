import ConformanceKit

/// The rig of every driver: one line each. A driver without one does not pass.
let allRigs: [RigKind] = [
    RigKind(ARDroneRig.self),
    analogInputRig,
    computerRig,
    RigKind(DS18B20Rig.self),
    RigKind(GPIOInputRig.self),
    RigKind(GPIOOutputRig.self),
    RigKind(GPSDRig.self),
    hwmonRig,
    iioRig,
    RigKind(LocationReplayRig.self),
    RigKind(NMEAGPSRig.self),
    photoresistorRig,
    RigKind(PWMDimmerRig.self),
    RigKind(RFIDReaderRig.self),
    RigKind(ServoRig.self),
    systemClockRig,
    tmp117Rig,
]

/// Those that need a kernel with simulated chips, for drivers whose code there is another: in the
/// rig (docs/rig.md) they are checked in the place of the others.
let kernelRigs: [RigKind] = [
    RigKind(ChipInputRig.self),
    RigKind(ChipOutputRig.self),
]
