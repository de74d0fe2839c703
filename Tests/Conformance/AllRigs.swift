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
