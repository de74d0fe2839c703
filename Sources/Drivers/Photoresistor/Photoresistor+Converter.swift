import Devices
import LinuxIO

extension Photoresistor {
    /// Finds the converter and reads it. Looks only when it must: once, and after each failure.
    struct Converter: Sendable {
        private let name: String
        private let channel: Int
        private let scale: Scale
        private let sysfs: String
        private var device: IIODevice?

        init(_ settings: Settings, sysfs: String) {
            name = settings.converter
            channel = settings.channel
            scale = settings.scale
            self.sysfs = sysfs
        }

        /// Converts once. Blocks meanwhile.
        ///
        /// - Returns: the share of the divider's supply, usually 0...1.
        mutating func share() throws(Fault) -> Double {
            let device = if let device { device } else { try find() }
            self.device = nil
            do throws(IOError) {
                let share = try read(device)
                self.device = device
                return share
            } catch {
                throw Fault(error)
            }
        }

        private func read(_ device: IIODevice) throws(IOError) -> Double {
            switch scale {
            case .counts(let full): Double(try device.raw(channel: channel)) / full
            case .millivolts(let supply): try device.millivolts(channel: channel) / supply
            }
        }

        private func find() throws(Fault) -> IIODevice {
            let all: [IIODevice]
            do throws(IOError) {
                all = try IIODevice.all(sysfs: sysfs)
            } catch {
                throw Fault(.absent, "no analogue converter (\(error)); \(advice)")
            }
            let matching = all.filter { $0.name == name }
            guard let device = matching.first else {
                let others = all.isEmpty ? "none" : all.map(\.name).joined(separator: ", ")
                throw Fault(.absent, "no converter \(name); present: \(others); \(advice)")
            }
            guard matching.count == 1 else {
                throw Fault(
                    .absent, "\(matching.count) converters are called \(name); only one may be")
            }
            return device
        }

        private var advice: String {
            "is its overlay loaded (dtoverlay=\(name)... in config.txt)?"
        }
    }
}
