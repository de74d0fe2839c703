/// Builds navdata packets byte by byte from the protocol's field tables (all little-endian).
package struct NavdataBuilder {
    package var magic: UInt32 = 0x5566_7788
    package var state: UInt32 = 0
    package var sequence: UInt32 = 1
    package var options: [[UInt8]] = []

    package init(
        magic: UInt32 = 0x5566_7788, state: UInt32 = 0, sequence: UInt32 = 1,
        options: [[UInt8]] = []
    ) {
        self.magic = magic
        self.state = state
        self.sequence = sequence
        self.options = options
    }

    /// The packet with its checksum: the plain sum of all bytes before that option.
    package var bytes: [UInt8] {
        let body =
            little(magic) + little(state) + little(sequence) + little(UInt32(0)) + options.joined()
        let sum = body.reduce(UInt32(0)) { $0 &+ UInt32($1) }
        return body + little(UInt16(0xFFFF)) + little(UInt16(8)) + little(sum)
    }

    /// An option of `size` bytes in all, zero but for the given fields at their offsets.
    package static func option(
        _ tag: UInt16, size: Int, _ fields: [(offset: Int, bytes: [UInt8])] = []
    ) -> [UInt8] {
        var option = [UInt8](repeating: 0, count: size)
        let header = little(tag) + little(UInt16(size))
        for (offset, bytes) in [(0, header)] + fields {
            for (index, byte) in bytes.enumerated() where offset + index < size {
                option[offset + index] = byte
            }
        }
        return option
    }

    /// Option 0 at its full 148 bytes.
    package static func demo(major: UInt16, minor: UInt16 = 0, battery: UInt32 = 80) -> [UInt8] {
        option(
            0, size: 148,
            [(4, little(UInt32(major) << 16 | UInt32(minor))), (8, little(battery))])
    }
}

package func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

package func little(_ value: Float) -> [UInt8] { little(value.bitPattern) }
package func little(_ value: Double) -> [UInt8] { little(value.bitPattern) }
