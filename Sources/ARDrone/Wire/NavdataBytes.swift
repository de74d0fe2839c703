extension ARDrone {
    /// Little-endian fields of a packet or of one option, by their offset from its first byte.
    ///
    /// A view, not a copy. What lies past the end reads as 0, so that a wrong offset in a table
    /// is a wrong value in a test and not a crash in the air.
    struct NavdataBytes {
        private let bytes: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) {
            self.bytes = bytes
        }

        var count: Int { bytes.count }

        func slice(from offset: Int, count: Int) -> NavdataBytes {
            NavdataBytes(bytes.dropFirst(offset).prefix(count))
        }

        /// The sum of the first `count` bytes, modulo 2^32: the checksum of the protocol.
        func sum(ofFirst count: Int) -> UInt32 {
            bytes.prefix(count).withUnsafeBufferPointer {
                var sum: UInt32 = 0
                for byte in $0 { sum &+= UInt32(byte) }
                return sum
            }
        }

        func uint16(at offset: Int) -> UInt16 { integer(at: offset) }
        func uint32(at offset: Int) -> UInt32 { integer(at: offset) }

        func integer<Value: FixedWidthInteger>(at offset: Int) -> Value {
            let size = MemoryLayout<Value>.size
            guard offset >= 0, offset + size <= bytes.count else { return 0 }
            return bytes.withUnsafeBytes {
                Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self))
            }
        }
    }
}
