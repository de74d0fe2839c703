import Testing
import Values

@testable import Drivers

struct DS18B20ScratchpadTests {
    private typealias ReadingError = DS18B20.ReadingError

    private func celsius(_ content: String) throws -> Double {
        try DS18B20.Scratchpad(parsing: Array(content.utf8)).temperature().celsius
    }

    private func expect(_ rejection: DS18B20.ReadingError, _ content: String) {
        #expect(throws: rejection) { try celsius(content) }
    }

    @Test("the checksum is the one of 1-Wire")
    func checksum() {
        // Maxim application note 27: the ROM 00 00 00 01 B8 1C 02 has the CRC A2.
        let rom: [UInt8] = [0x02, 0x1C, 0xB8, 0x01, 0x00, 0x00, 0x00]
        #expect(DS18B20.Scratchpad.checksum(of: rom) == 0xA2)
    }

    @Test("the reading of the kernel's documentation is 23.125 °C at 12 bits")
    func documented() throws {
        #expect(try celsius(DS18B20Content.documented) == 23.125)
        let bytes = Array(DS18B20Content.documented.utf8)
        #expect(try DS18B20.Scratchpad(parsing: bytes).resolutionBits == 12)
    }

    /// Data sheet, table 1: temperature and its two bytes.
    @Test(
        "every temperature of the data sheet's table is read",
        arguments: [
            (0x07D0, 125), (0x0550, 85), (0x0191, 25.0625), (0x00A2, 10.125), (0x0008, 0.5),
            (0x0000, 0), (0xFFF8, -0.5), (0xFF5E, -10.125), (0xFE6F, -25.0625), (0xFC90, -55),
        ] as [(UInt16, Double)])
    func table(_ word: UInt16, _ expected: Double) throws {
        let content = DS18B20Content.sixteenths(Int16(bitPattern: word))
        #expect(try celsius(content) == expected)
    }

    @Test("bits that are undefined at a lower resolution do not count")
    func undefinedBits() throws {
        // 0x0197: 25.4375 °C at 12 bits; at 9 bits the lowest three say nothing: 25.0 °C.
        let content = DS18B20Content.sixteenths(0x0197, configuration: DS18B20Content.bits9)
        #expect(try celsius(content) == 25)
        let bytes = Array(content.utf8)
        #expect(try DS18B20.Scratchpad(parsing: bytes).resolutionBits == 9)
    }

    @Test("85.00 °C after power-on is rejected, a true 85.00 °C is not")
    func powerOnReset() throws {
        expect(.powerOnReset, DS18B20Content.powerOnReset)
        #expect(try celsius(DS18B20Content.sixteenths(0x0550, byte6: 0x10)) == 85)
        // Byte 6 alone proves nothing either.
        #expect(try celsius(DS18B20Content.sixteenths(0x0191, byte6: 0x0C)) == 25.0625)
    }

    /// w1_therm.c, w1_DS18B20_convert_temp: with bit 7 of the configuration set its bits 1 and 0
    /// are two more of the temperature, in steps of 1/64 °C.
    @Test(
        "a GX20MH01 with 13 or 14 bits has finer steps",
        arguments: [
            (0x0172, 0xBF, 23_171, 14, 23.171875), (0x0172, 0x9F, 23_171, 13, 23.15625),
            (-0x0A2, 0xBD, -10_109, 14, -10.109375), (0x0172, 0xFC, 23_125, 14, 23.125),
        ] as [(Int, UInt8, Int, Int, Double)])
    func fine(_ raw: Int, _ configuration: UInt8, _ milli: Int, _ bits: Int, _ celsius: Double)
        throws
    {
        let word = UInt16(bitPattern: Int16(raw))
        let content = DS18B20Content.of(
            [UInt8(word & 255), UInt8(word >> 8), 0x4B, 0x46, configuration, 0xFF, 0x0E, 0x10],
            milli: milli)
        let scratchpad = try DS18B20.Scratchpad(parsing: Array(content.utf8))
        #expect(scratchpad.resolutionBits == bits)
        #expect(try scratchpad.temperature().celsius == celsius)
        // What the kernel waits for them (w1_DS18B20_convert_time) must not seem too short.
        #expect(scratchpad.conversionTime == .milliseconds(bits == 13 ? 850 : 1600))
    }

