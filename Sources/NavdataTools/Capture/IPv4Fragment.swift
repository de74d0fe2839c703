/// An IPv4 packet: a whole UDP datagram, or a part of one (RFC 791).
struct IPv4Fragment: Equatable, Sendable {
    /// What the parts of one datagram have in common.
    struct Key: Hashable, Sendable {
        let source: UInt32
        let destination: UInt32
        let identification: UInt16
    }

    let key: Key
    /// Where the content belongs in the datagram, in bytes.
    let offset: Int
    let hasMore: Bool
    let content: ArraySlice<UInt8>
    /// Whether the capture has less of it than its header says.
    let isCut: Bool

    var isWhole: Bool { offset == 0 && !hasMore }
    var range: Range<Int> { offset..<(offset + content.count) }

    private static let udp: UInt8 = 17

    /// `nil` for what is not IPv4, or not UDP, or malformed.
    init?(_ packet: ArraySlice<UInt8>) {
        guard let first = packet.first, first >> 4 == 4, packet.count >= 20 else { return nil }
        let headerSize = Int(first & 0x0F) * 4
        let totalSize = Int(packet.bigEndian(UInt16.self, at: 2))
        guard headerSize >= 20, totalSize >= headerSize,
            packet.bigEndian(UInt8.self, at: 9) == Self.udp
        else { return nil }
        key = Key(
            source: packet.bigEndian(UInt32.self, at: 12),
            destination: packet.bigEndian(UInt32.self, at: 16),
            identification: packet.bigEndian(UInt16.self, at: 4))
        let flags = packet.bigEndian(UInt16.self, at: 6)
        hasMore = flags & 0x2000 != 0
        offset = Int(flags & 0x1FFF) * 8
        isCut = packet.count < totalSize
        // What follows is padding: Ethernet has no frames below 60 bytes.
        content = packet.prefix(totalSize).dropFirst(headerSize)
        // A part without content would add nothing, any number of times.
        guard isWhole || !content.isEmpty else { return nil }
    }
}
