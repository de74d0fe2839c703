import DriverKit
import Core
import Devices
import LinuxIO

extension Photoresistor {
    /// Finds the converter and reads it. Looks only when it must: once, and after each failure.
    ///
    /// The kernel's driver goes before the bare bus: where it is loaded, it owns the chip.
    struct Converter: Sendable {
        private let settings: Settings
        private let context: DriverContext
        private var input: (any AnalogueInput)?

        init(_ settings: Settings, _ context: DriverContext) {
            self.settings = settings
            self.context = context
        }

        /// Takes a reading, for which it converts as often as the mains ask for. Blocks meanwhile.
        mutating func reading() throws(DeviceError) -> Ratio {
            let input = if let input { input } else { try find() }
            self.input = nil
            let fraction = try settings.mains.mean(context.scheduler) { () throws(DeviceError) in
                try input.fraction(settings.channel, settings.scale)
            }
            self.input = input
            return fraction
        }

        private func find() throws(DeviceError) -> any AnalogueInput {
            do throws(DeviceError) {
                return IIO(try findDevice(), settings)
            } catch {
                guard error.kind == .absent, let bus = settings.bareBus else { throw error }
                return try open(bus, insteadOf: error)
            }
        }

        private func open(
            _ bus: Bus, insteadOf iio: DeviceError
        ) throws(DeviceError) -> any AnalogueInput {
            do throws(IOError) {
                switch bus {
                case .spi(let name):
                    let path = "\(context.system.dev)/spidev\(name)"
                    let chip = try SPIDevice(open: path, hertz: MCP3008.hertz)
                    return MCP3008(chip, referenceVolts: settings.referenceVolts)
                case .i2c(let number, let address):
                    let path = "\(context.system.dev)/i2c-\(number)"
                    let chip = try I2CDevice(open: path, address: address)
                    let turn = context.shared(bus.deviceName) { ADS1115.Turn() }
                    return ADS1115(chip, settings.ads1115, context.scheduler, turn)
                }
            } catch {
                let fault = DeviceError(error)
                throw DeviceError(fault.kind, "\(fault); through the kernel: \(iio)")
            }
        }

        private func findDevice() throws(DeviceError) -> IIODevice {
            let all: [IIODevice]
            do throws(IOError) {
                all = try IIODevice.all(sysfs: context.system.sysfs)
            } catch {
                throw DeviceError(.absent, "no analogue converter (\(error)); \(advice)")
            }
            let place = settings.bus?.deviceName
            let matching = all.filter {
                kernelNames.contains($0.name) && (place == nil || $0.place == place)
            }
            guard let device = matching.first else {
                let wanted = settings.converter + (place.map { " at \($0)" } ?? "")
                throw DeviceError(
                    .absent, "no converter \(wanted); present: \(list(all)); \(advice)")
            }
            guard matching.count == 1 else {
                throw DeviceError(
                    .refused,
                    "there is more than one: \(list(matching)); say which with \"spi\", or with "
                        + "\"i2c\" and \"i2c_address\"")
            }
            return device
        }

        private func list(_ devices: [IIODevice]) -> String {
            let names = devices.map { "\($0.name) at \($0.place)" }
            return names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
        }

        /// Its driver calls an ADS1115 by the name of its smaller brother.
        private var kernelNames: [String] {
            Bus.i2cConverters.contains(settings.converter)
                ? Bus.i2cConverters : [settings.converter]
        }

        private var advice: String {
            let example =
                switch settings.converter {
                case "ads1015", "ads1115": "dtoverlay=\(settings.converter),cha_enable,cha_gain=1"
                case "mcp3008": "dtoverlay=mcp3008,spi0-0-present"
                default: "dtoverlay=\(settings.converter)..."
                }
            return "is its overlay loaded (\(example) in config.txt)?"
        }
    }
}
