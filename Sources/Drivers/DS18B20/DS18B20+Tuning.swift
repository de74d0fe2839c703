import Devices
import LinuxIO

extension DS18B20 {
    /// What is set in the sensor and in the kernel's driver for it. Both forget: the chip with its
    /// power, the driver when the sensor was gone for so long that it gave it up.
    struct Tuning: Equatable, Sendable {
        let resolutionBits: Int
        /// `nil`: the data sheet's time for the resolution.
        let conversionTime: Duration?
        /// Whether the kernel asks the chip when it is done, and does not go by time.
        let pollsCompletion: Bool

        /// Whether the kernel waits for as long as the resolution needs by the data sheet.
        var goesByDataSheet: Bool { conversionTime == nil && !pollsCompletion }

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
            if pollsCompletion { all.append((name: "features", value: "2")) }
            return all
        }

        /// Sets what is not so yet. Reading the resolution asks the chip, and lets the kernel learn
        /// anew how long to wait for it, even where nothing may be written.
        ///
        /// - Throws: what could not be set and why. The sensor works all the same, only slower or
        ///   coarser than was asked.
        func apply(to sensor: Sensor, _ files: some Files) throws(Fault) {
            for (name, value) in attributes {
                let found: String
                do throws(IOError) {
                    found = try set(sensor.path(name), to: value, files)
                } catch {
                    throw Fault(error)
                }
                guard found == value else {
                    throw Fault(.refused, "\(name) stays \(found.prefix(20)), not \(value)")
                }
            }
        }

        /// - Returns: what it is in the end. A clone may keep the resolution that it was made with.
        private func set(
            _ path: String, to value: String, _ files: some Files
        ) throws(IOError) -> String {
            let found = try files.text(path)
            if found == value { return found }
            try files.write(path, value)
            return try files.text(path)
        }
    }
}
