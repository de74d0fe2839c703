extension ARDrone {
    /// Little-endian fields of a packet or of one option, by their offset from its first byte.
    ///
    /// A view, not a copy. What lies past the end reads as 0, so that a wrong offset in a table
    /// is a wrong value in a test and not a crash in the air.
    package struct NavdataBytes {
        private let bytes: UnsafeRawBufferPointer

        private init(_ bytes: UnsafeRawBufferPointer) {
            self.bytes = bytes
        }

        /// Lends `body` a view of `bytes`. Neither it nor a view of a part may leave `body`: views
        /// are not counted as references, which took more than half of the time of a packet.
        package static func read<Result, Failure: Error>(
            _ bytes: ArraySlice<UInt8>, _ body: (NavdataBytes) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            let result = bytes.withUnsafeBytes { bytes in
                Swift.Result { () throws(Failure) in try body(NavdataBytes(bytes)) }
            }
            return try result.get()
        }

        package var count: Int { bytes.count }

        /// `count` bytes from `offset` on, or as many of them as there are.
        func slice(from offset: Int, count: Int) -> NavdataBytes {
            let start = min(max(0, offset), bytes.count)
            let end = start + min(max(0, count), bytes.count - start)
            return NavdataBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }

        /// The sum of the first `count` bytes, modulo 2^32: the checksum of the protocol.
        func sum(ofFirst count: Int) -> UInt32 {
            var sum: UInt32 = 0
            for byte in bytes.prefix(count) { sum &+= UInt32(byte) }
            return sum
        }

        package func uint16(at offset: Int) -> UInt16 { integer(at: offset) }
        package func uint32(at offset: Int) -> UInt32 { integer(at: offset) }

        package func integer<Value: FixedWidthInteger>(at offset: Int) -> Value {
            let size = MemoryLayout<Value>.size
            guard offset >= 0, offset + size <= bytes.count else { return 0 }
            return Value(
                littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
        }
    }
}
