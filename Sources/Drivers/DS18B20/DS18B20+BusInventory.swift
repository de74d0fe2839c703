import Devices
import LinuxIO

extension DS18B20 {
    /// Who is on the buses. Called each time: a sensor that is plugged in again, or another in its
    /// place, is found without a restart.
    struct BusInventory: Sendable {
        private let names: [String]
        let sensors: [Sensor]

        init(_ files: some Files) throws(DeviceError) {
            do throws(IOError) {
                names = try files.names()
            } catch {
                throw DeviceError(
                    .absent, "\(error); is the 1-Wire bus on (dtoverlay=w1-gpio in config.txt)?")
            }
            sensors = names.filter { $0.hasPrefix("28-") }.compactMap { id in
                files.bus(of: id).map { Sensor(id: id, bus: $0) }
            }
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
