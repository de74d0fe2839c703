import LinuxIO
import Values

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
    protocol W1Files: Sendable {
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
    struct SysfsFiles: W1Files {
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

extension DS18B20.W1Files {
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

extension DS18B20 {
    /// Who is on the buses. Called each time: a sensor that is plugged in again, or another in its
    /// place, is found without a restart.
    struct BusInventory: Sendable {
        /// Those that the kernel makes convert in bulk: DS18S20, DS1822, DS18B20 and DS1825
        /// (w1_therm.c, w1_therm_families). Of the others nobody is asked, but their results must be fetched.
        private static let bulkFamilies = ["10-", "22-", "28-", "3b-"]

        private let names: [String]
        /// The DS18B20, of all buses.
        let sensors: [Sensor]
        /// All that take part in a bulk conversion.
        let bulkSensors: [Sensor]

        init(_ files: some W1Files) throws(DeviceError) {
            do throws(IOError) {
                names = try files.names()
            } catch {
                throw DeviceError(
                    .absent, "\(error); is the 1-Wire bus on (dtoverlay=w1-gpio in config.txt)?")
            }
            bulkSensors = names.filter { Self.bulkFamilies.contains(String($0.prefix(3))) }
                .compactMap { id in files.bus(of: id).map { Sensor(id: id, bus: $0) } }
            sensors = bulkSensors.filter { $0.id.hasPrefix("28-") }
        }

        /// The sensor of this name, or the only one.
        ///
        /// - Throws: a sentence that tells the loose wire from the wrong name.
        func find(_ id: String?) throws(DeviceError) -> Sensor {
            if let id, let named = sensors.first(where: { $0.id == id }) { return named }
            if id == nil, let only = sensors.first, sensors.count == 1 { return only }
            throw DeviceError(.absent, explain(id))
        }

        private func explain(_ id: String?) -> String {
            let list = sensors.map(\.id).joined(separator: ", ")
            if !sensors.isEmpty {
                guard let id else { return "several sensors are on the bus, name one: \(list)" }
                return "no sensor \(id) on the bus, only \(list)"
            }
            // A bus that floats answers the search with numbers of family 00, which does not exist.
            if names.contains(where: { $0.hasPrefix("00-") }) {
                return "the 1-Wire bus floats (phantom devices 00-...): check the 4.7 kΩ pull-up"
            }
            return "no DS18B20 on the 1-Wire bus; are its wires and the 4.7 kΩ pull-up in place?"
        }
    }
}
