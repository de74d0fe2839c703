import Core
import Devices

/// A photoresistor in a voltage divider, on an analogue converter.
///
/// Wiring: photoresistor from 3.3 V to the converter's input, a fixed resistor (10 kΩ suits most)
/// from there to ground, so that light raises the voltage. The converter runs at 3.3 V too: at 5 V
/// its output overdrives the Pi. In config.txt: `dtparam=spi=on` and
/// `dtoverlay=mcp3008,spi0-0-present` (which takes /dev/spidev0.0 away). Without that overlay an
/// MCP3008 is read through spidev, and an ADS1115 through i2c-dev, if the settings say where.
///
/// Choose the fixed resistor so that the darkest night still reads a few counts: a reading at the
/// very end of the scale cannot be told from a broken wire, and is published as doubtful.
package enum Photoresistor: DriverPlugin {
    package static let name = "photoresistor"
    package static let summary = "A photoresistor on an analogue converter (MCP3008, ADS1115...)."
    package static let ports: [DriverPort] = [.source(light)]

    package static let light = Port<LightLevel>("light", "How light it is.")

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        LightSensor(settings, context)
    }
}
