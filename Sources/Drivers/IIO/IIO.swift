import Core
import DriverKit

/// Any sensor that has a driver of the kernel's Industrial I/O: BME280, BH1750, VL53L0X, MCP9600...
///
/// In config.txt: `dtparam=i2c_arm=on` and an overlay such as `dtoverlay=i2c-sensor,bme280`.
package enum IIO: KernelSensor {
    package static let name = "iio"
    package static let summary =
        "The values of a sensor that the kernel reads through Industrial I/O."
    package static let interface = KernelSensorInterface.iio
}
