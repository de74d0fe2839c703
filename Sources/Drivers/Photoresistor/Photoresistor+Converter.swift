import Core
import Devices
import LinuxIO

extension Photoresistor {
    /// Finds the converter and reads it. Looks only when it must: once, and after each failure.
    ///
    /// The kernel's driver goes before the bare bus: where it is loaded, it owns the chip.
    struct Converter: Sendable {
        private let settings: Settings
        private let system: SystemPaths
        private let clock: any Scheduler
        private var input: (any AnalogueInput)?

        init(_ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler) {
            self.settings = settings
            self.system = system
            self.clock = clock
        }

        /// Takes a reading, for which it converts as often as the mains ask for. Blocks meanwhile.
        mutating func reading() throws(Fault) -> Share {
            let input = if let input { input } else { try find() }
            self.input = nil
            let share = try settings.mains.mean(clock) { () throws(Fault) in
                try input.share(settings.channel, settings.scale)
            }
            self.input = input
            return share
        }

        private func find() throws(Fault) -> any AnalogueInput {
            do throws(Fault) {
                return IIO(try findDevice(), settings)
            } catch {
                guard error.kind == .absent, let bus = settings.bus else { throw error }
                return try open(bus, insteadOf: error)
            }
        }

        private func open(
            _ bus: Bus, insteadOf iio: Fault
        ) throws(Fault) -> any AnalogueInput {
            do throws(IOError) {
                switch bus {
                case .spi(let name):
                    let chip = try SPIDevice(open: "\(system.dev)/\(name)", hertz: MCP3008.hertz)
                    return MCP3008(chip, referenceVolts: settings.referenceVolts)
                case .i2c(let name, let address, let settings):
                    let chip = try I2CDevice(
                        open: "\(system.dev)/\(name)", address: address.number)
                    return ADS1115(chip, settings, clock)
                }
            } catch {
                let fault = Fault(error)
                throw Fault(fault.kind, "\(fault); nor has the kernel a driver on it: \(iio)")
            }
        }

        private func findDevice() throws(Fault) -> IIODevice {
            let all: [IIODevice]
            do throws(IOError) {
                all = try IIODevice.all(sysfs: system.sysfs)
            } catch {
                throw Fault(.absent, "no analogue converter (\(error)); \(advice)")
            }
            let matching = all.filter { kernelNames.contains($0.name) }
            guard let device = matching.first else {
                let others = all.isEmpty ? "none" : all.map(\.name).joined(separator: ", ")
                throw Fault(
                    .absent, "no converter \(settings.converter); present: \(others); \(advice)")
            }
            guard matching.count == 1 else {
                throw Fault(
                    .refused,
                    "\(matching.count) converters are called \(device.name); only one may be")
            }
            return device
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
