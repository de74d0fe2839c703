import Control
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Core

/// Files that settings and requests name.
@Suite struct FileTextTests {
    private struct Settings: PluginSettings {
        let plan: FileText?
        let count: Int

        init(_ read: SettingsReader) {
            plan = read(optional: "plan", .file(upTo: 8), "A plan.")
            count = read("count", .integer(0...9), default: 1, "How many.")
        }
    }

    private let path = SettingPath("policies.p")
    private let described = SettingsReader.describe(Settings.self)

    private func read(
        _ members: [String: JSONValue], _ files: SettingFiles
    ) throws(ConfigurationErrors) -> Settings {
        try SettingsReader.read(
            from: .object(try members.reading(described, with: files, at: path)), at: path)
    }

    @Test("a setting that names a file has its content, read by whoever reads the configuration")
    func content() throws {
        let settings = try read(["plan": "a.txt"]) { name, limit throws(PlainError) in
            FileText(name: name, text: "\(limit) <>")
        }
        #expect(settings.plan == FileText(name: "a.txt", text: "8 <>"))
        let without = try read([:]) { _, _ throws(PlainError) in throw PlainError("read") }
        #expect(without.plan == nil)
    }

    @Test("a file that cannot be read, and one that is too long, are told at their setting")
    func unreadable() {
        let gone = thrown {
            try read(["plan": "a.txt"]) { name, _ throws(PlainError) in
                throw PlainError("\(name) is gone")
            }
        }
        #expect(gone == "policies.p.plan: a.txt is gone")
        let long = thrown {
            try read(["plan": "a.txt"]) { name, _ throws(PlainError) in
                FileText(name: name, text: "123456789")
            }
        }
        #expect(long == "policies.p.plan: a.txt has 9 bytes; at most 8")
        let unread = thrown {
            try SettingsReader.read(Settings.self, from: ["plan": "a.txt"], at: path)
        }
        #expect(unread.contains("expected a file's content as"), "\(unread)")
    }

    private func thrown<Value>(_ body: () throws -> Value) -> String {
        do {
            _ = try body()
            return "nothing"
        } catch {
            return "\(error)"
        }
    }

    @Test("bytes that are no UTF-8 are no text") func notUTF8() {
        #expect(throws: PlainError.self) { try FileText(name: "a", [0x61, 0xFF]) }
    }

    @Test("words that name a file ask for its content, until it comes with them") func words()
        throws
    {
        let declaration = RequestDeclaration<Int>("take", "Take it.", Settings.self) { $0.count }
        let description = declaration.description
        let bare = RequestArguments.words(["a.txt", "3"])
        #expect(
            bare.missingFile(of: description)
                == WantedFile(argument: "plan", name: "a.txt", maxBytes: 8))
        let named = RequestArguments.words(["count=3", "plan=b.txt"])
        #expect(named.missingFile(of: description)?.name == "b.txt")
        #expect(RequestArguments.words(["count=3"]).missingFile(of: description) == nil)
        let whole = RequestArguments.words(
            ["a.txt", "3"], files: ["plan": FileText(name: "a.txt", text: "x")])
        #expect(whole.missingFile(of: description) == nil)
        let settings = try whole.read(Settings.self, of: "take")
        #expect(settings.plan?.text == "x" && settings.count == 3)
    }

    @Test("a line of the control socket may bring the content of files") func controlLine() throws {
        let line = #"{"request": "send", "words": ["p", "take", "a"], "files": {"plan": "#
        let request = try ControlRequest(
            line: Array((line + #"{"file": "a", "text": "x"}}}"#).utf8))
        #expect(
            request
                == .send(
                    .words(["p", "take", "a"], files: ["plan": FileText(name: "a", text: "x")]),
                    deadline: nil))
        #expect(throws: PlainError.self) {
            try ControlRequest(line: Array((line + #""x"}}"#).utf8))
        }
    }

    @Test("without its policies a configuration is read whatever is wrong with those")
    func withoutPolicies() throws {
        let text = Array(#"{"policies": {"p": {"policy": "none such"}}, "run": ["q"]}"#.utf8)
        #expect(throws: ConfigurationErrors.self) {
            try ConfigurationReader.read(text, registry: testRegistry)
        }
        let bare = try ConfigurationReader.read(text, registry: testRegistry, withPolicies: false)
        #expect(bare.policies.isEmpty)
    }
}
