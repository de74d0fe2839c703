import JSON
import Testing

@testable import Settings

struct SettingKindQuantityTests {
    private let path = SettingPath("here")

    @Test("a time may be replaced by its word, and by no other")
    func durationOrWord() throws {
        let kind = SettingKind.duration(.zero ... .seconds(10), or: "never")
        #expect(try kind.parse("never", path) == nil)
        #expect(try kind.parse("700ms", path) == .milliseconds(700))
        #expect(throws: ConfigurationErrors.self) { try kind.parse("always", path) }
        #expect(throws: ConfigurationErrors.self) { try kind.parse("11s", path) }
        #expect(throws: ConfigurationErrors.self) { try kind.parse(.null, path) }
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
        #expect(throws: ConfigurationErrors.self) { try kind.parse("5°C", path) }
    }

    @Test("a size of data is read in powers of ten and of two")
    func dataSize() throws {
        let kind = SettingKind.megabytes(0.5...10_000)
        #expect(try kind.parse("256MB", path) == 256)
        #expect(try kind.parse("1.5 GB", path) == 1500)
        #expect(try kind.parse("2MiB", path) == 2.097152)
        #expect(try kind.parse("500kB", path) == 0.5)
        #expect(throws: ConfigurationErrors.self) { try kind.parse("1Mbit", path) }
        #expect(throws: ConfigurationErrors.self) { try kind.parse("100kB", path) }
    }
}
