import Core
import Settings
import TestSupport
import Testing
import Values

@testable import roost

@Suite struct ConfigurationHistoryTests {
    private let place: TemporaryDirectory
    private let history: ConfigurationHistory

    init() throws {
        place = try TemporaryDirectory()
        history = ConfigurationHistory(state: place.path)
    }

    private func entry(_ text: String, by user: String? = "anna") -> ConfigurationHistory.Entry {
        ConfigurationHistory.Entry(
            offer: ConfigurationOffer(
                text: text, files: ["a.plan": FileText(name: "a.plan", text: "QGC")]),
            appliedBy: user, time: nil)
    }

    @Test("what was kept is read as it was, the newest first") func kept() throws {
        #expect(throws: PlainError.self) { try history.entries() }
        try history.add(entry("{}", by: nil))
        try history.add(entry("{\n \"run\": []}"))
        let entries = try history.entries()
        #expect(entries.map(\.number) == [2, 1])
        #expect(entries.map(\.entry) == [entry("{\n \"run\": []}"), entry("{}", by: nil)])
    }

    @Test("the same once more is not kept twice") func twice() throws {
        for text in ["a", "a", "b", "a"] { try history.add(entry(text)) }
        #expect(try history.entries().map(\.entry.offer.text) == ["a", "b", "a"])
    }

    @Test("the last ten are kept") func bounded() throws {
        for number in 1...25 { try history.add(entry("\(number)")) }
        let entries = try history.entries()
        #expect(entries.map(\.number) == Array((16...25).reversed()))
        #expect(entries.map(\.entry.offer.text) == (16...25).reversed().map { "\($0)" })
    }

    @Test("what the policies were told to use is that of the newest, and kept with it")
    func selection() throws {
        #expect(history.selection == [:])
        let selections: [[String: String]?] = [["door": "dusk"], nil, ["door": "dawn"]]
        for selection in selections {
            let offer = ConfigurationOffer(text: "{}", files: [:], selection: selection)
            try history.add(.init(offer: offer, appliedBy: nil, time: nil))
            #expect(history.selection == selection ?? [:])
        }
        try place.write("configurations/3.json", "{\"offer\"")
        #expect(history.selection == [:])
    }

    /// A power cut between write and rename leaves the draft; rot spoils a file.
    @Test("what a power cut has left, or is damaged, is left out and harms nothing")
    func damaged() throws {
        try history.add(entry("1"))
        try history.add(entry("2"))
        try place.write("configurations/3.json.new", "{\"offer\": {\"te")
        try place.write("configurations/2.json", "{\"offer\"")
        #expect(try history.entries().map(\.entry.offer.text) == ["1"])
        try history.add(entry("3"))
        #expect(try history.entries().map(\.number) == [3, 1])
    }
}
