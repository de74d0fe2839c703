import Testing

@testable import JSON

@Suite struct MergePatchTests {
    /// RFC 7396, appendix A: original, patch, result.
    static let examples: [(String, String, String)] = [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ]

    @Test(arguments: examples)
    func aPatchMakesWhatTheStandardSays(original: String, patch: String, result: String) throws {
        let merged = try json(original).merging(json(patch))
        #expect(try merged == json(result))
    }

    @Test func thePatchBetweenTwoValuesMakesTheOneOfTheOther() throws {
        let values = try Self.examples.flatMap { [$0.0, $0.2] }
            .filter { $0.hasPrefix("{") && !$0.contains("null") }.map(json)
        for old in values {
            for new in values { #expect(old.merging(new.mergePatch(from: old)) == new) }
        }
    }

    @Test func whatStaysTheSameIsNotInThePatch() throws {
        let old = try json(#"{"a":{"b":1,"c":2},"d":3}"#)
        let new = try json(#"{"a":{"b":1,"c":4},"d":3}"#)
        #expect(new.mergePatch(from: old).line == #"{"a":{"c":4}}"#)
        #expect(new.mergePatch(from: new).line == "{}")
    }

    private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }
}
