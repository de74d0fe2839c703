import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

/// 512 of the 1023 of an MCP3008 that the kernel reads.
let photoresistorRig = RigKind.sensor(
    Photoresistor.self, every: .milliseconds(100), settings: ["mains": "none"],
    gives: { abs($0.ratio - 0.5005) < 1e-3 }
) { tree in
    let directory = "sys/bus/iio/devices/iio:device0"
    let device = try FileDevice(
        tree, directory, file: "in_voltage0_raw", good: "512\n", garbage: "99999999\n")
    try tree.write("\(directory)/name", "mcp3008\n")
    return device
}
