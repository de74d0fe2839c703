import Core
@testable import JSON
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    // Expected texts: shortest decimal that reads back the same (IEEE 754 limits), RFC 8259, 6.
    @Test(
        "numbers are written as the shortest text, whole ones without a point",
        arguments: [
            (0, "0"), (-0.0, "-0"), (12, "12"), (-3, "-3"), (0.1, "0.1"), (-2.5, "-2.5"),
            (1e15, "1000000000000000"), (0x1p53, "9007199254740992"),
            (0x1p63, "9223372036854775808"), (-0x1p63, "-9223372036854775808"),
            (0x1p64, "1.8446744073709552e+19"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (1.0 / 3, "0.3333333333333333"),
            (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
        ] as [(Double, String)])
    func numbers(number: Double, text: String) {
        #expect(JSONValue.number(number).line == text)
    }

    // RFC 8259, 7: quotation mark, reverse solidus and U+0000 to U+001F must be escaped, no more.
    @Test(
        "only what must be escaped is escaped",
        arguments: [
            ("", #""""#), ("\"\\", #""\"\\""#), ("a/b", #""a/b""#), ("é€😀", #""é€😀""#),
            ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#), ("\r\n", #""\r\n""#),
            ("\0\u{1F}\u{10}", #""\u0000\u001f\u0010""#), ("\u{7F}\u{2028}", "\"\u{7F}\u{2028}\""),
        ] as [(String, String)])
    func strings(string: String, text: String) {
        #expect(JSONValue.string(string).line == text)
    }

    @Test("every character up to U+00FF comes back, and none breaks the line")
    func everyCharacter() throws {
        for code in UInt8.min...UInt8.max {
            let value = JSONValue.string("a\(Character(Unicode.Scalar(code)))b")
            let line = value.line
            #expect(line.utf8.allSatisfy { $0 >= 32 }, "U+\(code)")
            #expect(try JSONValue(parsing: line.utf8) == value, "U+\(code)")
        }
    }

    @Test("keys stand in order, and nothing but the value is written") func order() {
        let value: JSONValue = ["b": 12, "a": ["z": .null, "": []], "c": [true, [:], "x"]]
        #expect(value.line == #"{"a":{"":[],"z":null},"b":12,"c":[true,{},"x"]}"#)
    }

    @Test("any double reads back bit by bit") func doubles() throws {
        var generator = SeededGenerator(seed: 754)
        for _ in 0..<5000 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            let line = JSONValue.number(number).line
            guard case .number(let read) = try JSONValue(parsing: line.utf8) else {
                Issue.record("\(line) is no number")
                continue
            }
            #expect(read.bitPattern == number.bitPattern, "\(line)")
        }
    }
}

@Suite struct WideIntegerTests {
    @Test(
        "whole numbers between two doubles are kept exactly",
        arguments: [
            "9007199254740993", "-9007199254740993", "9223372036854775807",
            "-9223372036854775807", "18446744073709551615",
        ])
    func exact(digits: String) throws {
        let value = try JSONValue(parsing: digits.utf8)
        guard case .wideInteger = value else {
            Issue.record("\(digits) was read as \(value)")
            return
        }
        #expect(value.line == digits)
        #expect(value.summary == "the number \(digits)")
    }

    @Test(
        "a number that a double holds, or that has more than 64 bits, is a plain number",
        arguments: [
            ("9007199254740992", 0x1p53), ("9223372036854775808", 0x1p63),
            ("-9223372036854775808", -0x1p63), ("18446744073709551616", 0x1p64),
            ("18446744073709551617", 0x1p64), ("10000000000000000001e1", 1e20),
            ("9007199254740993.0", 0x1p53),
            ("123456789012345678901234567890", 1.2345678901234568e29),
            ("340282366920938463463374607431768211457", 0x1p128),
        ] as [(String, Double)])
    func plain(text: String, number: Double) throws {
        #expect(try JSONValue(parsing: text.utf8) == .number(number))
    }

    @Test("equal numbers are equal values, whatever they were made of") func canonical() {
        #expect(JSONValue(integer: 5) == .number(5))
        #expect(JSONValue(integer: UInt64(1) << 63) == .number(0x1p63))
        #expect(JSONValue(integer: Int64.max) == JSONValue(integer: UInt64(Int64.max)))
        #expect(JSONValue(integer: Int64.max) != .number(0x1p63))
        #expect(JSONValue(integer: UInt128.max) == nil)
        #expect(WideInteger(exactly: 5) == nil)
    }

    @Test("for people, what holds lists and objects is broken into lines, and reads the same")
    func pretty() throws {
        let value: JSONValue = [
            "name": "a", "empty": [], "fields": ["theta": ["value": [1, -2.5], "unit": "deg"]],
            "list": [[1, 2], 3],
        ]
        #expect(
            value.pretty == """
                {
                  "empty": [],
                  "fields": {
                    "theta": {
                      "unit": "deg",
                      "value": [1, -2.5]
                    }
                  },
                  "list": [
                    [1, 2],
                    3
                  ],
                  "name": "a"
                }
                """)
        #expect(try JSONValue(parsing: value.pretty.utf8) == value)
        let flat: JSONValue = ["value": 61, "unit": "%"]
        #expect(flat.pretty == #"{"unit": "%", "value": 61}"#)
    }
}
