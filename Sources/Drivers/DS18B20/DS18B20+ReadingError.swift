import Core
import Devices

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
                "the sensor converts \(bits) bits, for which \(Devices.text(of: waited)) is too "
                    + "short: it lost power meanwhile, and this is its value of the time before"
            case .outOfRange(let value, let min, let max):
                "\(text(value)) is outside \(text(min)) to \(text(max))"
            case .jump(let old, let new, let elapsed):
                "\(text(old)) to \(text(new)) within \(Devices.text(of: elapsed)) is too fast"
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

        /// One step at 9 bits: what the reading may move at any speed.
        private static let stepCelsius = 0.5

        private let limits: Limits
        private var last: (value: Temperature, at: Instant)?

        init(_ limits: Limits) {
            self.limits = limits
        }

        /// Returns the temperature, or says why it is rejected.
        ///
        /// A jump is measured against the last accepted value. The longer ago that was, the more
        /// may have changed, so a true jump is believed after a while and none locks the sensor
        /// out for ever.
        mutating func accept(
            _ value: Temperature, at now: Instant
        ) throws(ReadingError) -> Temperature {
            guard value >= limits.min, value <= limits.max else {
                throw .outOfRange(value, min: limits.min, max: limits.max)
            }
            if let last {
                let elapsed = max(.zero, now - last.at)
                let allowed = Self.stepCelsius + limits.celsiusPerSecond * elapsed.seconds
                guard abs(value.celsius - last.value.celsius) <= allowed else {
                    throw .jump(from: last.value, to: value, within: elapsed)
                }
            }
            last = (value, now)
            return value
        }
    }
}
