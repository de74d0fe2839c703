import Core
import Settings
import TestSupport
import Testing

@testable import MQTTBridge

/// The table of the page is made from the program.
@Suite("The page about the broker")
struct MQTTPageTests {
    @Test("every key of the file stands there, with its default and what it says")
    func settings() throws {
        var lines = ["| Key | Unless given | What it says |", "|---|---|---|"]
        for setting in SettingsReader.describe(BridgeSettings.self) {
            lines.append(
                "| `\(setting.key)` | \(setting.defaultText ?? "none") | \(setting.summary) |")
            for member in setting.members {
                let fallback = member.isRequired ? "needed in it" : member.defaultText ?? "none"
                lines.append("| `\(setting.key).\(member.key)` | \(fallback) | \(member.summary) |")
            }
        }
        let page = try String(decoding: projectFile("docs/mqtt.md"), as: UTF8.self)
        let table = lines.joined(separator: "\n")
        #expect(page.contains("\n\(table)\n"), "docs/mqtt.md should have:\n\(table)")
    }
}
