import Core
import Devices

extension PetDoor {
    /// What the sensors say, in terms of the rule.
    package enum Condition: Codable, Equatable, Sendable, CustomStringConvertible {
        case day(light: Double, celsius: Double)
        case night(light: Double, limit: Double)
        case tooCold(celsius: Double, limit: Double)
        case tooHot(celsius: Double, limit: Double)
        /// The light lies within the band, and it is not known from which side it came.
        case twilight(light: Double)

        package var description: String {
            switch self {
            case .day(let light, let celsius):
                "it is day (light \(percent(light))) and \(degrees(celsius))"
            case .night(let light, let limit):
                "it is night (light \(percent(light)), day begins at \(percent(limit)))"
            case .tooCold(let celsius, let limit):
                "it is too cold (\(degrees(celsius)), the limit is \(degrees(limit)))"
            case .tooHot(let celsius, let limit):
                "it is too hot (\(degrees(celsius)), the limit is \(degrees(limit)))"
            case .twilight(let light): "it is twilight (light \(percent(light)))"
            }
        }

        var code: String {
            switch self {
            case .day: "day"
            case .night: "night"
            case .tooCold: "too-cold"
            case .tooHot: "too-hot"
            case .twilight: "twilight"
            }
        }

        private func percent(_ fraction: Double) -> String {
            "\(fixedText(of: fraction * 100, decimals: 1)) %"
        }

        private func degrees(_ celsius: Double) -> String {
            "\(fixedText(of: celsius, decimals: 1)) °C"
        }
    }

    /// Decides by light and temperature whether the door should be locked.
    ///
    /// Only samples that are good cause a change; with anything less a lock is kept for the grace
    /// time and then given up.
    struct LockRule: Sendable {
        struct Decision: Equatable {
            /// `nil`: leave the bolt where it is.
            let side: Side?
            let reason: RuleReason
        }

        private let settings: RuleSettings
        private var isBright: Bool?
        private var isMild: Bool?
        private var side: Side?
        private var wantsChangeSince: Instant?
        private var changedAt: Instant?
        private var doubtSince: Instant?

        init(_ settings: RuleSettings) {
            self.settings = settings
        }

        /// Decides anew; `boltIs` is where the bolt is known to be.
        mutating func decide(
            light: Sample<LightLevel>, temperature: Sample<Temperature>, boltIs: Side?,
            at now: Instant
        ) -> Decision {
            guard let ratio = trusted(light, now)?.ratio, (0...1).contains(ratio),
                let celsius = trusted(temperature, now)?.celsius, (-55...125).contains(celsius)
            else { return doubt(light, temperature, boltIs: boltIs, at: now) }
            doubtSince = nil
            side = side ?? boltIs
            let condition = judge(ratio, celsius)
            guard let wanted = condition.asksFor, wanted != side else {
                wantsChangeSince = nil
                return Decision(side: side, reason: .condition(condition))
            }
            return change(to: wanted, because: condition, at: now)
        }

        private mutating func change(
            to wanted: Side, because condition: Condition, at now: Instant
        ) -> Decision {
            let since = wantsChangeSince ?? now
            wantsChangeSince = since
            let dwellLeft = settings.dwell - (now - since)
            let stateLeft = changedAt.map { settings.minimumStateTime - (now - $0) } ?? .zero
            let left = max(dwellLeft, stateLeft)
            guard left <= .zero else {
                return Decision(side: side, reason: .waiting(condition, to: wanted, left: left))
            }
            side = wanted
            changedAt = now
            wantsChangeSince = nil
            return Decision(side: wanted, reason: .condition(condition))
        }

        /// Keeps a lock that is really there, for the grace time; never makes one.
        private mutating func doubt(
            _ light: Sample<LightLevel>, _ temperature: Sample<Temperature>, boltIs: Side?,
            at now: Instant
        ) -> Decision {
            let since = doubtSince ?? now
            doubtSince = since
            wantsChangeSince = nil
            let why = complaint(light, temperature, at: now)
            let left = settings.grace - (now - since)
            guard left > .zero else {
                side = .unlocked
                return Decision(side: side, reason: .doubtful(why: why, unlocksIn: nil))
            }
            // A bolt that is on its way out comes back; one of which nothing is known stays.
            if boltIs != nil || side != nil { side = boltIs == .locked ? .locked : .unlocked }
            return Decision(
                side: side,
                reason: .doubtful(why: why, unlocksIn: side == .locked ? left : nil))
        }

        private mutating func judge(_ ratio: Double, _ celsius: Double) -> Condition {
            if ratio > settings.brightAbove { isBright = true }
            if ratio < settings.darkBelow { isBright = false }
            // Once outside the limits, it must come back inside by the hysteresis.
            let inset = isMild == false ? settings.temperatureHysteresisKelvins : 0
            let low = settings.coldest.celsius + inset
            let high = settings.hottest.celsius - inset
            isMild = celsius >= low && celsius <= high
            if celsius < low { return .tooCold(celsius: celsius, limit: low) }
            if celsius > high { return .tooHot(celsius: celsius, limit: high) }
            switch isBright {
            case true?: return .day(light: ratio, celsius: celsius)
            case false?: return .night(light: ratio, limit: settings.brightAbove)
            case nil: return .twilight(light: ratio)
            }
        }

        private func trusted<Value>(_ sample: Sample<Value>, _ now: Instant) -> Value? {
            sample.age(at: now) <= settings.maxSensorAge ? sample.good : nil
        }

        private func complaint(
            _ light: Sample<LightLevel>, _ temperature: Sample<Temperature>, at now: Instant
        ) -> String {
            let parts = [
                complaint("light", light, at: now) { (0...1).contains($0.ratio) },
                complaint("temperature", temperature, at: now) { (-55...125).contains($0.celsius) },
            ]
            return parts.compactMap { $0 }.joined(separator: "; ")
        }

        private func complaint<Value>(
            _ name: String, _ sample: Sample<Value>, at now: Instant, isSane: (Value) -> Bool
        ) -> String? {
            guard let value = sample.good else { return "\(name) is \(sample.quality)" }
            if sample.age(at: now) > settings.maxSensorAge {
                return "\(name) is older than \(text(of: settings.maxSensorAge))"
            }
            return isSane(value) ? nil : "\(name) is out of range"
        }
    }
}

extension PetDoor.Condition {
    /// What it asks for; `nil` for no change.
    var asksFor: PetDoor.Side? {
        switch self {
        case .day: .unlocked
        case .night, .tooCold, .tooHot: .locked
        case .twilight: nil
        }
    }
}
