import Core
import JSON

/// Messages as MCAP, which Foxglove and others read: https://mcap.dev/spec. JSON without schemas, in the order in
/// which they come, with no index and no checksums, which are optional.
package struct MCAPFile: Sendable {
    /// Numbers of records in the specification, section "Records".
    private enum Opcode: UInt8 {
        case header = 0x01
        case footer = 0x02
        case channel = 0x04
        case message = 0x05
        case dataEnd = 0x0F
    }

    private static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
    private var channels: [String: UInt16] = [:]
    private var sequence: UInt32 = 0

    package init() {}

    package static var head: [UInt8] {
        magic + record(.header, text("") + text("roost \(roostVersion)"))
    }

    /// No summary section, and no checksum of one: zeros.
    package static var tail: [UInt8] {
        record(.dataEnd, bytes(UInt32(0)))
            + record(.footer, bytes(UInt64(0)) + bytes(UInt64(0)) + bytes(UInt32(0))) + magic
    }

    /// A message of a topic, with the topic itself before its first one. `time` is in nanoseconds since 1970.
    package mutating func message(_ topic: String, _ json: JSONValue, at time: UInt64) -> [UInt8] {
        var result: [UInt8] = []
        let number = channels[topic] ?? UInt16(channels.count)
        if channels.updateValue(number, forKey: topic) == nil {
            // Schema 0 is none; the metadata is an empty map.
            result = Self.record(
                .channel,
                Self.bytes(number) + Self.bytes(UInt16(0)) + Self.text(topic) + Self.text("json")
                    + Self.bytes(UInt32(0)))
        }
        sequence &+= 1
        let head = Self.bytes(number) + Self.bytes(sequence) + Self.bytes(time) + Self.bytes(time)
        return result + Self.record(.message, head + Array(json.line.utf8))
    }

    private static func record(_ opcode: Opcode, _ content: [UInt8]) -> [UInt8] {
        [opcode.rawValue] + bytes(UInt64(content.count)) + content
    }

    private static func text(_ text: String) -> [UInt8] {
        bytes(UInt32(text.utf8.count)) + Array(text.utf8)
    }

    private static func bytes(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        (0..<(number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
