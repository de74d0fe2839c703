import DriverKit
import Core
import Devices

extension Photoresistor {
    /// What is made of the readings so far.
    struct Record: Sendable {
        private let settings: Settings
        private var outlet: SensorPublisher<LightLevel>
        private var filter: Filter

        init(_ settings: Settings, _ outlet: SensorPublisher<LightLevel>) {
            self.settings = settings
            self.outlet = outlet
            filter = Filter(window: settings.medianOf, timeConstant: settings.timeConstant)
        }

        /// Publishes a reading, given as the share of the divider's supply.
        ///
        /// What is doubtful is no light, and an average would take as long to forget it as it takes
        /// to forget the weather.
        mutating func take(_ fraction: Ratio, at now: Instant) {
            let divider = settings.divider
            let median = filter.median(with: divider.reading(of: fraction))
            if let doubt = divider.doubt(median, margin: settings.scale.margin) {
                filter.forgetAverage()
                outlet.publish(
                    .doubtful(divider.level(ratio: median.ratio), at: now, because: doubt))
            } else {
                let ratio = filter.average(with: median.ratio, at: now)
                outlet.publish(.good(divider.level(ratio: ratio), at: now))
            }
        }

        /// There was no reading. After an absence the filter starts anew.
        mutating func fail(_ fault: DeviceError, at now: Instant) {
            if fault.kind == .absent {
                outlet.lose(fault, at: now)
            } else {
                outlet.reject(fault, at: now)
            }
            if outlet.isLost { filter.forget() }
        }

        var diagnostics: [Diagnostic] { outlet.diagnostics }
    }
}
