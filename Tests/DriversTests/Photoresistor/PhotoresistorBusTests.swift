import Core
import Devices
import Dispatch
import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import Drivers

/// Data sheet DS21295 (MCP3004/3008), figure 6-1: what goes over the wires in three bytes.
struct PhotoresistorMCP3008Tests {
    private final class Chip: SPITransfer {
        private let sent = Mutex<[[UInt8]]>([])
        private let answer: [UInt8]

        init(_ answer: [UInt8]) {
            self.answer = answer
        }

        var exchanges: [[UInt8]] { sent.withLock { $0 } }

        func exchange(_ bytes: [UInt8]) throws(IOError) -> [UInt8] {
            sent.withLock { $0.append(bytes) }
            return answer
        }
    }

    private func counts(_ answer: [UInt8], channel: Int = 0) throws -> Double {
        try Photoresistor.MCP3008(Chip(answer), referenceVolts: nil).counts(channel)
    }

    @Test(
        "the command is a start bit, single ended, and the input's number",
        arguments: [(0, 0x80), (1, 0x90), (5, 0xD0), (7, 0xF0)] as [(Int, UInt8)])
    func command(_ channel: Int, _ second: UInt8) throws {
        let chip = Chip([0, 0, 0])
        _ = try Photoresistor.MCP3008(chip, referenceVolts: nil).counts(channel)
        #expect(chip.exchanges == [[0x01, second, 0x00]])
    }

    @Test("ten bits follow the null bit; what is before it was not driven and does not count")
    func result() throws {
        #expect(try counts([0xFF, 0xFB, 0xFF]) == 1023)
        #expect(try counts([0x00, 0x00, 0x00]) == 0)
        #expect(try counts([0x00, 0x02, 0xBC]) == 700)
        #expect(try counts([0xA5, 0xF9, 0x01]) == 257)
    }

    @Test("no chip on the bus is a fault, not full light", arguments: [[0xFF, 0xFF, 0xFF], []])
    func nobody(_ answer: [UInt8]) {
        let fault = thrownError(DeviceError.self) { try counts(answer) }
        #expect(fault?.message.contains("no converter answers") == true)
    }

    @Test("an input that the chip has not is refused", arguments: [-1, 8, 31])
    func channel(_ channel: Int) {
        #expect(thrownError(DeviceError.self) { try counts([0, 0, 0], channel: channel) } != nil)
    }

    @Test("millivolts need the reference: 512 of 1024 steps of 3.3 V are 1650 mV")
    func millivolts() throws {
        let chip = Chip([0x00, 0x02, 0x00])
        let known = Photoresistor.MCP3008(chip, referenceVolts: 3.3)
        #expect(try known.millivolts(0) == .init(millivolts: 1650, isClipped: false))
        #expect(try Photoresistor.MCP3008(chip, referenceVolts: nil).millivolts(0) == nil)
    }
}

/// Data sheet SBAS444 (ADS1113/4/5), "Register map".
struct PhotoresistorADS1115Tests {
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
        /// Of all who use this chip.
        let turn = Photoresistor.ADS1115.Turn()

        init(_ state: State) {
            self.state = Mutex(state)
        }

        func look<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
            state.withLock { body(&$0) }
        }

        func exchange(_ bytes: [UInt8], reading count: Int) throws(IOError) -> [UInt8] {
            // Whoever else uses the bus has its chance between any two exchanges.
            sched_yield()
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
        _ chip: Chip, _ range: Photoresistor.ADS1115.Range = .v4096, rate: Int = 860
    ) -> Photoresistor.ADS1115 {
        Photoresistor.ADS1115(chip, .init(range: range, rate: rate), clock, chip.turn)
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
            try converter(chip).millivolts(0) == .init(millivolts: 3300, isClipped: false))
        #expect(try converter(chip).millivolts(1)?.millivolts == -1)
        #expect(try converter(chip, .v6144).millivolts(2)?.millivolts == 3072)
    }

    @Test("the end of the range is clipped, with 16 bits and with 12", arguments: [0x7FFF, 0x7FF0])
    func clipped(_ code: Int16) throws {
        let chip = Chip(State(conversions: [0: code]))
        #expect(try converter(chip, .v2048).millivolts(0)?.isClipped == true)
    }

    @Test("it waits for the end of the conversion, which is not when it should be by the clock")
    func waits() throws {
        let chip = Chip(State(conversions: [0: 100], looks: 3))
        #expect(try converter(chip, rate: 8).counts(0) == 100)
        // 125 ms for 8 a second, then three quarters more.
        #expect(clock.now == Instant(nanoseconds: 125_000_000 + 3 * 31_250_000))
    }

    @Test("a conversion that does not end is a fault, not a hang")
    func endless() {
        let chip = Chip(State(looks: 1_000_000))
        #expect(thrownError(DeviceError.self) { try converter(chip).counts(0) }?.kind == .timeout)
    }

    @Test("settings that the chip lost with its power are found out")
    func forgets() {
        let chip = Chip(State(forgets: true))
        #expect(thrownError(DeviceError.self) { try converter(chip).counts(0) }?.kind == .corrupt)
    }

    @Test("nobody at the address is no proof that nobody is there", arguments: [EREMOTEIO, ENXIO])
    func nobody(_ code: Int32) {
        let chip = Chip(State(error: code))
        let fault = thrownError(DeviceError.self) { try converter(chip).counts(0) }
        #expect(fault?.kind == .timeout)
        #expect(fault?.message.contains("address") == true)
    }

    @Test("two who use one chip do not choose inputs in each other's conversions")
    func shared() {
        let chip = Chip(State(conversions: [0: 100, 1: 200]))
        let wrong = Atomic(0)
        let done = DispatchSemaphore(value: 0)
        for input in 0...1 {
            let converter = converter(chip)
            DispatchQueue(label: "user of input \(input)").async {
                for _ in 0..<5000
                where (try? converter.counts(input)) != Double(100 + 100 * input) {
                    wrong.add(1, ordering: .relaxed)
                }
                done.signal()
            }
        }
        for _ in 0...1 { done.wait() }
        #expect(wrong.load(ordering: .relaxed) == 0)
    }

    @Test("the ranges are those of the data sheet")
    func tables() {
        #expect(Photoresistor.ADS1115.Range.allCases.map(\.code) == [0, 1, 2, 3, 4, 5])
    }
}

extension PhotoresistorADS1115Tests.State {
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
