import Devices
import LinuxIO

extension Photoresistor {
    /// An MCP3004 or MCP3008 without the kernel's driver (data sheet DS21295, "Using with
    /// microcontroller SPI ports").
    struct MCP3008: AnalogueInput {
        private let chip: any SPITransfer
        /// The voltage at VREF; `nil` when nobody said.
        private let referenceVolts: Double?

        /// The data sheet allows 1.35 MHz at 2.7 V, 3.6 MHz at 5 V.
        static let hertz: UInt32 = 1_000_000
        private static let steps = 1024.0

        init(_ chip: any SPITransfer, referenceVolts: Double?) {
            self.chip = chip
            self.referenceVolts = referenceVolts
        }

        func counts(_ channel: Int) throws(DeviceError) -> Double {
            Double(try convert(channel))
        }

        func millivolts(_ channel: Int) throws(DeviceError) -> Voltage? {
            guard let referenceVolts else { return nil }
            let counts = try convert(channel)
            return Voltage(
                millivolts: Double(counts) * referenceVolts * 1000 / Self.steps, isClipped: false)
        }

        /// A start bit, "single ended", three bits of channel; then a null bit and ten bits, the
        /// highest first.
        private func convert(_ channel: Int) throws(DeviceError) -> Int {
            guard (0...7).contains(channel) else {
                throw DeviceError(.refused, "the converter has no input \(channel)")
            }
            let answer: [UInt8]
            do throws(IOError) {
                answer = try chip.exchange([0x01, 0x80 | UInt8(channel) << 4, 0x00])
            } catch {
                throw DeviceError(converting: error)
            }
            // Nobody pulls the line while there is no chip: the null bit reads 1 on most boards.
            guard answer.count == 3, answer[1] & 0x04 == 0 else {
                throw DeviceError(
                    .timeout, "no converter answers on SPI; are its power, CS and DOUT connected?")
            }
            return Int(answer[1] & 0x03) << 8 | Int(answer[2])
        }
    }
}
