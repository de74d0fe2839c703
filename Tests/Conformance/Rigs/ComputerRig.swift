import ConformanceKit
import Core
import Drivers
import TestSupport
import Values

/// A Pi with its processor's thermal zone.
let computerRig = RigKind.sensor(
    Computer.self,
    impossible: [.absent: "every computer has a file system"],
    gives: { $0.celsius == 48.312 }
) { tree in
    let directory = "sys/class/thermal/thermal_zone0"
    let device = try FileDevice(
        tree, directory, file: "temp", good: "48312\n", garbage: "999999\n")
    try tree.write("\(directory)/type", "cpu-thermal\n")
    return device
}
