import Core
import JSON
import Testing

@testable import roost

struct ScannedConfigurationTests {
    private func json(_ findings: Finding...) throws -> (text: String, json: JSONValue) {
        let text = ScannedConfiguration(findings.map { ("a", $0) }).text
        return (text, try JSONValue(parsing: text.utf8, allowsComments: true))
    }

    @Test("names are made plain, and told apart") func names() throws {
        let findings = (0..<3).map { _ in Finding.device("x", name: "a chip/\"1\"é", []) }
        let text = ScannedConfiguration(findings.map { ("d", $0) }).text
        let drivers = try JSONValue(parsing: text.utf8, allowsComments: true)["drivers"]
        let block: JSONValue = ["driver": "d"]
        #expect(
            drivers
                == .object(["a-chip--1--": block, "a-chip--1--2": block, "a-chip--1--3": block]))
    }

    @Test(
        "words of a device do not leave their comment",
        arguments: ["\n", "\r\n", "\u{2028}", "\u{1B}"])
    func injected(mark: String) throws {
        let what = "chip\(mark)\"evil\": {"
        let (text, json) = try json(.remark(what), .device(what, name: "", [("b", .string(what))]))
        #expect(json == ["drivers": ["device": ["driver": "a", "b": .string(what)]]])
        #expect(text.contains("// chip \"evil\": {\n"))
    }

    @Test("with proposals only nothing is configured") func proposalsOnly() throws {
        let (text, json) = try json(.proposal("x", name: "servo", [("channel", 0)]))
        #expect(json == ["drivers": [:]])
        #expect(text.contains("\n    // \"servo\": { \"driver\": \"a\", \"channel\": 0 },\n"))
    }
}
