import Testing
import Values

@Suite struct LineBufferTests {
    private func events(_ chunks: String..., limit: Int = 8) -> [LineBuffer.Event] {
        var buffer = LineBuffer(limit: limit)
        return chunks.flatMap { buffer.append(Array($0.utf8)) }
    }

    private func line(_ text: String) -> LineBuffer.Event { .line(Array(text.utf8)) }

    @Test("lines come out whole, however they came in") func chunks() {
        #expect(events("one\ntwo\n") == [line("one"), line("two")])
        #expect(events("o", "ne", "\nt", "wo", "\n") == [line("one"), line("two")])
        #expect(events("unfinished") == [])
    }

    @Test("both line endings end a line, and empty lines are lines") func endings() {
        #expect(events("a\r\nb\n\r\n\n") == [line("a"), line("b"), line(""), line("")])
        #expect(events("a\r", "\n") == [line("a")])
        #expect(events("a\rb\n") == [line("a\rb")])
    }

    @Test("a line of the limit passes with either ending, one byte more does not")
    func limit() {
        #expect(events("12345678\n") == [line("12345678")])
        #expect(events("12345678\r\n") == [line("12345678")])
        #expect(events("123456789\n") == [.tooLong])
        #expect(events("123456789\r\n") == [.tooLong])
        #expect(events("1234567890abcdef\n") == [.tooLong])
    }

    @Test("after a line that was too long the next one is read") func recovers() {
        #expect(events("0123456789", "0123456789\nok\n") == [.tooLong, line("ok")])
    }

    @Test("a byte that ends no line is kept, zero and 255 too") func bytes() {
        var buffer = LineBuffer(limit: 8)
        #expect(buffer.append([0, 255, 10]) == [.line([0, 255])])
    }
}
