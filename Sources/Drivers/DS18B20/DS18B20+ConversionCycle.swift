import DriverKit
import Glibc
import LinuxIO
import Values

extension DS18B20 {
    /// One cycle at a bus: makes its sensors convert, and reads them. Blocks meanwhile, so only the
    /// bus's own thread runs one.
    ///
    /// The kernel holds the bus while a sensor converts, up to 750 ms each. With the master's
    /// `therm_bulk_read` all convert at once, and reading `w1_slave` then only fetches the result
    /// (drivers/w1/slaves/w1_therm.c, w1_slave_show).
    struct ConversionCycle: Sendable {
        let files: any W1Files
        /// The directory of the bus's master.
        let bus: String
        /// All on it that convert in bulk, also those that nobody asked for, and of other families.
        let present: [Sensor]
        let now: @Sendable () -> Instant

        /// Reads `wanted` and hands each reading over as soon as it is there.
        func read(_ wanted: [Sensor], _ report: (Sensor, Reading) -> Void) {
            switch wanted.count > 1 ? convertInBulk() : .single("nobody else is due") {
            case .bulk(let waited):
                // All, wanted or not: the result stays marked as unread, and the next one to read
                // that sensor, in an hour or from another program, would be given it as new.
                for sensor in present {
                    let reading = read(sensor, .bulk(waited: waited))
                    if wanted.contains(sensor) { report(sensor, reading) }
                }
            case .single(let why, _):
                for sensor in wanted {
                    let waited = files.isPolled(sensor) ? nil : files.conversionTime(of: sensor)
                    report(sensor, read(sensor, .single(why, waited: waited)))
                }
            }
        }

        private func read(_ sensor: Sensor, _ conversion: Conversion) -> Reading {
            do throws(IOError) {
                return Reading(try files.read(sensor.path("w1_slave")), conversion)
            } catch {
                return error.code == EFBIG ? .rejected(.malformed) : .lost(DeviceError(error))
            }
        }

        /// Makes all sensors of the bus convert. The write returns when they should be done.
        private func convertInBulk() -> Conversion {
            // Here the kernel goes by time alone, and polling is for those that it cannot be told of.
            guard !present.contains(where: files.isPolled) else {
                return .single("one of the bus is asked when it is done")
            }
            let longest = present.compactMap(files.conversionTime).max()
            let start = now()
            let state: String
            do throws(IOError) {
                // With its line end: the kernel compares the length, too.
                try files.write("\(bus)/therm_bulk_read", "trigger\n")
                state = try files.text("\(bus)/therm_bulk_read")
            } catch {
                return .single(
                    error.code == ENOENT
                        ? "the kernel has no bulk conversion" : "\(DeviceError(error))")
            }
            // The write succeeds whatever happened. "1" is no proof either: the kernel marks the
            // results as there, too, when no sensor answered the reset, but then it did not wait.
            guard state == "1" else { return .single("the bulk conversion did not begin") }
            if let longest, now() - start < longest {
                for sensor in present { _ = try? files.read(sensor.path("w1_slave")) }
                return .single("no sensor answered the bulk conversion")
            }
            return .bulk(waited: longest)
        }
    }

    /// How the sensor was made to convert, and how long the kernel waited for that; `nil` where it
    /// does not say, or asked the sensor when it was done.
    enum Conversion: Equatable, Sendable {
        case bulk(waited: Duration?)
        case single(String, waited: Duration? = nil)

        var waited: Duration? {
            switch self {
            case .bulk(let waited), .single(_, let waited): waited
            }
        }
    }

    /// What one try to read a sensor gave.
    enum Reading: Equatable, Sendable {
        case scratchpad(Scratchpad, Conversion)
        /// The sensor is there, but what came back is no reading.
        case rejected(ReadingError)
        /// The sensor is not there, or may not be read.
        case lost(DeviceError)

        init(_ content: [UInt8], _ conversion: Conversion) {
            do throws(ReadingError) {
                self = .scratchpad(try Scratchpad(parsing: content), conversion)
            } catch {
                self = .rejected(error)
            }
        }
    }
}
