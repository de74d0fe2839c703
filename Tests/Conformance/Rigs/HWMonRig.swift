import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

/// A chip that monitors a board. Nothing is colder than absolute zero.
let hwmonRig = RigKind.sensor(
    HWMon.name, port: Port<Temperature>("board", ""),
    settings: ["chip": "lm75", "channels": ["board": "temp1"]],
    gives: { $0 == Temperature(celsius: 21) }
) { tree in
    let directory = "sys/class/hwmon/hwmon0"
    let device = try FileDevice(
        tree, directory, file: "temp1_input", good: "21000\n", garbage: "-273151\n")
    try tree.write("\(directory)/name", "lm75\n")
    return device
}
