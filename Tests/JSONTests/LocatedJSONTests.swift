import JSON
import Testing

@Suite struct LocatedJSONTests {
    private let text = """
        {
          "a": [1, {"b": 2},
            [3]
          ],
          "c":
            {"d": "x\\ny",
             "e": null}
        }
        """

    @Test("each value knows the line that it begins in") func lines() throws {
        let json = try LocatedJSON(parsing: Array(text.utf8))
        let plain = try JSONValue(parsing: text.utf8)
        #expect(json.value == plain)
        #expect(json.line == 1)
        #expect(json["a"]?.items?.map(\.line) == [2, 2, 3])
        #expect(json["a"]?.items?.last?.items?.first?.value == 3)
        #expect(json["c"]?.line == 6)
        #expect(json["c"]?["e"]?.line == 7)
        #expect(json["c"]?.items == nil)
        #expect(json["none"] == nil)
    }

    @Test("a path leads to its line, or to that of the last that is there") func paths() throws {
        let a = SettingPath("a")
        let json = try LocatedJSON(parsing: Array(text.utf8))
        #expect(json.line(of: a.index(2).index(0)) == 3)
        #expect(json.line(of: SettingPath("c").key("e")) == 7)
        #expect(json.line(of: SettingPath("c").key("none")) == 6)
        #expect(json.line(of: a.index(9)) == 2)
        #expect(json.line(of: SettingPath("")) == 1)
    }

    @Test("what is no JSON is refused as everywhere") func broken() {
        #expect(throws: JSONSyntaxError.self) { try LocatedJSON(parsing: Array("{\"a\": }".utf8)) }
    }
}
