import Testing
import Values

@Suite("A measurement")
struct MeasurementTests {
    @Test(
        "what a quantity cannot be is no measurement",
        arguments: [
            (.temperature, -273.16), (.temperature, 2000), (.humidity, -7), (.humidity, 200),
            (.pressure, -1), (.light, -1), (.voltage, .nan), (.ratio, .infinity), (.count, -1),
            (.rate, -0.5),
        ] as [(quantity: Measurement.Quantity, value: Double)])
    func impossible(quantity: Measurement.Quantity, value: Double) {
        #expect(Measurement(quantity, value) == nil)
    }

    @Test(
        "it is written as a person writes it: five digits that count, and the unit",
        arguments: [
            (.temperature, 21.340000000000003, "21.34 °C"),
            (.pressure, 1006.53265625, "1006.5 hPa"),
            (.voltage, 12.104, "12.104 V"), (.current, -0.00002, "-0.00002 A"),
            (.humidity, 45, "45 %"), (.ratio, 0.25, "0.25"), (.count, 1_234_567, "1234567"),
            (.power, 0, "0 W"), (.rate, 99999.96, "100000 /s"), (.distance, 9.999996, "10 m"),
        ] as [(quantity: Measurement.Quantity, value: Double, text: String)])
    func text(quantity: Measurement.Quantity, value: Double, text: String) {
        #expect(Measurement(quantity, value)?.description == text)
    }

    @Test("it travels with its quantity and unit, and comes back the same")
    func codable() throws {
        let pressure = try #require(Measurement(.pressure, 1013.25))
        #expect(try roundTrip(pressure) == pressure)
    }

    @Test("a meter of lux calls the light of its full scale 1, and more than that too")
    func light() {
        let level = LightLevel(lux: 250, fullScaleLux: 1000)
        #expect(level.ratio == 0.25)
        #expect(level.approximateLux == 250)
        #expect(LightLevel(lux: 5000, fullScaleLux: 1000).ratio == 1)
    }
}
