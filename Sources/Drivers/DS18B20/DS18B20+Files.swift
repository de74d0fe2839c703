import Devices
import LinuxIO

extension DS18B20 {
    /// A sensor and the bus that it hangs on.
    struct Sensor: Hashable, Sendable {
        /// Its name with the kernel: family and serial number.
        let id: String
        /// The directory of the bus's master.
        let bus: String

        func path(_ attribute: String) -> String { "\(bus)/\(id)/\(attribute)" }
    }

    /// The kernel's 1-Wire files (Documentation/ABI/testing/sysfs-driver-w1_therm). Tests put
    /// others in their place, which behave as the kernel's do and take no time.
    protocol Files: Sendable {
        /// The names of all that is on any bus.
        func names() throws(IOError) -> [String]
        /// The directory of the master that this device hangs on; `nil` when it is gone.
        func bus(of name: String) -> String?
        /// Blocks for as long as the bus does.
        func read(_ path: String) throws(IOError) -> [UInt8]
        /// Blocks for as long as the bus does.
        func write(_ path: String, _ text: String) throws(IOError)
    }

    /// The files below `/sys`.
    struct SysfsFiles: Files {
        private let devices: SysfsDirectory

        init(sysfs: String) {
            devices = SysfsDirectory("\(sysfs)/bus/w1/devices")
        }

        func names() throws(IOError) -> [String] { try devices.names() }

        /// The entries of `devices` are links into the masters' own directories.
        func bus(of name: String) -> String? { devices.directory(name).realParent?.path }

        func read(_ path: String) throws(IOError) -> [UInt8] { try SysfsAttribute(path).read() }

        func write(_ path: String, _ text: String) throws(IOError) {
            try SysfsAttribute(path).write(text)
        }
    }
}

extension DS18B20.Files {
    func text(_ path: String) throws(IOError) -> String {
        SysfsAttribute.text(of: try read(path))
    }

    /// Whether the kernel asks this sensor when it is done. Not with parasitic supply, where it
    /// takes that back (w1_therm.c, convert_t). Asks no sensor.
    func isPolled(_ sensor: DS18B20.Sensor) -> Bool {
        guard let text = try? text(sensor.path("features")), let features = UInt8(text) else {
            return false
        }
        return features & DS18B20.SensorConfiguration.pollsFeature != 0
    }

    /// How long the kernel waits for this sensor to convert, by what it believes of its
    /// resolution; `nil` where it does not say (before Linux 5.10). Asks no sensor.
    func conversionTime(of sensor: DS18B20.Sensor) -> Duration? {
        guard let text = try? text(sensor.path("conv_time")), let milliseconds = Int(text),
            (0...60_000).contains(milliseconds)
        else { return nil }
        return .milliseconds(milliseconds)
    }
}