    @Test("127.94 °C is rejected as too little power")
    func insufficientPower() {
        expect(.insufficientPower, DS18B20Content.sixteenths(0x07FF, byte6: 0x0C))
    }

    @Test("a shorted bus reads all zeros with a right checksum, and is rejected")
    func shorted() {
        expect(.shortedBus, DS18B20Content.of([0, 0, 0, 0, 0, 0, 0, 0], milli: 0))
    }

    @Test("an empty file is how the kernel says that it failed")
    func empty() {
        expect(.empty, "")
    }

    @Test("what the kernel itself calls wrong is rejected")
    func saysNo() {
        // All ones: a bus that nobody answers on. CRC of eight FF is C9, not FF.
        let ones = "ff ff ff ff ff ff ff ff ff"
        expect(.checksum, "\(ones) : crc=c9 NO\n72 01 4b 46 7f ff 0e 10 57 t=-62\n")
    }

    @Test("a flipped bit is rejected though the kernel said yes")
    func flipped() {
        let flipped = DS18B20Content.documented.replacing("72 01", with: "73 01")
        expect(.checksum, flipped)
    }

    @Test("two lines that are not of one reading are rejected")
    func mixed() {
        expect(.malformed, DS18B20Content.documented.replacing("t=23125", with: "t=85000"))
        expect(
            .malformed,
            DS18B20Content.documented.replacing("t=23125", with: "t=-9223372036854775808"))
    }

    @Test("a reading that is cut short anywhere is rejected")
    func torn() {
        // The end is there when the last digit is; without it, t= differs or is missing.
        let bytes = Array(DS18B20Content.documented.utf8.dropLast())
        for length in 1..<bytes.count {
            #expect(throws: ReadingError.malformed, "the first \(length) bytes") {
                try DS18B20.Scratchpad(parsing: Array(bytes[..<length]))
            }
        }
    }

    @Test(
        "nonsense is rejected",
        arguments: [
            "\n", "\n\n", " : \n", "t=21000", "hello\nworld\n", "\0\0\0\0",
            "72 01 4b 46 7f ff 0e 10 57 : crc=57 MAYBE\n72 01 4b 46 7f ff 0e 10 57 t=23125\n",
            "+2 01 4b 46 7f ff 0e 10 57 : crc=57 YES\n72 01 4b 46 7f ff 0e 10 57 t=23125\n",
            "72 01 4b 46 7f ff 0e 10 57 57 crc=57 YES\n72 01 4b 46 7f ff 0e 10 57 t=23125\n",
            "72 01 4b 46 7f ff 0e 10 57 : crc=57 YES\n72 01 4b 46 7f ff 0e 10 57 t=abc\n",
            String(repeating: "72 01 4b 46 7f ff 0e 10 57 : crc=57 YES\n", count: 90),
        ])
    func nonsense(_ content: String) {
        expect(.malformed, content)
    }

    @Test("every rejection says something else to the person who reads it")
    func words() {
        let value = Temperature(celsius: 3)
        let all: [DS18B20.ReadingError] = [
            .empty, .malformed, .checksum, .shortedBus, .powerOnReset, .insufficientPower,
            .conversionIncomplete(bits: 12, waited: .milliseconds(95)),
            .outOfRange(value, min: value, max: value),
            .jump(from: value, to: value, within: .seconds(10)), .disagreement(value, value),
            .unprovenPowerOnValue,
        ]
        #expect(Set(all.map(\.description)).count == all.count)
    }
}

struct DS18B20PlausibilityTests {
    private let start = Instant(nanoseconds: 5_000_000_000)
    private var plausibility = DS18B20.Plausibility(
        .init(
            min: Temperature(celsius: -40), max: Temperature(celsius: 60),
            celsiusPerSecond: 0.5))

