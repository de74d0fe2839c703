/// A file that tcpdump or Wireshark wrote, in the classic pcap format: its packets one by one.
///
/// Read by hand and not with libpcap: the format is two fixed headers, unchanged since 1998
/// (`pcap-savefile(5)`), and a library for them would have to be installed on every machine that
/// builds or runs Roost, the ones that fly included. Both byte orders, micro- and nanoseconds.
package struct PcapFile: Sendable {
    package struct Record: Equatable, Sendable {
        /// Counted from 1, as Wireshark does.
        package let number: Int
        /// Of the record's header, from the file's start.
        package let offset: Int
        /// Since 1970.
        package let time: Duration
        /// The packet from its link-layer header on, as far as it was captured.
        package let bytes: ArraySlice<UInt8>
        /// Whether the packet was longer on the wire (a snapshot length below its size).
        package let isCut: Bool
    }

    /// What the packets begin with, a `LINKTYPE_` of the pcap registry.
    package let linkType: UInt32
    private let bytes: ArraySlice<UInt8>
    private let isBigEndian: Bool
    private let fractionsPerSecond: Int64
    private var offset = Self.headerSize
    private var number = 0

    private static let headerSize = 24
    private static let recordHeaderSize = 16
    private static let microseconds: UInt32 = 0xA1B2_C3D4
    private static let nanoseconds: UInt32 = 0xA1B2_3C4D
    private static let nextGeneration: UInt32 = 0x0A0D_0D0A
    /// How gzip's files begin (RFC 1952, section 2.3.1); tcpdump and Wireshark read such captures.
    private static let compressed: UInt16 = 0x1F8B

    /// Whether a file says of itself that it is a capture, of this format or the next one.
    package static func isPcap(_ bytes: ArraySlice<UInt8>) -> Bool {
        let magic = bytes.bigEndian(UInt32.self, at: 0)
        return [microseconds, nanoseconds].contains { $0 == magic || $0.byteSwapped == magic }
            || magic == nextGeneration || bytes.bigEndian(UInt16.self, at: 0) == compressed
    }

    /// - Throws: why the file is no capture that can be read.
    package init(_ bytes: ArraySlice<UInt8>) throws(PcapError) {
        let magic = bytes.bigEndian(UInt32.self, at: 0)
        guard magic != Self.nextGeneration else {
            throw PcapError(
                "a pcapng file; turn it into a classic one: editcap -F pcap IN.pcapng OUT.pcap")
        }
        guard bytes.bigEndian(UInt16.self, at: 0) != Self.compressed else {
            throw PcapError("compressed by gzip; unpack it: gunzip --keep FILE.gz")
        }
        isBigEndian = magic == Self.microseconds || magic == Self.nanoseconds
        switch isBigEndian ? magic : magic.byteSwapped {
        case Self.microseconds: fractionsPerSecond = 1_000_000
        case Self.nanoseconds: fractionsPerSecond = 1_000_000_000
        default: throw PcapError("not a capture file")
        }
        guard bytes.count >= Self.headerSize else {
            throw PcapError("ends within the header of the capture, at byte \(bytes.count)")
        }
        let link = bytes.bigEndian(UInt32.self, at: 20)
        // The upper bits are about a frame check sequence, which is no part of the type.
        linkType = (isBigEndian ? link : link.byteSwapped) & 0x0FFF_FFFF
        self.bytes = bytes
    }

    /// The next packet; `nil` at the end.
    ///
    /// - Throws: where the file is broken. Nothing can be read after that.
    package mutating func next() throws(PcapError) -> Record? {
        let left = bytes.count - offset
        guard left > 0 else { return nil }
        number += 1
        let start = offset
        offset = bytes.count
        guard left >= Self.recordHeaderSize else { throw cut(start) }
        let length = Int(field(at: start + 8))
        guard length <= left - Self.recordHeaderSize else { throw cut(start) }
        offset = start + Self.recordHeaderSize + length
        let fraction = Int64(field(at: start + 4)) * (1_000_000_000 / fractionsPerSecond)
        return Record(
            number: number, offset: start,
            time: .seconds(Int64(field(at: start))) + .nanoseconds(fraction),
            bytes: bytes.dropFirst(start + Self.recordHeaderSize).prefix(length),
            isCut: field(at: start + 12) > UInt32(length))
    }

    private func field(at offset: Int) -> UInt32 {
        let value = bytes.bigEndian(UInt32.self, at: offset)
        return isBigEndian ? value : value.byteSwapped
    }

    private func cut(_ start: Int) -> PcapError {
        PcapError("packet \(number), at byte \(start): the file ends within it")
    }
}

/// What is wrong with a capture, in words.
package struct PcapError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension ArraySlice<UInt8> {
    /// A number in network order, `offset` bytes from the slice's start; 0 past its end.
    func bigEndian<Value: FixedWidthInteger>(_: Value.Type, at offset: Int) -> Value {
        guard offset >= 0, offset + MemoryLayout<Value>.size <= count else { return 0 }
        return withUnsafeBytes {
            Value(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self))
        }
    }
}
