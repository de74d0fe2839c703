import Testing

@testable import Core

@Suite("Status: temperatures in one unit")
struct TemperatureWordsTests {
    /// 12 °C are 53.6 °F, -40 are -40, 85.5 are 185.9.
    @Test(
        "each temperature of a text is told in °F with as many decimals, and nothing else changes",
        arguments: [
            ("12.0 °C", "53.6 °F"), ("-40 °C", "-40 °F"),
            ("a 85.50 °C, b 0 °C", "a 185.90 °F, b 32 °F"),
            ("2.0 °C/min", "2.0 °C/min"), ("no °C", "no °C"), (" °C", " °C"), ("", ""),
            ("62 °C, under-voltage, Wi-Fi -61 dBm", "144 °F, under-voltage, Wi-Fi -61 dBm"),
            ("1..2 °C", "1..2 °C"), ("21.5 °", "21.5 °"),
        ])
    func words(celsius: String, fahrenheit: String) {
        #expect(Core.fahrenheit(celsius) == fahrenheit)
    }
}
