import Core
import Settings
import TestSupport
import Testing

@testable import Deployment

@Suite("The page about sticks")
struct StickPageTests {
    @Test("every key of the file stands there, with its default and what it says") func settings()
        throws
    {
        let rows = SettingsReader.describe(DeploymentSettings.self).map { setting in
            let fallback = setting.isRequired ? "must be given" : setting.defaultText ?? "none"
            return "| `\(setting.key)` | \(fallback) | \(setting.summary) |"
        }
        let table = (["| Key | Unless given | What it says |", "|---|---|---|"] + rows)
            .joined(separator: "\n")
        let page = try String(decoding: projectFile("docs/stick.md"), as: UTF8.self)
        #expect(page.contains("\n\(table)\n"), "docs/stick.md should have:\n\(table)")
    }
}
