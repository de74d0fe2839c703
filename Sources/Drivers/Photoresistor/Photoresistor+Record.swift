import Core
import Devices

extension Photoresistor {
    /// What is made of the readings so far.
    struct Record: Sendable {
        private let settings: Settings
        private var outlet: SensorOutlet<LightLevel>
        private var filter: Filter

        init(_ settings: Settings, _ outlet: SensorOutlet<LightLevel>) {
            self.settings = settings
            self.outlet = outlet
            filter = Self.freshFilter(settings)
        }

        /// Publishes a reading, given as the share of the divider's supply.
        mutating func take(_ share: Share, at now: Instant) {
            let divider = settings.divider
            let filtered = filter.add(divider.ratio(ofShare: share.value), at: now)
            let level = divider.level(ratio: filtered.smoothed)
            let doubt = divider.doubt(
                ratio: filtered.median, margin: settings.scale.margin, isClipped: share.isClipped)
            if let doubt {
                outlet.publish(.doubtful(level, at: now, because: doubt))
            } else {
                outlet.publish(.good(level, at: now))
            }
        }

        /// There was no reading. After an absence the filter starts anew.
        mutating func fail(_ fault: Fault, at now: Instant) {
            guard fault.kind == .absent else { return outlet.reject(fault.message, at: now) }
            filter = Self.freshFilter(settings)
            outlet.lose(fault.message, at: now)
        }

        var facts: [Fact] { outlet.facts }

        private static func freshFilter(_ settings: Settings) -> Filter {
            Filter(window: settings.medianOf, timeConstant: settings.timeConstant)
        }
    }
}
