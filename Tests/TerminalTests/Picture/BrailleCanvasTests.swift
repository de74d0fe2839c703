import Terminal
import Testing

@Suite struct BrailleCanvasTests {
    // Unicode, block 2800: dots 1 2 3 7 down the left column are bits 0 1 2 6, dots 4 5 6 8 down the
    // right column are bits 3 4 5 7.
    @Test(
        "each dot has the bit that Unicode gives it",
        arguments: [
            (0, 0, "⠁"), (0, 1, "⠂"), (0, 2, "⠄"), (0, 3, "⡀"),
            (1, 0, "⠈"), (1, 1, "⠐"), (1, 2, "⠠"), (1, 3, "⢀"),
        ] as [(Int, Int, String)])
    func dots(x: Int, y: Int, character: String) {
        var canvas = BrailleCanvas(columns: 1, rows: 1)
        canvas.set(x: x, y: y)
        #expect(canvas.lines == [[Character(character)]])
    }

    @Test("what lies outside is not drawn, and does no harm") func outside() {
        var canvas = BrailleCanvas(columns: 2, rows: 1)
        canvas.set(x: -1, y: 0)
        canvas.line(from: (x: 100, y: 100), to: (x: 200, y: -100))
        #expect(canvas.lines == [[" ", " "]])
    }

    @Test("a line reaches both its ends") func line() {
        var canvas = BrailleCanvas(columns: 4, rows: 1)
        canvas.line(from: (x: 0, y: 3), to: (x: 7, y: 0))
        #expect(canvas.lines[0].first != " " && canvas.lines[0].last != " ")
    }

    @Test("styled text is cut and filled by its columns, not by its escapes") func fitted() {
        let text = StyledText("abc", .red) + StyledText("def")
        #expect(text.fitted(to: 4).rendered(colour: false) == "abcd")
        #expect(text.fitted(to: 8).rendered(colour: false) == "abcdef  ")
        #expect(text.fitted(to: 8).width == 8)
        #expect(text.rendered(colour: true) == "\u{1B}[31mabc\u{1B}[0mdef")
    }
}
