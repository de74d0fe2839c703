/// Takes the header of the link layer off a captured packet. The numbers are those of the pcap
/// registry of link types; each is what some Linux interface or `tcpdump -i any` gives.
enum LinkLayer {
    private static let ipv4: UInt16 = 0x0800
    private static let vlans: [UInt16] = [0x8100, 0x88A8]
    /// `AF_INET`, alike on every system, in the capturing machine's byte order.
    private static let internetFamilies: [UInt32] = [2, 2 << 24]

    static func isKnown(_ linkType: UInt32) -> Bool {
        [0, 1, 12, 14, 101, 108, 113, 228, 276].contains(linkType)
    }

    /// The IPv4 packet, perhaps with padding after it; `nil` when it is another protocol.
    static func ipv4Packet(
        in frame: ArraySlice<UInt8>, linkType: UInt32
    ) -> ArraySlice<UInt8>? {
        switch linkType {
        case 0, 108:  // Loopback of BSD: a protocol family.
            let family = frame.bigEndian(UInt32.self, at: 0)
            return internetFamilies.contains(family) ? frame.dropFirst(4) : nil
        case 1: return ethernet(frame)
        case 12, 14, 101, 228: return frame  // Raw IP.
        case 113: return cooked(frame, protocolAt: 14, headerSize: 16)
        case 276: return cooked(frame, protocolAt: 0, headerSize: 20)
        default: return nil
        }
    }

    private static func ethernet(_ frame: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var typeOffset = 12
        while vlans.contains(frame.bigEndian(UInt16.self, at: typeOffset)) { typeOffset += 4 }
        return cooked(frame, protocolAt: typeOffset, headerSize: typeOffset + 2)
    }

    private static func cooked(
        _ frame: ArraySlice<UInt8>, protocolAt offset: Int, headerSize: Int
    ) -> ArraySlice<UInt8>? {
        frame.bigEndian(UInt16.self, at: offset) == ipv4 ? frame.dropFirst(headerSize) : nil
    }
}
