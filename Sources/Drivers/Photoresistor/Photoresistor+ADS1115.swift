import Core
import Devices
import LinuxIO
import Synchronization

extension Photoresistor {
    /// An ADS1115 without the kernel's driver, one conversion at a time (data sheet SBAS444,
    /// "Register map"). An ADS1015 has the same registers, its 12 bits at the upper end.
    struct ADS1115: AnalogueInput {
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

            var millivolts: Double {
                switch self {
                case .v6144: 6144
                case .v4096: 4096
                case .v2048: 2048
                case .v1024: 1024
                case .v0512: 512
                case .v0256: 256
                }
            }
        }

        struct Settings: Equatable, Sendable {
            let range: Range
            /// Conversions a second.
            let rate: Int

            /// By bits 7 to 5 of the configuration.
            static let rates = [8, 16, 32, 64, 128, 250, 475, 860]

            init(range: Range, rate: Int) {
                self.range = range
                self.rate = rate
            }

            init(_ read: SettingsReader) {
                range = read(
                    "i2c_range", .oneOf(.v4096), default: .v4096,
                    "The greatest voltage of the ADS1115: at least the supply of the divider.")
                rate = read(
                    "i2c_rate", .integer(8...860), default: 860,
                    "Conversions a second of the ADS1115: "
                        + Self.rates.map { "\($0)" }.joined(separator: ", ") + ".")
                read.check(
                    Self.rates.contains(rate), "i2c_rate",
                    "the chip can do \(Self.rates.map { "\($0)" }.joined(separator: ", "))")
            }

            /// One conversion of this input, once: OS, MUX to ground, PGA, single shot, DR, and no
            /// comparator.
            func configuration(channel: UInt16) -> UInt16 {
                let rateCode = UInt16(clamping: Self.rates.firstIndex(of: rate) ?? 4)
                return 0xC103 | channel << 12 | range.code << 9 | rateCode << 5
            }

            var conversionTime: Duration { .nanoseconds(1_000_000_000 / max(1, rate)) }
        }

        /// Whose turn it is at a chip. A conversion is several exchanges, between which nobody else of
        /// this process may choose another input.
        final class Turn: Sendable {
            private let mutex = Mutex(())

            func take(_ conversion: () throws(DeviceError) -> Int16) throws(DeviceError) -> Int16 {
                try mutex.withLock { _ throws(DeviceError) in try conversion() }
            }
        }

        private enum Register {
            static let conversion: UInt8 = 0
            static let configuration: UInt8 = 1
        }

        /// Set while no conversion is under way.
        private static let isDone: UInt16 = 0x8000
        /// The chip's own clock is off by 10 % at most: half a period more is patience enough, and
        /// the rest is for a busy bus.
        private static let looks = 8

        private let chip: any I2CTransfer
        private let settings: Settings
        private let clock: any Scheduler
        private let turn: Turn

        /// `turn` is the one of this chip, which all who use it share.
        init(
            _ chip: any I2CTransfer, _ settings: Settings, _ clock: any Scheduler, _ turn: Turn
        ) {
            self.chip = chip
            self.settings = settings
            self.clock = clock
            self.turn = turn
        }

        /// It measures volts by a reference of its own, whatever the divider hangs on.
        func counts(_ channel: Int) throws(DeviceError) -> Double { Double(try convert(channel)) }

        func millivolts(_ channel: Int) throws(DeviceError) -> Voltage? {
            let value = try convert(channel)
            // The greatest of 16 bits, or of 12 at their upper end.
            return Voltage(
                millivolts: Double(value) * settings.range.millivolts / 32768,
                isClipped: value >= 0x7FF0)
        }

        private func convert(_ channel: Int) throws(DeviceError) -> Int16 {
            guard (0...3).contains(channel) else {
                throw DeviceError(.refused, "the converter has no input \(channel)")
            }
            return try turn.take { () throws(DeviceError) in try convert(UInt16(channel)) }
        }

        private func convert(_ channel: UInt16) throws(DeviceError) -> Int16 {
            let wanted = settings.configuration(channel: channel)
            _ = try exchange(
                [Register.configuration, UInt8(wanted >> 8), UInt8(wanted & 0xFF)], reading: 0)
            clock.pause(for: settings.conversionTime)
            for _ in 0..<Self.looks {
                let state = try word(Register.configuration)
                // After a loss of power it has its defaults again: another input, another range.
                guard state | Self.isDone == wanted else {
                    throw DeviceError(
                        .corrupt,
                        "the converter forgot or was given other settings meanwhile; "
                            + "is its supply steady, and does nobody else use it?")
                }
                if state & Self.isDone != 0 {
                    return Int16(bitPattern: try word(Register.conversion))
                }
                clock.pause(for: settings.conversionTime / 4)
            }
            throw DeviceError(.timeout, "the converter does not come to the end of a conversion")
        }

        /// A register's 16 bits, the upper eight first.
        private func word(_ register: UInt8) throws(DeviceError) -> UInt16 {
            let bytes = try exchange([register], reading: 2)
            guard bytes.count == 2 else {
                throw DeviceError(.corrupt, "the converter's answer is short")
            }
            return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        }

        private func exchange(_ bytes: [UInt8], reading count: Int) throws(DeviceError) -> [UInt8] {
            do throws(IOError) {
                return try chip.exchange(bytes, reading: count)
            } catch {
                throw DeviceError(converting: error)
            }
        }
    }
}
