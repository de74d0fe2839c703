import Core
import PolicyKit
import Values

extension PetDoor {
    /// Decides by light and temperature whether the door should be locked.
    ///
    /// Only samples that are good cause a change; with anything less a lock is kept for the grace
    /// time and then given up.
    struct LockRule: Sendable {
        struct Decision: Equatable {
            /// `nil`: leave the bolt where it is.
            let side: Side?
            let reason: RuleReason

            /// Whether trusted sensors have said for long enough that the door is to be open.
            var isDay: Bool {
                guard case .condition(let condition) = reason else { return false }
                return side == .unlocked && condition.wantedSide == .unlocked
            }
        }

        /// Below this share of its scale a photoresistor can hardly be told from one whose wire is
        /// open: with the usual 10 kΩ it is less than a full moon gives.
        private static let darkEnd = 0.01

        /// Those that a person asked for; `nil` while it goes by the file.
        var asked: Thresholds?
        private var brightness: Hysteresis
        private(set) var isMild: Bool?
        /// Where the bolt is to be.
        private(set) var choice = Dwell<Side>()
        private(set) var doubt = DoubtTimer()

        /// `hasBecomeDark`: good sensors have seen that it became dark, before a restart.
        init(hasBecomeDark: Bool = false) {
            brightness = Hysteresis(isAbove: hasBecomeDark ? false : nil)
        }

        /// Those of the file, unless a person asked for others.
        func thresholds(_ settings: RuleSettings) -> Thresholds { asked ?? settings.thresholds }

        /// `nil` before good sensors have seen either.
        var isBright: Bool? { brightness.isAbove }
        /// Good sensors have seen that it became dark, and not yet that it became light again.
        var hasBecomeDark: Bool { isBright == false }

        /// Decides for this step; `boltIs` is where the bolt is known to be.
        mutating func decide(
            light: Sample<LightLevel>, temperature: Sample<Temperature>?, boltIs: Side?,
            lightDoubt: SensorDoubt? = nil, by settings: RuleSettings, at now: Instant
        ) -> Decision {
            let thresholds = thresholds(settings)
            var doubts = doubts(light, temperature, thresholds, by: settings, at: now)
            if doubts.light == nil { doubts.light = lightDoubt }
            let isNightStill =
                lightDoubt == nil && doubts.temperature == nil && hasBecomeDark
                && isAtDarkEnd(light, by: settings, at: now)
            doubt.note(!doubts.isEmpty && !isNightStill, limit: settings.grace, at: now)
            guard doubts.isEmpty, let ratio = light.good?.ratio else {
                return isNightStill
                    ? keepThroughDarkness(boltIs) : keepInDoubt(boltIs, doubts, by: settings)
            }
            choice.current = choice.current ?? boltIs
            let condition = judge(ratio, temperature?.good?.celsius, thresholds, by: settings)
            guard let wanted = condition.wantedSide, wanted != choice.current else {
                choice.rest()
                return Decision(side: choice.current, reason: .condition(condition))
            }
            return change(to: wanted, because: condition, by: settings, at: now)
        }

        private mutating func change(
            to wanted: Side, because condition: Condition, by settings: RuleSettings,
            at now: Instant
        ) -> Decision {
            // No lock before the sensors have been good for as long as they were not.
            let left = choice.ask(
                for: wanted, dwell: settings.dwell, minimum: settings.minimumStateTime,
                extra: wanted == .locked ? doubt.elapsed : .zero, at: now)
            return Decision(
                side: choice.current,
                reason: left > .zero
                    ? .waiting(condition, to: wanted, left: left) : .condition(condition))
        }

        /// Keeps a lock that is really there, for the grace time; never makes one.
        ///
        /// Towards unlocked the wait goes on: a flickering sensor must not hold the door shut.
        private mutating func keepInDoubt(
            _ boltIs: Side?, _ doubts: SensorDoubts, by settings: RuleSettings
        ) -> Decision {
            choice.withdraw(.locked)
            if doubt.isExhausted {
                choice.current = .unlocked
                return Decision(side: .unlocked, reason: .doubtful(doubts, unlocksIn: nil))
            }
            keepLock(boltIs)
            return Decision(
                side: choice.current,
                reason: .doubtful(
                    doubts,
                    unlocksIn: choice.current == .locked ? doubt.left(of: settings.grace) : nil))
        }

