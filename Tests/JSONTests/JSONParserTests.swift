import Core
import FoundationEssentials
@testable import JSON
import TestSupport
import Testing

/// Cases in the manner of Nicolas Seriot's JSONTestSuite: what RFC 8259 wants taken and refused.
@Suite struct JSONParserTests {
    private func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
        try JSONValue(parsing: text.utf8)
    }

    @Test(
        "what the grammar allows is read",
        arguments: [
            ("null", .null), (" true ", true), ("false\n", false), ("0", 0), ("-0", 0),
            ("-0.0", 0), ("12", 12), ("-1.5", -1.5), ("1e2", 100), ("1E+2", 100), ("1e-2", 0.01),
            ("0e1", 0), ("123.456e-3", 0.123456), ("1e-400", 0), ("\"\"", ""), ("\"a b\"", "a b"),
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
            (#""\ud83d\ude00""#, "😀"), (#""\uD834\uDD1E""#, "𝄞"), (#""\u0000""#, "\0"),
            ("\"é€😀\"", "é€😀"), ("\"\u{7F}\"", "\u{7F}"), ("\"\u{2028}\"", "\u{2028}"),
            (#""\uFFFF""#, "\u{FFFF}"), ("[]", []), ("[ ]", []), ("[1,2 , 3]", [1, 2, 3]),
            ("[[],{}]", [[], [:]]), ("{}", [:]), (#"{"":0}"#, ["": 0]),
            (#"{ "a" : {"b": [null]} }"#, ["a": ["b": [.null]]]), ("\t[\r\n1]\n", [1]),
            ("\u{FEFF}[1]", [1]),
        ] as [(String, JSONValue)])
    func taken(text: String, expected: JSONValue) throws {
        #expect(try parse(text) == expected)
    }

    @Test(
        "what it does not allow is refused",
        arguments: [
            "", " ", "nul", "nulll", "True", "NaN", "-NaN", "Infinity", "-Infinity", "inf", "+1",
            "01", "-01", "1.", ".5", "-", "-.5", "1e", "1e+", "1.e1", "0x10", "1_000", "1 2",
            "1e400", "-1e400", "'a'", "\"", "\"a", #""\"#, #""\a""#, #""\u12""#, #""\u12G4""#,
            #""\u+123""#, #""\ud800""#, #""\ud800\n""#, #""\ud800\u0041""#, #""\udc00""#,
            #""\ud800\ud800""#, "\"\n\"", "\"\t\"", "\"\u{1F}\"", "\"\0\"", "[", "]", "[1", "[1,",
            "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1}", "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1",
            "{\"a\":1,", "{\"a\":1,}", "{,}", "{a:1}", "{'a':1}", "{1:1}", "{\"a\" 1}",
            "{\"a\":1 \"b\":2}", "{\"a\"::1}", "{\"a\":1}}", "[1]]", "[1] x", "// c\n1", "/* c */1",
            "# c\n1", "[1]\u{0}", "\u{A0}1", "\u{2060}1", "1\u{FEFF}", "tru\u{65}\u{301}",
            #""\u００００""#,
        ])
    func refused(text: String) {
        #expect(throws: JSONSyntaxError.self) { try parse(text) }
    }

    @Test(
        "bytes that are not UTF-8 are refused",
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xE2, 0x82, 0x22], [0xFF, 0xFE, 0x31, 0x00],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0xEF, 0xBB],
        ] as [[UInt8]])
    func notUnicode(bytes: [UInt8]) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes) }
    }

    @Test("64 levels are read, one more is refused, and 100 000 do no harm") func depth() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        _ = try parse(nested(64))
        _ = try parse(
            String(repeating: "{\"a\":", count: 64) + "1" + String(repeating: "}", count: 64))
        #expect(throws: JSONSyntaxError.self) { try parse(nested(65)) }
        #expect(throws: JSONSyntaxError.self) { try parse(nested(100_000)) }
        #expect(throws: JSONSyntaxError.self) { try parse(String(repeating: "{\"a\":", count: 65)) }
        // Depth counts levels, not brackets.
        _ = try parse("[" + Array(repeating: "[]", count: 1000).joined(separator: ",") + "]")
    }

    @Test("a key that stands twice is refused, where it stands the second time")
    func duplicates() throws {
        let error = thrownError(JSONSyntaxError.self) {
            try parse("{\n  \"a\": 1,\n  \"b\": {\"a\": 2},\n  \"a\": 3\n}")
        }
        #expect(error?.line == 4)
        #expect(error?.column == 3)
        #expect(error?.message.contains("\"a\"") == true)
        #expect(throws: JSONSyntaxError.self) { try parse(#"{"a": 1, "\u0061": 2}"#) }
    }

    @Test(
        "an error says line and column as an editor counts them",
        arguments: [
            ("{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3), ("[1,\n2,\n]", 2, 2), ("\"a", 1, 1),
            ("[1, 02]", 1, 5), ("", 1, 1), ("[\"ä€😀\", x]", 1, 9), ("[\"a\\qb\"]", 1, 4),
            ("[1]\r\n x", 2, 2),
        ] as [(String, Int, Int)])
    func places(text: String, line: Int, column: Int) {
        let error = thrownError(JSONSyntaxError.self) { try parse(text) }
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test(
        "the slips that everybody makes are named",
        arguments: [
            ("{\"a\": 1,}", "a comma before the closing }", 8),
            ("{\"a\": [1, 2,\n // c\n]}", "a comma before the closing ]", 12),
            ("{ # c\n\"a\": 1}", "a comment begins with // and ends with its line", 3),
            ("{\"a\": 1 # c\n}", "a comment begins with //", 9),
            ("/* c */ {}", "a comment begins with //", 1),
            ("{} # c", "a comment begins with //", 4),
            ("{'a': 1}", "in double quotes", 2), ("{\"a\": 'b'}", "in double quotes", 7),
            ("{“a”: 1}", "a text is in straight quotes, \"so\"; “ comes of an editor", 2),
            ("{\"a\": „b“}", "straight quotes", 7), ("[«b»]", "straight quotes", 2),
            ("[‘b’]", "straight quotes", 2),
            (
                "{\"every\": 10 hours}",
                "a number with its unit is a text in quotes, such as \"10hours\"", 14
            ),
            ("{\"every\": 10s}", "in quotes, such as \"10s\"", 13),
            ("{\"share\": 50%}", "in quotes, such as \"10%\"", 13),
            ("{\"t\": 3 °C}", "in quotes, such as \"10°C\"", 9),
            ("name: roost\ndrivers:\n", "looks like YAML", 1), ("---\na: 1", "looks like YAML", 1),
            ("- a\n- b", "looks like YAML", 1), ("# c\n\nname: a", "looks like YAML", 1),
            ("name = \"a\"", "looks like TOML", 1), ("<a/>", "looks like XML", 1),
        ] as [(String, String, Int)])
    func slips(text: String, words: String, column: Int) {
        let error = thrownError(JSONSyntaxError.self) {
            try JSONValue(parsing: text.utf8, allowsComments: true)
        }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "read")")
        #expect(error?.column == column)
        let strict = thrownError(JSONSyntaxError.self) { try parse("[1] // c") }
        #expect(strict?.message == "JSON has no comments")
    }

    @Test("on valid documents it agrees with Foundation's decoder") func agrees() throws {
        var generator = SeededGenerator(seed: 8259)
        for _ in 0..<500 {
            let value = JSONValue.arbitrary(depth: 4, using: &generator)
            let line = value.line
            let decoded = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
            #expect(try parse(line) == decoded)
            #expect(try parse(line) == value)
        }
    }

    @Test("damaged documents are read or refused, and never trap") func fuzz() {
        var generator = SeededGenerator(seed: 7)
        let marks = Array("{}[]\",:\\/u0123456789eE+-.dDtfn \n\u{FF}".utf8) + [0, 0x80, 0xED, 0xFF]
        var taken = 0
        for _ in 0..<3000 {
            var bytes = Array(JSONValue.arbitrary(depth: 3, using: &generator).line.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0...bytes.count, using: &generator)
                let mark = marks[Int.random(in: 0..<marks.count, using: &generator)]
                if place < bytes.count, Bool.random(using: &generator) {
                    bytes[place] = mark
                } else if place < bytes.count, Bool.random(using: &generator) {
                    bytes.removeSubrange(place...)
                } else {
                    bytes.insert(mark, at: place)
                }
            }
            do throws(JSONSyntaxError) {
                _ = try JSONValue(
                    parsing: bytes, allowsComments: Bool.random(using: &generator))
                taken += 1
            } catch {
                #expect(error.line >= 1 && error.column >= 1)
            }
        }
        #expect(taken > 0 && taken < 3000)
    }
}

@Suite struct JSONValueTests {
    @Test("a value is named as a person would") func words() {
        #expect(JSONValue.number(12).summary == "the number 12")
        #expect(JSONValue.string("x").summary == "the text \"x\"")
        #expect(JSONValue.array([1, 2]).summary == "a list of 2")
        #expect(JSONValue.null.summary == "null")
    }
}
