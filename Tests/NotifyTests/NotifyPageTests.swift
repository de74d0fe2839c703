import Core
import JSON
import Settings
import TestSupport
import Testing

@testable import Notify

/// The tables of the page are made from the program.
@Suite("The page about messages")
struct NotifyPageTests {
    private static func rows(_ settings: [SettingDescription], _ prefix: String = "") -> [String] {
        settings.flatMap { setting in
            let fallback = setting.isRequired ? "must be given" : setting.defaultText ?? "none"
            let row = "| `\(prefix)\(setting.key)` | \(fallback) | \(setting.summary) |"
            let isChannel = setting.key == "channels"
            return [row] + (isChannel ? [] : rows(setting.members, "\(setting.key)."))
        }
    }

    @Test("every key of the file stands there, with its default and what it says")
    func settings() throws {
        let page = try String(decoding: projectFile("docs/notify.md"), as: UTF8.self)
        for described in [
            SettingsReader.describe(NotifySettings.self),
            SettingsReader.describe(ChannelSettings.self),
        ] {
            let table =
                (["| Key | Unless given | What it says |", "|---|---|---|"] + Self.rows(described))
                .joined(separator: "\n")
            #expect(page.contains("\n\(table)\n"), "docs/notify.md should have:\n\(table)")
        }
    }

    @Test(
        "what is wrong with the file is said",
        arguments: [
            (
                #"{}"#,
                #"channels: missing; expected an object of 1 to 8 names, each with an object"#
            ),
            (
                #"{"kind": "ntfy", "url": "https://ntfy.sh/"}"#,
                "channels.phone.url: the last part is no topic of ntfy: 1 to 64 letters, digits, - and _"
            ),
            (
                #"{"kind": "webhook", "url": "http://x", "quiet": {"from": "7:00", "to": "07:00"}}"#,
                "channels.phone.quiet.to: it would be quiet all day"
            ),
            (
                #"{"kind": "webhook", "url": "http://x", "passages": {"from": "7:00"}}"#,
                #"channels.phone.passages.to: "from" and "to" need each other"#
            ),
            (
                #"{"kind": "webhook", "url": "http://x", "passages": {"from": "7:00", "to": "07:00"}}"#,
                #"channels.phone.passages.to: must be another time than "from""#
            ),
            (
                #"{"kind": "webhook", "url": "file:///etc/passwd"}"#,
                "channels.phone.url: expected an address such as"
            ),
        ])
    func wrong(text: String, problem: String) throws {
        let given = try JSONValue(parsing: text.utf8)
        let file: JSONValue = given == [:] ? [:] : ["channels": ["phone": given]]
        do {
            let _: NotifySettings = try SettingsReader.read(from: file, at: SettingPath(""))
            Issue.record("it should be refused")
        } catch {
            #expect(error.all.contains { "\($0)".contains(problem) }, "\(error.all)")
        }
    }
}
