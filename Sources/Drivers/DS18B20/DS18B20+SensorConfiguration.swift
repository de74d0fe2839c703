import Core
import DriverKit
import LinuxIO
import Values

extension DS18B20 {
    /// What is set in the sensor and in the kernel's driver for it. Both forget: the chip with its
    /// power, the driver when the sensor was gone for so long that it gave it up.
    struct SensorConfiguration: Equatable, Sendable {
        let resolutionBits: Int
        /// `nil`: what the kernel measures, and at least the data sheet's time.
        let conversionTime: Duration?
        /// Whether the kernel asks the chip when it is done, and does not go by time.
        let pollsCompletion: Bool

        /// What `conv_time` takes for more than a number of milliseconds.
        private static let measure = "1"
        private static let goByDataSheet = "0"

        /// Whether the kernel waits at least for as long as the resolution needs by the data sheet.
        var goesByDataSheet: Bool { conversionTime == nil && !pollsCompletion }

        /// Whether somebody who knows this sensor better than the data sheet said how long it takes
        /// for such a reading. For other bits, such as those after a loss of power, nobody did.
        func knowsTime(of scratchpad: Scratchpad) -> Bool {
            conversionTime != nil && scratchpad.resolutionBits == resolutionBits
        }

        /// The bit of `features` for that.
        static let pollsFeature: UInt8 = 2

        /// In this order: setting the resolution makes the kernel forget the conversion time.
        private var attributes: [(name: String, value: String)] {
            var all = [(name: "resolution", value: "\(resolutionBits)")]
            if let conversionTime {
                all.append(
                    (
                        name: "conv_time",
                        value: "\(Int((conversionTime / .milliseconds(1)).rounded()))"
                    ))
            }
            if pollsCompletion {
                all.append((name: "features", value: "\(Self.pollsFeature)"))
            }
            return all
        }

        /// Sets what is not so yet. Reading the resolution asks the chip, and lets the kernel learn
        /// again how long to wait for it, even where nothing may be written.
        ///
        /// - Throws: what could not be set and why. The sensor works all the same, only slower or
        ///   coarser than was asked.
        func apply(to sensor: Sensor, _ files: some W1Files) throws(DeviceError) {
            // Also of a sensor that refuses the rest; after it, for a new resolution has a new time.
            defer { if goesByDataSheet { measure(sensor, files) } }
            for (name, value) in attributes {
                let found = try mapped(to: DeviceError.init) { () throws(IOError) in
                    try set(sensor.path(name), to: value, files)
                }
                guard found == value else {
                    throw DeviceError(.refused, "\(name) stays \(found.prefix(20)), not \(value)")
                }
            }
        }

        /// Lets the kernel measure how long the chip converts, and wait for that if it is longer than
        /// the data sheet says. A clone that the kernel does not wait for gives its value of the
        /// time before, with a checksum that is right.
        ///
        /// Where that cannot be measured (no permission, parasitic supply, before Linux 5.10) the
        /// kernel goes by the data sheet, as it does for all by itself.
        private func measure(_ sensor: Sensor, _ files: some W1Files) {
            let attribute = sensor.path("conv_time")
            do throws(IOError) {
                guard let bits = Int(try files.text(sensor.path("resolution"))),
                    (9...14).contains(bits)
                else { return }
                try files.write(attribute, Self.measure)
                guard let measured = files.conversionTime(of: sensor) else { return }
                if measured < Scratchpad.conversionTime(bits) {
                    try files.write(attribute, Self.goByDataSheet)
                }
            } catch {}
        }

        /// - Returns: what it is in the end. A clone may keep the resolution that it was made with.
        private func set(
            _ path: String, to value: String, _ files: some W1Files
        ) throws(IOError) -> String {
            let found = try files.text(path)
            if found == value { return found }
            try files.write(path, value)
            return try files.text(path)
        }
    }
}
