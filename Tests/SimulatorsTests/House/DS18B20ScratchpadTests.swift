import Testing

@testable import Simulators

@Suite("Simulated DS18B20 memory")
struct DS18B20ScratchpadTests {
    @Test("the checksum is that of Maxim's application note 27")
    func checksum() {
        #expect(dallasCRC8([0x02, 0x1C, 0xB8, 0x01, 0, 0, 0]) == 0xA2)
        #expect(dallasCRC8([UInt8](repeating: 0, count: 8)) == 0)
        #expect(dallasCRC8([UInt8](repeating: 0xFF, count: 8)) == 0xC9)
    }

    @Test("the text is that of the kernel's w1_slave file")
    func text() {
        // The example that circulates in every guide to this chip: 23.125 °C.
        #expect(
            DS18B20Scratchpad(celsius: 23.125, resolutionBits: 12).text == """
                72 01 4b 46 7f ff 0e 10 57 : crc=57 YES
                72 01 4b 46 7f ff 0e 10 57 t=23125

                """)
    }

    /// The table "Temperature/Data Relationship" of the data sheet, at 12 bits.
    @Test(
        "the temperature register holds sixteenths of a degree",
        arguments: [
            (125, 0x07D0), (85, 0x0550), (25.0625, 0x0191), (10.125, 0x00A2), (0.5, 0x0008),
            (0, 0x0000), (-0.5, 0xFFF8), (-10.125, 0xFF5E), (-25.0625, 0xFE6F), (-55, 0xFC90),
        ])
    func register(celsius: Double, value: UInt16) {
        let bytes = DS18B20Scratchpad(celsius: celsius, resolutionBits: 12).bytes
        #expect(UInt16(bytes[1]) << 8 | UInt16(bytes[0]) == value)
    }

    @Test(
        "a lower resolution leaves bits out and says so in the configuration byte",
        arguments: [(9, 0x1F, 23000), (10, 0x3F, 23000), (11, 0x5F, 23125), (12, 0x7F, 23187)])
    func resolution(bits: Int, configuration: UInt8, milliCelsius: Int) {
        let scratchpad = DS18B20Scratchpad(celsius: 23.2, resolutionBits: bits)
        #expect(scratchpad.bytes[4] == configuration)
        #expect(scratchpad.text.hasSuffix("t=\(milliCelsius)\n"))
    }

    @Test("what is colder or hotter than the chip can measure is held at its ends")
    func range() {
        #expect(DS18B20Scratchpad(celsius: 900, resolutionBits: 12).text.hasSuffix("t=125000\n"))
        #expect(DS18B20Scratchpad(celsius: -900, resolutionBits: 12).text.hasSuffix("t=-55000\n"))
    }

    @Test("85 °C after power-on and a real 85 °C differ in byte 6")
    func poweredOn() {
        #expect(DS18B20Scratchpad.poweredOn.text.hasPrefix("50 05 4b 46 7f ff 0c 10 1c : crc=1c"))
        #expect(DS18B20Scratchpad(celsius: 85, resolutionBits: 12).bytes[6] == 0x10)
    }

    @Test("a shorted bus reads as nine zeros with a right checksum")
    func shorted() {
        #expect(
            DS18B20Scratchpad.shorted.text == """
                00 00 00 00 00 00 00 00 00 : crc=00 YES
                00 00 00 00 00 00 00 00 00 t=0

                """)
    }
}
