import Devices
import Glibc
import LinuxIO

extension Photoresistor {
    /// A converter with a driver of the kernel's.
    struct IIO: AnalogueInput {
        private let device: IIODevice
        /// What stands in for the scale where the kernel has none; `nil` when nobody said.
        private let scale: Double?

        init(_ device: IIODevice, _ settings: Settings) {
            self.device = device
            // The kernel's own: the reference in millivolts over the number of steps.
            scale = settings.referenceVolts.flatMap { volts in
                Scale.fullScale(of: settings.converter).map { volts * 1000 / Double($0 + 1) }
            }
        }

        func counts(_ channel: Int) throws(Fault) -> Double {
            do throws(IOError) {
                return Double(try device.raw(channel: channel))
            } catch {
                throw Fault(error)
            }
        }

        func millivolts(_ channel: Int) throws(Fault) -> Voltage? {
            do throws(IOError) {
                // First: it tells a converter that is gone from one without a scale.
                let raw = try device.raw(channel: channel)
                guard let scale = try device.scale(channel: channel) ?? self.scale else {
                    return nil
                }
                let offset = try device.offset(channel: channel)
                return Voltage(
                    millivolts: (Double(raw) + offset) * scale,
                    isClipped: isClipped(raw: raw, scale: scale))
            } catch {
                throw Fault(error)
            }
        }

        /// Whether an ADS1x15 is at the end of its range. The kernel calls both by one name; the
        /// scales of the one with 16 bits end at 0.1875 mV (drivers/iio/adc/ti-ads1015.c). Other
        /// converters end where their supply does, which shows in the share.
        private func isClipped(raw: Int64, scale: Double) -> Bool {
            Bus.i2cConverters.contains(device.name) && raw >= (scale > 0.19 ? 2047 : 32767)
        }
    }
}
