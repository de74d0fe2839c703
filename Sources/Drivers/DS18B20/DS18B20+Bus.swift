import Devices
import Glibc
import LinuxIO

extension DS18B20 {
    /// The kernel's 1-Wire devices: finds the sensor and talks to its files.
    ///
    /// Every call may block for as long as the bus does; only the reader's own queue calls.
    struct Bus: Sendable {
        private let devices: SysfsDirectory

        init(sysfs: String) {
            devices = SysfsDirectory("\(sysfs)/bus/w1/devices")
        }

        /// Converts and reads; takes 95 to 750 ms, sometimes 2 s, and more while others read.
        func read(_ id: String?) -> Reading {
            do throws(Fault) {
                let sensor = try find(id)
                do throws(IOError) {
                    let content = try sensor.attribute("w1_slave").read()
                    return Reading(content, of: sensor)
                } catch {
                    return error.code == EFBIG ? .rejected(.malformed) : .lost("\(Fault(error))")
                }
            } catch {
                return .lost(error.message)
            }
        }

        /// Sets the resolution in the chip's volatile memory: it is lost with its power.
        func setResolution(_ bits: Int, of sensor: SysfsDirectory) throws(IOError) {
            try sensor.attribute("resolution").write("\(bits)")
        }

        /// Finds the sensor of this name, or the only one. Looks each time: a sensor that is
        /// plugged in again, or another in its place, is found without a restart.
        ///
        /// - Throws: a sentence that tells the loose wire from the wrong name.
        private func find(_ id: String?) throws(Fault) -> SysfsDirectory {
            let names: [String]
            do throws(IOError) {
                names = try devices.names()
            } catch {
                throw Fault(
                    .absent, "\(error); is the 1-Wire bus on (dtoverlay=w1-gpio in config.txt)?")
            }
            let sensors = names.filter { $0.hasPrefix("28-") }
            if let id, sensors.contains(id) { return devices.directory(id) }
            if id == nil, let only = sensors.first, sensors.count == 1 {
                return devices.directory(only)
            }
            throw Fault(.absent, Self.explain(id, sensors: sensors, names: names))
        }

        private static func explain(_ id: String?, sensors: [String], names: [String]) -> String {
            let list = sensors.joined(separator: ", ")
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

    /// What one try to read the sensor gave.
    enum Reading: Sendable {
        case scratchpad(Scratchpad, of: SysfsDirectory)
        /// The sensor is there, but what came back is no reading.
        case rejected(Rejection)
        /// The sensor is not there, or may not be read; says why.
        case lost(String)

        init(_ content: [UInt8], of sensor: SysfsDirectory) {
            do throws(Rejection) {
                self = .scratchpad(try Scratchpad(parsing: content), of: sensor)
            } catch {
                self = .rejected(error)
            }
        }
    }
}
