import Values

/// Turns a report into the bytes of a navdata packet.
enum NavdataEncoder {
    private static let magic: UInt32 = 0x5566_7788
    private static let checksumTag: UInt16 = 0xFFFF

    /// The header and the options of `tags`, closed by the checksum.
    static func packet(
        _ report: NavdataReport, sequence: UInt32, tags: [NavdataTag]
    ) -> [UInt8] {
        var packet: [UInt8] = []
        packet.append(littleEndian: magic)
        packet.append(littleEndian: report.state.rawValue)
        packet.append(littleEndian: sequence)
        packet.append(littleEndian: UInt32(1))
        for tag in tags {
            packet += tag.option(report).bytes
        }
        return packet + checksum(of: packet).bytes
    }

    /// The last option: the plain sum of all bytes before it.
    private static func checksum(of packet: [UInt8]) -> NavdataOption {
        let sum = packet.reduce(UInt32(0)) { $0 &+ UInt32($1) }
        var option = NavdataOption(tag: checksumTag, size: 8)
        option.put(sum, at: 4)
        return option
    }

    /// A time as the firmware packs it: 11 bits of seconds, 21 bits of microseconds.
    static func packedTime(_ time: Duration) -> UInt32 {
        let microseconds = max(0, time.nanoseconds / 1000)
        let seconds = UInt32(truncatingIfNeeded: microseconds / 1_000_000)
        return seconds << 21 | UInt32(truncatingIfNeeded: microseconds % 1_000_000)
    }
}
