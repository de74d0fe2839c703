import Core
import Values

extension DS18B20 {
    /// Why a reading is not a temperature.
    enum ReadingError: Error, Equatable, Sendable, CustomStringConvertible {
        /// Zero bytes: how the kernel reports every 1-Wire failure.
        case empty
        /// Not the two lines that the kernel writes, or only part of them.
        case malformed
        /// The chip's checksum does not fit its bytes.
        case checksum
        /// All nine bytes are zero, for which the checksum fits: the data wire is at ground.
        case shortedBus
        /// 85.00 °C with the mark of a chip that has not converted since it was powered.
        case powerOnReset
        /// 127.94 °C with the same mark: the conversion ran out of power.
        case insufficientPower
        /// The kernel read the chip before it can have been done with this resolution.
        case conversionIncomplete(bits: Int, waited: Duration)
        case outOfRange(Temperature, min: Temperature, max: Temperature)
        case jump(from: Temperature, to: Temperature, within: Duration)
        /// The first readings are that far apart, so neither is believed.
        case disagreement(Temperature, Temperature)
        /// 85.00 °C without that mark, which clones have not, and nothing near it was measured before.
        case unprovenPowerOnValue

        var fault: DeviceError { DeviceError(self == .empty ? .timeout : .corrupt, description) }

        var description: String {
            switch self {
            case .empty:
                "the sensor did not answer; are its three wires and the 4.7 kΩ pull-up in place?"
            case .malformed:
                "the reading is cut short or is no reading"
            case .checksum:
                "the checksum of the reading is wrong; is the cable too long or disturbed?"
            case .shortedBus:
                "the reading is all zeros: the data wire is shorted to ground"
            case .powerOnReset:
                "85.00 °C is the value after power-on: the sensor lost power before it measured"
            case .insufficientPower:
                "127.94 °C means too little power to measure; is the sensor's supply connected?"
            case .conversionIncomplete(let bits, let waited):
                "the sensor converts \(bits) bits, for which \(Values.text(of: waited)) is too "
                    + "short: it lost power meanwhile, and this is its value of the time before"
            case .outOfRange(let value, let min, let max):
                "\(text(value)) is outside \(text(min)) to \(text(max))"
            case .jump(let old, let new, let elapsed):
                "\(text(old)) to \(text(new)) within \(Values.text(of: elapsed)) is too fast"
            case .disagreement(let old, let new):
                "the first readings do not agree: \(text(old)), then \(text(new))"
            case .unprovenPowerOnValue:
                "85.00 °C is also the value after power-on, and no temperature near it was measured before"
            }
        }

        private func text(_ value: Temperature) -> String {
            "\(fixedText(of: value.celsius, decimals: 2)) °C"
        }
    }

    /// Rejects what the chip says in good form but cannot be true where it hangs.
    struct Plausibility: Sendable {
        struct Limits: Equatable, Sendable {
            let min: Temperature
            let max: Temperature
            let celsiusPerSecond: Double
        }

        private struct Accepted {
            let value: Temperature
            let at: Instant
        }

        /// One step at 9 bits: what the reading may move at any speed.
        private static let stepCelsius = 0.5
        /// What a chip has in its memory until its first conversion is complete. The mark that belongs to it is not in
        /// every clone: byte 6 of a NOVOSENSE NS18B20 is the same as after a true 85 °C
        /// (cpetrich/counterfeit_DS18B20, README, Family E).
        private static let powerOnCelsius = 85.0
        /// How near to 85 °C a believed temperature shows that the sensor is as hot as that.
        private static let proofCelsius = 10.0

        private let limits: Limits
        private var last: Accepted?
        /// The latest of the first readings, which no other has confirmed.
        private var first: Accepted?

        init(_ limits: Limits) {
            self.limits = limits
        }

        /// Takes a reading, or says why it is rejected.
        ///
        /// The first reading is kept until another one agrees with it: a false one would shut out the truth. After that a jump
        /// is measured against the last accepted value. The longer ago that was, the more may have changed, so a true jump is
        /// believed after a while and none locks the sensor out for ever.
        ///
        /// - Returns: the temperature; `nil` for a first reading, which the next one confirms.
        mutating func accept(
            _ value: Temperature, at now: Instant
        ) throws(ReadingError) -> Temperature? {
            guard value >= limits.min, value <= limits.max else {
                throw .outOfRange(value, min: limits.min, max: limits.max)
            }
            guard value.celsius != Self.powerOnCelsius || isHot else {
                throw .unprovenPowerOnValue
            }
            let reading = Accepted(value: value, at: now)
            if let last {
                guard agree(last, reading) else {
                    throw .jump(from: last.value, to: value, within: max(.zero, now - last.at))
                }
            } else {
                defer { first = reading }
                guard let before = first else { return nil }
                guard agree(before, reading) else { throw .disagreement(before.value, value) }
            }
            last = reading
            return value
        }

        private var isHot: Bool {
            last.map { abs($0.value.celsius - Self.powerOnCelsius) <= Self.proofCelsius } ?? false
        }

        private func agree(_ earlier: Accepted, _ later: Accepted) -> Bool {
            let elapsed = max(.zero, later.at - earlier.at)
            let allowed = Self.stepCelsius + limits.celsiusPerSecond * elapsed.seconds
            return abs(later.value.celsius - earlier.value.celsius) <= allowed
        }
    }
}
