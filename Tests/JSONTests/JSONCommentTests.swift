import Core
@testable import JSON
import TestSupport
import Testing

/// Comments, where they are allowed: from "//" to the end of a line, wherever white space may be.
@Suite struct JSONCommentTests {
    private func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
        try JSONValue(parsing: text.utf8, allowsComments: true)
    }

    @Test(
        "a comment stands wherever white space may",
        arguments: [
            ("// first\n1", 1), ("1// last", 1), ("1 //", 1), ("//\n//\n\t// three\r\n1", 1),
            ("{// a\n\"a\"// b\n:// c\n1// d\n,// e\n\"b\": 2// f\n}", ["a": 1, "b": 2]),
            ("[// a\n1// b\n,// c\n2// d\n]", [1, 2]), ("[// nothing\n]", []),
            ("{ // nothing\n }", [:]), ("// \"]}, ä€😀 /* //\n1", 1), ("\u{FEFF}// c\n1", 1),
            ("// a carriage return alone ends no line\r2\n1", 1),
        ] as [(String, JSONValue)])
    func taken(text: String, expected: JSONValue) throws {
        #expect(try parse(text) == expected)
    }

    @Test("in a text two slashes are two slashes") func texts() throws {
        let text = #"{"//": "http://x", "a": "\"//"} // c"#
        #expect(try parse(text) == ["//": "http://x", "a": "\"//"])
    }

    @Test(
        "nothing else is a comment",
        arguments: [
            "/ 1", "1 /", "/* c */ 1", "# c\n1", "1 / / c", "/\n/ 1", "// only", "", "[1 // ]",
            "1 // c\n2", "tr// c\nue", "1// c\n2", "\"a// c\n\"", "[1, // c\n]",
        ])
    func refused(text: String) {
        #expect(throws: JSONSyntaxError.self) { try parse(text) }
    }

    @Test(
        "an error says line and column as if there were none",
        arguments: [
            ("// ä\n{ // b\n  \"a\": 1 // c\n  \"b\": 2\n}", 4, 3), ("[1, // ]\n2,\n] // d", 2, 2),
            ("1 // c\n x", 2, 2), ("[ // c", 1, 7), ("[1 / 2]", 1, 4),
        ] as [(String, Int, Int)])
    func places(text: String, line: Int, column: Int) {
        let error = thrownError(JSONSyntaxError.self) { try parse(text) }
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test("comments between the tokens of any document do not change what it says") func anywhere()
        throws
    {
        var generator = SeededGenerator(seed: 67)
        for _ in 0..<300 {
            let value = JSONValue.arbitrary(depth: 4, using: &generator)
            let commented = sprinkled(value.line, using: &generator)
            #expect(try parse(commented) == value, "\(commented)")
        }
    }

    /// The text with comments around some of the marks that stand outside of its strings.
    private func sprinkled(_ line: String, using generator: inout SeededGenerator) -> String {
        var text = "// \"begin\n"
        var (isInText, isEscaped) = (false, false)
        for letter in line.unicodeScalars {
            let isMark = !isInText && "{}[],:".unicodeScalars.contains(letter)
            if isMark, Bool.random(using: &generator) { text += " // \"[{\\\n" }
            text.unicodeScalars.append(letter)
            if isMark, Bool.random(using: &generator) { text += "//,\n" }
            if letter == "\"", !isEscaped { isInText.toggle() }
            isEscaped = letter == "\\" && !isEscaped
        }
        return text + "// end"
    }
}
