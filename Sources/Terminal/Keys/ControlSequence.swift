/// What follows "escape [": numbers, and a final byte that says what they are about.
struct ControlSequence {
    private let isAnswer: Bool
    /// Between semicolons; of each the parts between colons. What is left out is `nil`.
    private let parameters: [[Int?]]
    private let final: UInt8

    /// `nil` for what has no final byte.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let final = bytes.last else { return nil }
        self.final = final
        var text = bytes.dropLast()
        isAnswer = text.first == UInt8(ascii: "?")
        if isAnswer { text = text.dropFirst() }
        parameters = text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { part in
                part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
                    .map { Int(String(decoding: $0, as: UTF8.self)) }
            }
    }

    var input: TerminalInput? {
        switch final {
        case UInt8(ascii: "u") where isAnswer:
            // Bit 1: it reports event types, so releases too.
            return (number(0) ?? 0) & 2 != 0 ? .reportsReleases : nil
        case UInt8(ascii: "u"):
            return key(numbered: number(0)).map { .key($0, action) }
        case UInt8(ascii: "O") where parameters == [[nil]] || parameters.isEmpty:
            return .focusLost
        default:
            guard !isAnswer, !hasModifier, let arrow = KeyDecoder.arrow(final) else { return nil }
            return .key(arrow, action)
        }
    }

    private func number(_ index: Int, _ part: Int = 0) -> Int? {
        guard index < parameters.count, part < parameters[index].count else { return nil }
        return parameters[index][part]
    }

    /// The second parameter is 1 plus: shift 1, alt 2, ctrl 4, super 8, hyper 16, meta 32, caps
    /// lock 64, num lock 128.
    private var modifiers: Int { max(0, (number(1) ?? 1) &- 1) }
    private var hasModifier: Bool { modifiers & 0b11_1110 != 0 }
    private var hasCtrl: Bool { modifiers & 0b11_1110 == 4 }

    /// Behind the modifiers: 1 press, 2 repeat, 3 release.
    private var action: KeyAction {
        switch number(1, 1) {
        case 2: .repeat
        case 3: .release
        default: .press
        }
    }

    private func key(numbered code: Int?) -> Key? {
        guard let code, let byte = UInt8(exactly: code) else { return nil }
        if hasCtrl {
            switch byte {
            case UInt8(ascii: "c"): return .interrupt
            case UInt8(ascii: "z"): return .suspend
            default: return nil
            }
        }
        guard !hasModifier else { return nil }
        switch byte {
        case 13: return .enter
        case 27: return .escape
        case 0x20...0x7E: return .character(KeyDecoder.lowercase(byte))
        default: return nil
        }
    }
}