    private mutating func accepts(_ celsius: Double, after seconds: Double = 0) -> Bool {
        (try? accept(celsius, after: seconds)) != nil
    }

    private mutating func accept(
        _ celsius: Double, after seconds: Double = 0
    ) throws(DS18B20.ReadingError) -> Temperature? {
        let now = start + .nanoseconds(Int64(seconds * 1e9))
        return try plausibility.accept(Temperature(celsius: celsius), at: now)
    }

    /// Two readings of it, with which a sensor begins.
    private mutating func begin(at celsius: Double) {
        #expect(!accepts(celsius))
        #expect(accepts(celsius))
    }

    @Test("the range is closed at both ends, and -127 °C is outside of any")
    mutating func range() {
        #expect(!accepts(-127))
        #expect(!accepts(-40.0625))
        #expect(!accepts(60.0625))
        begin(at: -40)
        plausibility = DS18B20.Plausibility(
            .init(
                min: Temperature(celsius: -55), max: Temperature(celsius: 60),
                celsiusPerSecond: 10))
        begin(at: 60)
    }

    @Test("a sensor begins with two readings that agree, and the latest one counts")
    mutating func first() throws {
        let first = try accept(50)
        #expect(first == nil)
        let disagreement = DS18B20.ReadingError.disagreement(
            Temperature(celsius: 50), Temperature(celsius: 20))
        #expect(throws: disagreement) {
            try plausibility.accept(Temperature(celsius: 20), at: start + .seconds(1))
        }
        #expect(
            disagreement.description == "the first readings do not agree: 50.00 °C, then 20.00 °C")
        #expect(!accepts(60, after: 11))
        #expect(!accepts(20, after: 21))
        #expect(accepts(20.5, after: 31))
        #expect(accepts(21, after: 41))
    }

    /// A NOVOSENSE NS18B20 has no mark at a value that it has not measured: cpetrich/counterfeit_DS18B20, README, Family E.
    @Test("85 °C is believed only beside a temperature near it, however often it is read")
    mutating func powerOnValue() {
        plausibility = DS18B20.Plausibility(
            .init(
                min: Temperature(celsius: -55), max: Temperature(celsius: 125),
                celsiusPerSecond: 0.5))
        for second in 0..<300 { #expect(!accepts(85, after: Double(second))) }
        #expect(!accepts(20, after: 300))
        #expect(accepts(20, after: 301))
        // Long after the time in which the sensor could have become as hot.
        for second in 302..<900 { #expect(!accepts(85, after: Double(second))) }
        #expect(accepts(74.5, after: 1000))
        #expect(!accepts(85, after: 1060))
        #expect(accepts(75, after: 1070))
        #expect(accepts(85, after: 1100))
        #expect(accepts(85, after: 1110))
    }

    @Test("a jump is measured against the last accepted value, with one step of 9 bits free")
    mutating func jump() {
        begin(at: 20)
        // 10 s at 0.5 °C/s and one step of 0.5 °C: 5.5 °C.
        #expect(!accepts(-1.25, after: 10))
        #expect(!accepts(25.5625, after: 10))
        #expect(accepts(25.5, after: 10))
        #expect(accepts(26, after: 10))
    }

    @Test("a true jump is believed after the time that it may take")
    mutating func believed() {
        begin(at: 20)
        // 20 °C at 0.5 °C/s, less the free step: 39 s.
        #expect(!accepts(0, after: 38))
        #expect(accepts(0, after: 39))
    }

    @Test("a jump tells its figures")
    mutating func figures() throws {
        begin(at: 20)
        let expected = DS18B20.ReadingError.jump(
            from: Temperature(celsius: 20), to: Temperature(celsius: -1.25), within: .seconds(10))
        #expect(throws: expected) {
            try plausibility.accept(Temperature(celsius: -1.25), at: start + .seconds(10))
        }
        #expect(expected.description == "20.00 °C to -1.25 °C within 10 s is too fast")
    }
}
