/// The checksum of eight bits that chips on I2C send: the highest bit first, and nothing inverted. The
/// data sheet names the polynomial without its x⁸, and where it begins.
package func crc8(
    _ bytes: some Sequence<UInt8>, polynomial: UInt8, initial: UInt8
) -> UInt8 {
    bytes.reduce(initial) { crc, byte in
        (0..<8).reduce(crc ^ byte) { crc, _ in crc << 1 ^ (crc & 0x80 == 0 ? 0 : polynomial) }
    }
}
