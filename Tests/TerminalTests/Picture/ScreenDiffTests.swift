import Terminal
import Testing

@Suite struct ScreenDiffTests {
    @Test("the first picture clears the screen, an unchanged one costs nothing") func first() {
        var diff = ScreenDiff()
        let first = diff.update(to: ["one", "two"])
        #expect(first.contains("\u{1B}[2J"))
        #expect(first.contains("\u{1B}[1;1Hone") && first.contains("\u{1B}[2;1Htwo"))
        #expect(diff.update(to: ["one", "two"]) == "")
    }

    @Test("only rows that changed are written, and what is left over is cleared") func changed() {
        var diff = ScreenDiff()
        _ = diff.update(to: ["one", "two", "three"])
        let text = diff.update(to: ["one", "2"])
        #expect(text == "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[K2\u{1B}[3;1H\u{1B}[J\u{1B}[?2026l")
    }

    @Test("a screen that was another's is drawn whole") func forgotten() {
        var diff = ScreenDiff()
        _ = diff.update(to: ["one"])
        diff.forget()
        #expect(diff.update(to: ["one"]).contains("\u{1B}[2J"))
    }

    @Test("text in ASCII keeps its width, and dots become strokes where they are") func ascii() {
        let text = StyledText("┌─ ↑ 12° ±2 ⠶⠉⣀⠁ █", .red)
        #expect(text.inASCII.rendered(colour: false) == "+- ^ 12' ~2 -\"_. #")
        #expect(text.inASCII.width == text.width)
    }
}
