import Values

/// Makes keys of the bytes that a terminal sends, in whatever pieces they come.
///
/// It understands plain characters, the arrow keys of every terminal since the VT100 (CSI and SS3),
/// focus events (xterm), and the key reports of the kitty keyboard protocol
/// (https://sw.kovidgoyal.net/kitty/keyboard-protocol/). Everything else is skipped as a whole, so
/// that no sequence that is not known leaves letters behind that would fly.
package struct KeyDecoder: Sendable {
    /// A sequence comes in one write. What takes longer than this was the escape key, or is broken.
    package static let timeout = Duration.milliseconds(60)
    /// Longer than any sequence that means something here.
    private static let maxBytes = 64

    private enum Progress {
        case unfinished
        case finished(TerminalInput?)
    }

    private var pending: [UInt8] = []
    private var pendingSince = Instant.zero

    package init() {}

    /// Whether it waits for the rest of a sequence, or for the silence behind an escape key.
    package var isWaiting: Bool { !pending.isEmpty }

    /// Takes in bytes and says what they mean.
    package mutating func decode(_ bytes: [UInt8], at now: Instant) -> [TerminalInput] {
        var inputs = giveUp(at: now)
        for byte in bytes {
            if pending.isEmpty { pendingSince = now }
            pending.append(byte)
            if case .finished(let input) = progress {
                pending = []
                if let input { inputs.append(input) }
            }
        }
        return inputs
    }

    /// Ends a sequence that goes on for too long. To be called now and then: an escape key that is
    /// pressed alone is known only by the silence after it.
    package mutating func giveUp(at now: Instant) -> [TerminalInput] {
        guard !pending.isEmpty, now - pendingSince > Self.timeout else { return [] }
        defer { pending = [] }
        return pending == [Byte.escape] ? [.key(.escape, .press)] : []
    }

    private var progress: Progress {
        guard let first = pending.first else { return .finished(nil) }
        guard first == Byte.escape else { return .finished(Self.plain(first)) }
        guard pending.count > 1 else { return .unfinished }
        switch pending[1] {
        case Byte.escape:
            // Pressed twice in a hurry.
            return .finished(.key(.escape, .press))
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return .unfinished }
            return .finished(Self.arrow(pending[2]).map { .key($0, .press) })
        case UInt8(ascii: "["):
            return controlSequence
        default:
            // Alt and a key.
            return .finished(nil)
        }
    }

    /// CSI: parameters (0x30 to 0x3F), intermediates (0x20 to 0x2F) and one final byte (ECMA-48).
    private var controlSequence: Progress {
        guard pending.count > 2, let last = pending.last else { return .unfinished }
        switch last {
        case 0x40...0x7E: return .finished(ControlSequence(pending[2...])?.input)
        case 0x20...0x3F: return pending.count < Self.maxBytes ? .unfinished : .finished(nil)
        default: return .finished(nil)
        }
    }

    static func plain(_ byte: UInt8) -> TerminalInput? {
        switch byte {
        case 0x03: return .key(.interrupt, .press)
        case 0x1A: return .key(.suspend, .press)
        case 0x0A, 0x0D: return .key(.enter, .press)
        case 0x20...0x7E: return .key(.character(lowercase(byte)), .press)
        default: return nil
        }
    }

    /// Caps lock must not change what a key does.
    static func lowercase(_ byte: UInt8) -> Character {
        let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        return Character(Unicode.Scalar(isCapital ? byte + 0x20 : byte))
    }

    static func arrow(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        default: nil
        }
    }

    private enum Byte {
        static let escape: UInt8 = 0x1B
    }
}
