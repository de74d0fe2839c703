import Core
import Devices

/// A DS18B20 thermometer on the kernel's 1-Wire bus.
///
/// Wiring: data to GPIO 4 (or `gpiopin`), 4.7 kΩ from data to 3.3 V, supply from 3.3 V (not
/// parasitic). The Pi's internal pull-up is too weak. In config.txt: `dtoverlay=w1-gpio`.
///
/// Facts of the chip: 9 to 12 bits, 0.5 to 0.0625 °C a step, a conversion takes 94 to 750 ms
/// (data sheet DS18B20, table 2). The kernel holds the bus and sleeps meanwhile, and reports every
/// failure as an empty file (drivers/w1/slaves/w1_therm.c). Read is therefore `w1_slave`: the same
/// conversion as `temperature`, but with the evidence by which a false value is found out.
package enum DS18B20: DriverPlugin {
    package static let name = "ds18b20"
    package static let summary = "A DS18B20 thermometer on the 1-Wire bus."
    package static let ports: [DriverPort] = [.source(temperature)]

    package static let temperature = Port<Temperature>(
        "temperature", "The temperature at the sensor.")

    /// The sensor; without an id the only one that there is, of which there cannot be two.
    package static func claims(_ settings: Settings) -> [Claim] {
        [Claim(.oneWireDevice, settings.id ?? "that is the only sensor", key: "id")]
    }

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        let sysfs = context.system.sysfs
        let scheduler = context.scheduler
        let reader = context.shared("w1 of \(sysfs)") {
            Reader(SysfsFiles(sysfs: sysfs), scheduler)
        }
        return Thermometer(settings, context, reader)
    }
}