        /// It became dark, and now is darker than the sensor can tell: that keeps a lock, and makes none.
        private mutating func keepThroughDarkness(_ boltIs: Side?) -> Decision {
            choice.withdraw(.locked)
            keepLock(boltIs)
            return Decision(side: choice.current, reason: .darkness)
        }

        /// A bolt that is on its way out comes back; one of which nothing is known stays.
        private mutating func keepLock(_ boltIs: Side?) {
            guard boltIs != nil || choice.current != nil else { return }
            choice.current = boltIs == .locked ? .locked : .unlocked
        }

        /// What light and temperature say by other thresholds; `nil` where they cannot be trusted.
        func condition(
            _ thresholds: Thresholds, light: Sample<LightLevel>,
            temperature: Sample<Temperature>?, by settings: RuleSettings, at now: Instant
        ) -> Condition? {
            let doubts = doubts(light, temperature, thresholds, by: settings, at: now)
            guard doubts.isEmpty, let ratio = light.good?.ratio else { return nil }
            var other = self
            return other.judge(ratio, temperature?.good?.celsius, thresholds, by: settings)
        }

        /// What of the sensors could not be trusted by other thresholds; `nil` where both can.
        func doubts(
            _ thresholds: Thresholds, _ inputs: PetDoor.Inputs, by settings: RuleSettings,
            at now: Instant
        ) -> SensorDoubts? {
            let doubts = doubts(
                inputs.light, inputs.temperature, thresholds, by: settings, at: now)
            return doubts.isEmpty ? nil : doubts
        }

        private mutating func judge(
            _ ratio: Double, _ celsius: Double?, _ thresholds: Thresholds, by settings: RuleSettings
        ) -> Condition {
            brightness.note(ratio, low: thresholds.darkBelow, high: thresholds.brightAbove)
            if let condition = celsius.flatMap({
                extreme($0, thresholds, hysteresis: settings.temperatureHysteresisKelvins)
            }) {
                return condition
            }
            switch isBright {
            case true?: return .day(light: ratio, celsius: celsius)
            case false?: return .night(light: ratio, limit: thresholds.brightAbove)
            case nil: return .twilight(light: ratio)
            }
        }

        /// Once outside the limits, it must come back inside by the hysteresis.
        private mutating func extreme(
            _ celsius: Double, _ thresholds: Thresholds, hysteresis: Double
        ) -> Condition? {
            let inset = isMild == false ? hysteresis : 0
            isMild = false
            if let low = thresholds.coldest?.celsius, celsius < low + inset {
                return .tooCold(celsius: celsius, limit: low, until: low + hysteresis)
            }
            if let high = thresholds.hottest?.celsius, celsius > high - inset {
                return .tooHot(celsius: celsius, limit: high, until: high - hysteresis)
            }
            isMild = true
            return nil
        }
    }
}

// MARK: - What the sensors are worth

extension PetDoor.LockRule {
    private func isAtDarkEnd(
        _ light: Sample<LightLevel>, by settings: PetDoor.RuleSettings, at now: Instant
    ) -> Bool {
        guard case .doubtful = light.quality, light.age(at: now) <= settings.maxSensorAge,
            let ratio = light.value?.ratio
        else { return false }
        return (0...Self.darkEnd).contains(ratio)
    }

    private func doubts(
        _ light: Sample<LightLevel>, _ temperature: Sample<Temperature>?,
        _ thresholds: PetDoor.Thresholds, by settings: PetDoor.RuleSettings, at now: Instant
    ) -> PetDoor.SensorDoubts {
        let maxAge = settings.maxSensorAge
        var doubts = PetDoor.SensorDoubts()
        doubts.light = doubt(.light, light, maxAge, at: now) { (0...1).contains($0.ratio) }
        // Without a thermometer the file has no limits, and those that were asked for are left alone until
        // there is one again: to wait for a sensor that nobody connects would never lock.
        guard thresholds.needsTemperature, let temperature else { return doubts }
        doubts.temperature = doubt(.temperature, temperature, maxAge, at: now) {
            (-55...125).contains($0.celsius)
        }
        return doubts
    }

    private func doubt<Value>(
        _ sensor: PetDoor.SensorDoubt.Sensor, _ sample: Sample<Value>, _ maxAge: Duration,
        at now: Instant, isSane: (Value) -> Bool
    ) -> PetDoor.SensorDoubt? {
        guard let value = sample.good else { return .quality(sensor, sample.quality) }
        if sample.age(at: now) > maxAge { return .old(sensor, limit: maxAge) }
        return isSane(value) ? nil : .outOfRange(sensor)
    }
}
