import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

/// A BME280's pressure. Less than nothing is none.
let iioRig = RigKind.sensor(
    IIO.name, port: Port<Measurement>("air", ""),
    settings: ["chip": "bme280", "channels": ["air": "pressure"]],
    gives: { $0 == Measurement(.pressure, 1013.25) }
) { tree in
    let directory = "sys/bus/iio/devices/iio:device0"
    let device = try FileDevice(
        tree, directory, file: "in_pressure_input", good: "101.325000\n", garbage: "-7.000000\n")
    try tree.write("\(directory)/name", "bme280\n")
    return device
}
