/// Writes capture files and the packets in them byte by byte, as `pcap-savefile(5)`, RFC 791 and
/// RFC 768 lay them out.
struct CaptureBuilder {
    var magic: UInt32 = 0xA1B2_C3D4
    var isBigEndian = false
    var linkType: UInt32 = 1
    private(set) var records: [[UInt8]] = []

    var bytes: [UInt8] {
        let header =
            own(magic) + own(UInt16(2)) + own(UInt16(4)) + own(UInt32(0)) + own(UInt32(0))
            + own(UInt32(262_144)) + own(linkType)
        return header + records.joined()
    }

    init(
        magic: UInt32 = 0xA1B2_C3D4, isBigEndian: Bool = false, linkType: UInt32 = 1,
        frames: [[UInt8]] = []
    ) {
        self.magic = magic
        self.isBigEndian = isBigEndian
        self.linkType = linkType
        for frame in frames { add(frame) }
    }

    mutating func add(
        _ frame: [UInt8], seconds: UInt32 = 1, fraction: UInt32 = 2, wireSize: Int? = nil
    ) {
        let size = UInt32(frame.count)
        records.append(
            own(seconds) + own(fraction) + own(size) + own(wireSize.map { UInt32($0) } ?? size)
                + frame)
    }

    /// A number in the byte order of the machine that captured.
    private func own(_ value: some FixedWidthInteger) -> [UInt8] {
        isBigEndian ? big(value) : Array(big(value).reversed())
    }

    static func udp(
        _ payload: [UInt8], from source: UInt16 = 5554, to destination: UInt16 = 40000
    ) -> [UInt8] {
        let ports: [UInt8] = big(source) + big(destination)
        let size: [UInt8] = big(UInt16(8 + payload.count))
        return ports + size + big(UInt16(0)) + payload
    }

    /// An IPv4 packet from 192.168.1.1 to 192.168.1.2; `offset` in bytes.
    static func ipv4(
        _ content: [UInt8], offset: Int = 0, hasMore: Bool = false, identification: UInt16 = 1,
        protocol number: UInt8 = 17, options: [UInt8] = []
    ) -> [UInt8] {
        let headerSize = 20 + options.count
        let fragment = UInt16(offset / 8) | (hasMore ? 0x2000 : 0)
        let parts: [[UInt8]] = [
            [UInt8(0x40 | headerSize / 4), 0], big(UInt16(headerSize + content.count)),
            big(identification), big(fragment),
            [64, number, 0, 0, 192, 168, 1, 1, 192, 168, 1, 2], options, content,
        ]
        return Array(parts.joined())
    }

    static func ethernet(_ packet: [UInt8], type: UInt16 = 0x0800) -> [UInt8] {
        [2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1] + big(type) + packet
    }

    /// One navdata-sized datagram in one frame.
    static func frame(_ payload: [UInt8], from source: UInt16 = 5554) -> [UInt8] {
        ethernet(ipv4(udp(payload, from: source)))
    }
}

func big(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
}
