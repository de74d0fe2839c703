import Glibc

/// The rig of every driver: one line each. A driver without one does not pass.
let allRigs: [RigKind] = [
    RigKind(ARDroneRig.self),
    RigKind(DS18B20Rig.self),
    RigKind(GPIOInputRig.self),
    RigKind(GPIOOutputRig.self),
    RigKind(GPSDRig.self),
    RigKind(LocationReplayRig.self),
    RigKind(NMEAGPSRig.self),
    RigKind(PhotoresistorRig.self),
    RigKind(ServoRig.self),
]

/// Those that need a kernel with simulated chips, for drivers whose code there is another: in the
/// rig (docs/rig.md) they are checked in the place of the others.
let kernelRigs: [RigKind] = [
    RigKind(ChipInputRig.self),
    RigKind(ChipOutputRig.self),
]

extension RigKind {
    /// `script/rig` says so to what it runs.
    static var isInRig: Bool { getenv("ROOST_RIG") != nil }

    static var ofThisKernel: [RigKind] { isInRig ? kernelRigs : allRigs }
}
