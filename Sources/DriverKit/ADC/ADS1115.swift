import Core
import Settings
import Values

/// An ADS1115 or ADS1015 without the kernel's driver, one conversion at a time (data sheets SBAS444
/// and SBAS473, "Register map"). Both have the same registers; an ADS1015 has its 12 bits at the upper
/// end and other rates.
///
/// Calls must come one at a time: another input chosen in the middle would be measured instead.
struct ADS1115: ADCInput {
    /// The greatest voltage, by the gain.
    enum Range: String, CaseIterable, Sendable {
        case v6144 = "6.144V"
        case v4096 = "4.096V"
        case v2048 = "2.048V"
        case v1024 = "1.024V"
        case v0512 = "0.512V"
        case v0256 = "0.256V"

        /// Bits 11 to 9 of the configuration: the place in the list.
        var code: UInt16 { UInt16(clamping: Self.allCases.firstIndex(of: self) ?? 1) }

        /// Each is half of the one before, but for the first.
        var millivolts: Double { self == .v6144 ? 6144 : Double(8192 >> code) }
    }

    struct Settings: Equatable, Sendable {
        let range: Range
        /// Conversions a second.
        let rate: Int
        /// An ADS1015.
        let has12Bits: Bool

        /// By bits 7 to 5 of the configuration.
        var rates: [Int] { Self.rates(has12Bits: has12Bits) }

        private static func rates(has12Bits: Bool) -> [Int] {
            has12Bits
                ? [128, 250, 490, 920, 1600, 2400, 3300] : [8, 16, 32, 64, 128, 250, 475, 860]
        }

        init(range: Range, rate: Int, has12Bits: Bool = false) {
            self.range = range
            self.rate = rate
            self.has12Bits = has12Bits
        }

        init(_ read: SettingsReader, _ model: ADCModel) {
            has12Bits = model.name == "ads1015"
            let rates = Self.rates(has12Bits: has12Bits)
            range = read(
                "i2c_range", .oneOf(.v4096), default: .v4096,
                "The greatest voltage of the ADS1115: at least the supply of the divider.")
            let given = read(
                optional: "i2c_rate", .integer(8...3300),
                "Conversions a second: 8, 16, 32, 64, 128, 250, 475 or 860 of an ADS1115, which does "
                    + "860 unless it is set; 128, 250, 490, 920, 1600, 2400 or 3300 of an ADS1015, "
                    + "which does 1600.")
            rate = given ?? (has12Bits ? 1600 : 860)
            read.check(
                rates.contains(rate), "i2c_rate",
                "the chip can do \(rates.map { "\($0)" }.joined(separator: ", "))")
        }

        /// One conversion of this input, once: OS, MUX to ground, PGA, single shot, DR, and no
        /// comparator.
        func configuration(channel: UInt16) -> UInt16 {
            let rateCode = UInt16(clamping: rates.firstIndex(of: rate) ?? 4)
            return 0xC103 | channel << 12 | range.code << 9 | rateCode << 5
        }

        var conversionTime: Duration { .nanoseconds(1_000_000_000 / max(1, rate)) }
    }

    private enum Register {
        static let conversion: UInt8 = 0
        static let configuration: UInt8 = 1
    }

    /// Set while no conversion is under way.
    private static let isDone: UInt16 = 0x8000
    /// The chip's own clock is off by 10 % at most: half a period more is time enough, and the rest is
    /// for a busy bus.
    private static let pollAttempts = 8

    private let chip: I2CChip
    private let settings: Settings

    init(_ chip: I2CChip, _ settings: Settings) {
        self.chip = chip
        self.settings = settings
    }

    /// As the kernel gives it: up to 32767 with 16 bits, up to 2047 with 12.
    func raw(_ channel: Int) throws(DeviceError) -> Double {
        let value = try convert(channel)
        return Double(settings.has12Bits ? value >> 4 : value)
    }

    /// It measures volts by a reference of its own, whatever the divider hangs on.
    func millivolts(_ channel: Int) throws(DeviceError) -> ADCVoltage? {
        let value = try convert(channel)
        // The greatest of 16 bits, or of 12 at their upper end.
        return ADCVoltage(
            millivolts: Double(value) * settings.range.millivolts / 32768,
            isSaturated: value >= (settings.has12Bits ? 0x7FF0 : 0x7FFF))
    }

    private func convert(_ channel: Int) throws(DeviceError) -> Int16 {
        guard (0...3).contains(channel) else {
            throw DeviceError(.refused, "the converter has no input \(channel)")
        }
        let wanted = settings.configuration(channel: UInt16(channel))
        try chip.write(Register.configuration, UInt8(wanted >> 8), UInt8(wanted & 0xFF))
        chip.sleep(for: settings.conversionTime)
        for _ in 0..<Self.pollAttempts {
            let state = try chip.word(Register.configuration)
            // After a loss of power it has its defaults again: another input, another range.
            guard state | Self.isDone == wanted else {
                throw DeviceError(
                    .corrupt,
                    "the converter forgot or was given other settings meanwhile; "
                        + "is its supply steady, and does nobody else use it?")
            }
            if state & Self.isDone != 0 {
                return Int16(bitPattern: try chip.word(Register.conversion))
            }
            chip.sleep(for: settings.conversionTime / 4)
        }
        throw DeviceError(.timeout, "the converter does not come to the end of a conversion")
    }
}
