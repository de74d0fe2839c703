import DriverKit
import Testing

struct CRC8Tests {
    @Test(
        "a checksum is that of the catalogue's algorithm, or of the chip's data sheet",
        arguments: [
            // CRC-8/NRSC-5 and CRC-8/SMBUS of "123456789", by Williams' catalogue of algorithms.
            (Array("123456789".utf8), 0x31, 0xFF, 0xF7),
            (Array("123456789".utf8), 0x07, 0x00, 0xF4),
            // SHT3x data sheet, "Checksum calculation".
            ([0xBE, 0xEF], 0x31, 0xFF, 0x92),
        ] as [(bytes: [UInt8], polynomial: UInt8, initial: UInt8, crc: UInt8)])
    func checksums(bytes: [UInt8], polynomial: UInt8, initial: UInt8, crc: UInt8) {
        #expect(crc8(bytes, polynomial: polynomial, initial: initial) == crc)
    }
}
