import Core
import Values

/// What a central means by what it writes, in whatever pieces that comes.
struct UARTLines: Sendable {
    enum Message: Equatable, Sendable {
        /// A line of words, without its end.
        case line(String)
        /// The one character of the locker's phone, written alone.
        case locker(LockerCommand)
        /// Why what came is thrown away.
        case refused(String)
    }

    /// The longest line in bytes. A request has 60.
    static let maxLine = 256
    /// Half a line that is older was never finished.
    static let maxPause = Duration.seconds(10)
    /// More centrals than a radio holds.
    private static let maxCentrals = 8

    private struct Part {
        var bytes: [UInt8] = []
        var at: Instant
        /// It is too long: what comes up to its end is thrown away.
        var isOverlong = false
    }

    private var parts: [String: Part] = [:]

    /// Adds what one central has written in one piece, and gives what is complete.
    mutating func add(_ bytes: [UInt8], from central: String, at now: Instant) -> [Message] {
        parts = parts.filter { now - $0.value.at <= Self.maxPause }
        if parts[central] == nil {
            if bytes.count == 1, let command = LockerCommand(rawValue: bytes[0]) {
                return [.locker(command)]
            }
            guard parts.count < Self.maxCentrals else { return [.refused("too many at once")] }
        }
        var part = parts[central] ?? Part(at: now)
        part.at = now
        let messages = bytes.compactMap { Self.add($0, to: &part) }
        parts[central] = part.bytes.isEmpty && !part.isOverlong ? nil : part
        return messages
    }

    private static func add(_ byte: UInt8, to part: inout Part) -> Message? {
        guard byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else {
            defer { part = Part(at: part.at) }
            guard !part.isOverlong else {
                return .refused("a line has at most \(maxLine) bytes")
            }
            return part.bytes.isEmpty ? nil : line(part.bytes)
        }
        if part.bytes.count < maxLine { part.bytes.append(byte) } else { part.isOverlong = true }
        return nil
    }

    private static func line(_ bytes: [UInt8]) -> Message {
        guard let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { return .refused("a line is text") }
        return .line(text)
    }
}
