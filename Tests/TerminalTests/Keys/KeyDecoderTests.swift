import Terminal
import Testing
import Values

@Suite struct KeyDecoderTests {
    private let start = Instant(nanoseconds: 5_000_000_000)

    private func decode(_ text: String) -> [TerminalInput] {
        var decoder = KeyDecoder()
        return decoder.decode(Array(text.utf8), at: start)
    }

    @Test(
        "keys of every terminal",
        arguments: [
            ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
            ("\u{1B}OA", .up), ("\u{1B}OD", .left), ("\r", .enter), ("\n", .enter),
            ("w", .character("w")), ("W", .character("w")), (" ", .character(" ")),
            ("\u{03}", .interrupt), ("\u{1A}", .suspend),
        ] as [(String, Key)])
    func plain(text: String, key: Key) {
        #expect(decode(text) == [.key(key, .press)])
    }

    // kitty keyboard protocol: CSI code ; modifiers : event u, arrows as CSI 1 ; modifiers : event A.
    @Test(
        "kitty's reports tell press, repeat and release, whatever the locks",
        arguments: [
            ("\u{1B}[119;1:1u", .key(.character("w"), .press)),
            ("\u{1B}[119;1:2u", .key(.character("w"), .repeat)),
            ("\u{1B}[119;1:3u", .key(.character("w"), .release)),
            ("\u{1B}[119;65:3u", .key(.character("w"), .release)),
            ("\u{1B}[119;130u", .key(.character("w"), .press)),
            ("\u{1B}[119:87;2u", .key(.character("w"), .press)),
            ("\u{1B}[1;1:3A", .key(.up, .release)), ("\u{1B}[1;129:2C", .key(.right, .repeat)),
            ("\u{1B}[13u", .key(.enter, .press)), ("\u{1B}[27u", .key(.escape, .press)),
            ("\u{1B}[32;1:1u", .key(.character(" "), .press)),
            ("\u{1B}[99;5u", .key(.interrupt, .press)), ("\u{1B}[?11u", .reportsReleases),
        ] as [(String, TerminalInput)])
    func kitty(text: String, input: TerminalInput) {
        #expect(decode(text) == [input])
    }

    @Test(
        "what is not known is skipped whole: no letter of it flies",
        arguments: [
            "\u{1B}[3~", "\u{1B}[15;2~", "\u{1B}[119;3u", "\u{1B}[1;5A", "\u{1B}[?1u", "\u{1B}[I",
            "\u{1B}w", "\u{1B}OP", "\u{1B}[<0;10;10M", "\u{1B}[57358;1:1u", "\u{7F}", "ä",
            "\u{1B}[99999999999999999999;99999999999999999999u", "\u{1B}[;;;u", "\u{1B}[?u",
        ])
    func unknown(text: String) {
        #expect(decode(text) == [])
    }

    @Test("the focus that goes away is told") func focus() {
        #expect(decode("\u{1B}[O") == [.focusLost])
    }

    @Test("a sequence may come byte by byte") func pieces() {
        var decoder = KeyDecoder()
        let inputs = Array("\u{1B}[1;1:3Dx".utf8).flatMap { decoder.decode([$0], at: start) }
        #expect(inputs == [.key(.left, .release), .key(.character("x"), .press)])
    }

    @Test("escape alone is the escape key, once nothing follows") func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B], at: start) == [])
        #expect(decoder.giveUp(at: start + .milliseconds(60)) == [])
        #expect(decoder.giveUp(at: start + .milliseconds(61)) == [.key(.escape, .press)])
        #expect(decoder.giveUp(at: start + .seconds(9)) == [])
    }

    @Test("a sequence that was cut off does not swallow the next key") func cut() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[1;".utf8), at: start) == [])
        let later = decoder.decode(Array("l".utf8), at: start + .milliseconds(100))
        #expect(later == [.key(.character("l"), .press)])
    }

    @Test("noise neither traps nor grows") func noise() {
        var decoder = KeyDecoder()
        var state: UInt64 = 7
        for round in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let bytes = [UInt8(truncatingIfNeeded: state >> 33), 0x1B, 0x5B].prefix(round % 3 + 1)
            _ = decoder.decode(Array(bytes), at: start)
        }
        let later = start + .seconds(1)
        #expect(decoder.decode(Array("q".utf8), at: later).last == .key(.character("q"), .press))
    }
}
