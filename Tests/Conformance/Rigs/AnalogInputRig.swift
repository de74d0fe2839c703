import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

/// A potentiometer at input 2 of an MCP3008 on the bare bus, at 700 of 1023. Without a chip the line
/// reads 1 where an answer has its null bit.
let analogInputRig = RigKind.sensor(
    AnalogInput.name, port: Port<Measurement>("value", ""),
    settings: ["spi": "0.0", "channel": 2],
    gives: { $0 == Measurement(.ratio, 700.0 / 1023) }
) { tree in
    try SPIDeviceDouble(tree, good: { _ in [0, 0x02, 0xBC] }, garbage: { _ in [0, 0x04, 0] })
}
