import Terminal
import Testing

@Suite struct StyledTextTests {
    @Test(
        "what would steer a terminal is marked, and breaks of line are spaces",
        arguments: [
            ("\u{1B}[2Jx", "\u{FFFD}[2Jx"), ("a\u{9B}31mb", "a\u{FFFD}31mb"),
            ("\u{1B}]0;title\u{07}", "\u{FFFD}]0;title\u{FFFD}"), ("a\r\nb\tc", "a  b c"),
            ("\u{202E}gnirts", "\u{FFFD}gnirts"), ("a\u{200B}b\u{2028}c", "a\u{FFFD}b\u{FFFD}c"),
            ("\u{7F}\u{00}", "\u{FFFD}\u{FFFD}"),
        ])
    func harmless(text: String, shown: String) {
        #expect(StyledText(text).rendered(colour: false) == shown)
        #expect(StyledText(text).width == shown.count)
        let literal: StyledText = "\(text)"
        #expect(literal.rendered(colour: false) == shown)
    }

    @Test("text of any language stays as it is") func languages() {
        for text in ["21.5 °C", "Tür", "猫", "e\u{301}", "ÀΩ ✔ ▅"] {
            #expect(StyledText(text, .red).rendered(colour: false) == text)
        }
    }

    @Test("a character that is added is as harmless") func added() {
        var text = StyledText("")
        text.append("\u{1B}", .plain)
        text.append("a", .plain)
        #expect(text.rendered(colour: true) == "\u{FFFD}a")
    }

    @Test("one look for all of it, and spaces before it") func looks() {
        let text = StyledText("a", .red) + StyledText("b")
        let dim = text.styled(.dim).rendered(colour: true)
        #expect(dim == "\u{1B}[2ma\u{1B}[0m\u{1B}[2mb\u{1B}[0m")
        #expect(text.aligned(to: 4).rendered(colour: false) == "  ab")
        #expect(text.aligned(to: 1).rendered(colour: false) == "ab")
        #expect(StyledText("", .red).rendered(colour: true) == "")
    }

    @Test("a bar in ASCII shows its height, too") func bars() {
        #expect(StyledText("▁▂▃▄▅▆▇█").inASCII.rendered(colour: false) == "_.-=+*%#")
    }
}
