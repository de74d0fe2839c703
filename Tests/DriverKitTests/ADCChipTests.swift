import Core
import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing
import Values

@testable import DriverKit

/// Data sheet DS21295 (MCP3004/3008), figure 6-1: what goes over the wires in three bytes.
struct MCP3008Tests {
    private final class Chip: SPITransfer {
        private let sent = Mutex<[[UInt8]]>([])
        private let answer: [UInt8]

        init(_ answer: [UInt8]) {
            self.answer = answer
        }

        var transfers: [[UInt8]] { sent.withLock { $0 } }

        func transfer(_ bytes: [UInt8]) throws(IOError) -> [UInt8] {
            sent.withLock { $0.append(bytes) }
            return answer
        }
    }

    private func converter(
        _ chip: Chip, channels: Int = 8, referenceVolts: Double? = nil
    ) -> MCP3008 {
        let chip = SPIChip(chip, name: "spidev0.0", ManualScheduler())
        return MCP3008(chip, channels: channels, referenceVolts: referenceVolts)
    }

    private func raw(_ answer: [UInt8], channel: Int = 0, of channels: Int = 8) throws -> Double {
        try converter(Chip(answer), channels: channels).raw(channel)
    }

    @Test(
        "the command is a start bit, single ended, and the input's number",
        arguments: [(0, 0x80), (1, 0x90), (5, 0xD0), (7, 0xF0)] as [(Int, UInt8)])
    func command(_ channel: Int, _ second: UInt8) throws {
        let chip = Chip([0, 0, 0])
        _ = try converter(chip).raw(channel)
        #expect(chip.transfers == [[0x01, second, 0x00]])
    }

    @Test("ten bits follow the null bit; what is before it was not driven and does not count")
    func result() throws {
        #expect(try raw([0xFF, 0xFB, 0xFF]) == 1023)
        #expect(try raw([0x00, 0x00, 0x00]) == 0)
        #expect(try raw([0x00, 0x02, 0xBC]) == 700)
        #expect(try raw([0xA5, 0xF9, 0x01]) == 257)
    }

    @Test("no chip on the bus is an error, not full light")
    func nobody() {
        let fault = thrownError(DeviceError.self) { try raw([0xFF, 0xFF, 0xFF]) }
        #expect(fault?.message.contains("no converter answers") == true)
    }

    /// Table 5-1: D2 is "don't care" on an MCP3004, which would take input 5 for input 1.
    @Test(
        "an input that the chip has not is refused",
        arguments: [(-1, 8), (8, 8), (31, 8), (5, 4), (4, 4)] as [(Int, Int)])
    func channel(_ channel: Int, _ channels: Int) {
        let fault = thrownError(DeviceError.self) {
            try raw([0, 0, 0], channel: channel, of: channels)
        }
        #expect(fault?.kind == .refused)
    }

    @Test("millivolts need the reference: 512 of 1024 steps of 3.3 V are 1650 mV")
    func millivolts() throws {
        let chip = Chip([0x00, 0x02, 0x00])
        let known = converter(chip, referenceVolts: 3.3)
        #expect(try known.millivolts(0) == .init(millivolts: 1650, isSaturated: false))
        #expect(try converter(chip).millivolts(0) == nil)
    }
}

/// Data sheet SBAS444 (ADS1113/4/5), "Register map".
struct ADS1115Tests {
    fileprivate struct State {
        var configuration: UInt16 = 0x8583
        var conversions: [UInt16: Int16] = [:]
        /// How often the configuration is looked at before a conversion is done.
        var looks = 0
        var error: Int32 = 0
        var forgets = false
        var written: [UInt16] = []
    }

    fileprivate final class Chip: I2CTransfer {
        private let state: Mutex<State>

        init(_ state: State) {
            self.state = Mutex(state)
        }

        func look<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
            state.withLock { body(&$0) }
        }

