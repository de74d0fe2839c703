import Core
import DriverKit

/// Any chip that the kernel monitors: INA219 and INA226, LM75, SHT3x, the processor, fans...
///
/// In config.txt: `dtparam=i2c_arm=on` and an overlay such as `dtoverlay=i2c-sensor,lm75`.
package enum HWMon: KernelSensor {
    package static let name = "hwmon"
    package static let summary =
        "The values of a sensor that the kernel reads through hardware monitoring."
    package static let interface = KernelSensorInterface.hwmon
}
