import ConformanceKit
import Drivers
import TestSupport
import Values

/// 25 °C, by an example of the data sheet. Garbage is its 255.99 °C, which no TMP117 measures; all
/// ones would be -0.0078 °C.
let tmp117Rig = RigKind.sensor(
    TMP117.self, gives: { $0 == Temperature(celsius: 25) }
) { tree in
    try I2CDeviceDouble(
        tree, address: 0x48,
        good: { written, _ in answer(to: written, temperature: [0x0C, 0x80]) },
        garbage: { written, _ in answer(to: written, temperature: [0x7F, 0xFF]) })
}

/// The content of the register whose number was written. By its configuration a conversion is done.
private func answer(to written: [UInt8], temperature: [UInt8]) -> [UInt8] {
    switch written {
    case [0x00]: temperature
    case [0x01]: [0x24, 0x20]
    case [0x0F]: [0x01, 0x17]
    default: []
    }
}