        func transfer(_ bytes: [UInt8], reading count: Int) throws(IOError) -> [UInt8] {
            let error = look { $0.error }
            guard error == 0 else { throw IOError(call: "I2C_RDWR", code: error) }
            return look { state in
                if bytes.count == 3, bytes[0] == 1, count == 0 {
                    state.configuration = UInt16(bytes[1]) << 8 | UInt16(bytes[2])
                    state.written.append(state.configuration)
                    return []
                }
                guard bytes.count == 1, count == 2 else { return [] }
                let word = bytes[0] == 0 ? state.result : state.looked()
                return [UInt8(word >> 8), UInt8(word & 0xFF)]
            }
        }
    }

    private let clock = ManualScheduler()

    private func converter(
        _ chip: Chip, _ range: ADS1115.Range = .v4096, rate: Int = 860, has12Bits: Bool = false
    ) -> ADS1115 {
        ADS1115(
            I2CChip(chip, name: "0x48 on i2c-1", clock),
            .init(range: range, rate: rate, has12Bits: has12Bits))
    }

    @Test("a conversion is started once, with input, range and rate, and without the comparator")
    func configuration() throws {
        let chip = Chip(State())
        _ = try converter(chip).millivolts(0)
        // OS 1, MUX 100, PGA 001 (4.096 V), MODE 1, DR 111 (860), COMP_QUE 11.
        _ = try converter(chip, .v2048, rate: 128).millivolts(2)
        // OS 1, MUX 110, PGA 010 (2.048 V), MODE 1, DR 100 (128), COMP_QUE 11.
        #expect(chip.look { $0.written } == [0xC3E3, 0xE583])
    }

    @Test("sixteen bits, two's complement, are a share of the range")
    func values() throws {
        let chip = Chip(State(conversions: [0: 0x6720, 1: -8, 2: 0x4000]))
        // 0x6720 = 26400 steps of 0.125 mV.
        #expect(
            try converter(chip).millivolts(0) == .init(millivolts: 3300, isSaturated: false))
        #expect(try converter(chip).millivolts(1)?.millivolts == -1)
        #expect(try converter(chip, .v6144).millivolts(2)?.millivolts == 3072)
    }

    @Test(
        "the end of the range is where the bits end: all 16 of an ADS1115, 12 of an ADS1015",
        arguments: [
            (0x7FFF, false, true), (0x7FF0, false, false), (0x7FF0, true, true),
            (0x7FE0, true, false),
        ] as [(Int16, Bool, Bool)])
    func saturated(_ code: Int16, _ has12Bits: Bool, _ isSaturated: Bool) throws {
        let chip = Chip(State(conversions: [0: code]))
        let converter = converter(chip, .v2048, rate: 128, has12Bits: has12Bits)
        #expect(try converter.millivolts(0)?.isSaturated == isSaturated)
    }

    /// SBAS473: the 12 bits are left-justified, and the rates by bits 7 to 5 are 128, 250, 490, 920, 1600,
    /// 2400 and 3300. ti-ads1015.c gives the raw value shifted, 2047 at most.
    @Test("an ADS1015 has 12 bits, as the kernel gives them, and rates of its own")
    func twelveBits() throws {
        let chip = Chip(State(conversions: [0: 0x7FF0]))
        #expect(try converter(chip, rate: 1600, has12Bits: true).raw(0) == 2047)
        #expect(chip.look { $0.written } == [0xC383])
        #expect(clock.now == Instant(nanoseconds: 625_000))
        #expect(ADS1115.Settings(range: .v4096, rate: 3300, has12Bits: true).rates.count == 7)
    }

    @Test("it waits for the end of the conversion, which is not when it should be by the clock")
    func waits() throws {
        let chip = Chip(State(conversions: [0: 100], looks: 3))
        #expect(try converter(chip, rate: 8).raw(0) == 100)
        // 125 ms for 8 a second, then three quarters more.
        #expect(clock.now == Instant(nanoseconds: 125_000_000 + 3 * 31_250_000))
    }

    @Test("a conversion that does not end is a fault, not a hang")
    func endless() {
        let chip = Chip(State(looks: 1_000_000))
        #expect(thrownError(DeviceError.self) { try converter(chip).raw(0) }?.kind == .timeout)
    }

    @Test("settings that the chip lost with its power are found out")
    func forgets() {
        let chip = Chip(State(forgets: true))
        #expect(thrownError(DeviceError.self) { try converter(chip).raw(0) }?.kind == .corrupt)
    }

    @Test("nobody at the address is no proof that nobody is there", arguments: [EREMOTEIO, ENXIO])
    func nobody(_ code: Int32) {
        let chip = Chip(State(error: code))
        let fault = thrownError(DeviceError.self) { try converter(chip).raw(0) }
        #expect(fault?.kind == .timeout)
        #expect(fault?.message.contains("address") == true)
    }

    @Test("the ranges are those of the data sheet")
    func tables() {
        #expect(ADS1115.Range.allCases.map(\.code) == [0, 1, 2, 3, 4, 5])
    }
}

extension ADS1115Tests.State {
    fileprivate var result: UInt16 {
        UInt16(bitPattern: conversions[configuration >> 12 & 3] ?? 0)
    }

    /// The configuration as the chip shows it: OS is 0 while it converts.
    fileprivate mutating func looked() -> UInt16 {
        if forgets { configuration = 0x8583 }
        guard looks > 0 else { return configuration | 0x8000 }
        looks -= 1
        return configuration & 0x7FFF
    }
}
