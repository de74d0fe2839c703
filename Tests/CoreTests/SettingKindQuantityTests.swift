import Testing

@testable import Core

struct SettingKindQuantityTests {
    private let path = SettingPath("here")

    @Test("a time may be replaced by its word, and by no other")
    func durationOrWord() throws {
        let kind = SettingKind.duration(.zero ... .seconds(10), or: "never")
        #expect(try kind.parse("never", path) == nil)
        #expect(try kind.parse("700ms", path) == .milliseconds(700))
        #expect(throws: ConfigProblems.self) { try kind.parse("always", path) }
        #expect(throws: ConfigProblems.self) { try kind.parse("11s", path) }
        #expect(throws: ConfigProblems.self) { try kind.parse(.null, path) }
        #expect(kind.expected == "a time with its unit, from \"0s\" to \"10s\", or \"never\"")
        #expect(kind.text(nil) == "\"never\"")
        #expect(kind.text(.milliseconds(700)) == "\"0.7s\"")
    }

    @Test("a rate of temperature is read in degrees and times of either kind")
    func temperatureRate() throws {
        let kind = SettingKind.celsiusPerMinute(0...600)
        #expect(try kind.parse("5°C/min", path) == 5)
        #expect(try kind.parse("0.5 °C/s", path) == 30)
        #expect(try kind.parse("9 °F/min", path) == 5)
        #expect(throws: ConfigProblems.self) { try kind.parse("5°C", path) }
    }
}
