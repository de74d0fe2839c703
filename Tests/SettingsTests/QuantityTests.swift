import Values
@testable import Settings
import Testing

@Suite struct QuantityTests {
    @Test(
        "every unit means what the world means by it",
        arguments: [
            (Quantity.time, "250ms", 0.25), (.time, "1.5 s", 1.5), (.time, "2min", 120),
            (.time, "1h", 3600), (.time, "50us", 50e-6), (.time, "50µs", 50e-6),
            (.time, "50\u{3BC}s", 50e-6), (.time, "-1s", -1), (.time, "+.5s", 0.5),
            (.angle, "90deg", 90), (.angle, "90°", 90), (.angle, "3.14159265358979rad", 180),
            (.angularSpeed, "100deg/s", 100), (.angularSpeed, "100 °/s", 100),
            (.temperature, "91.4 °F", 33), (.temperature, "33 °C", 33),
            (.temperature, "-40F", -40), (.temperature, "32°F", 0),
            (.length, "12m", 12), (.length, "50 cm", 0.5), (.length, "5mm", 0.005),
            (.length, "1.5km", 1500), (.speed, "36km/h", 10), (.speed, "10kn", 5.14444),
            (.speed, "50cm/s", 0.5), (.fraction, "20%", 0.2), (.voltage, "3300mV", 3.3),
            (.resistance, "10kohm", 10_000), (.resistance, "4.7 kΩ", 4700),
            // The Ohm sign is another character than the Greek letter, and means the same.
            (.resistance, "470\u{2126}", 470), (.resistance, "1Mohm", 1e6),
        ])
    func units(quantity: Quantity, text: String, expected: Double) throws {
        let value = try quantity.parse(text).get()
        #expect(abs(value - expected) <= abs(expected) * 1e-6 + 1e-12)
    }

    @Test(
        "what is not a number with a unit is refused in words",
        arguments: [
            ("250", "has no unit"), ("", "does not start with a number"),
            ("ms", "does not start with a number"), ("nan s", "does not start with a number"),
            ("inf s", "does not start with a number"), ("--5s", "does not start with a number"),
            ("1.2.3s", "does not start with a number"), ("5 parsec", "unknown unit \"parsec\""),
            ("1e3s", "unknown unit"), ("0x10s", "unknown unit"), ("5 s ", "unknown unit"),
            ("5S", "unknown unit \"S\"; known units: s, ms, us, µs, min, h"),
            ("٣s", "does not start with a number"),
        ])
    func refused(text: String, reason: String) {
        guard case .failure(let error) = Quantity.time.parse(text) else {
            Issue.record("\(text) was taken")
            return
        }
        #expect(error.description.contains(reason))
    }

    @Test(
        "a unit that is written out is refused with its symbol",
        arguments: [
            (Quantity.time, "10 hours", "10h"), (.time, "1 hour", "1h"),
            (.time, "2 Minutes", "2min"),
            (.time, "5sec", "5s"), (.time, "5 secs", "5s"), (.length, "3 meters", "3m"),
            (.angle, "65 degrees", "65deg"), (.temperature, "5 celsius", "5°C"),
            (.fraction, "50 percent", "50%"), (.time, "5 parsec", nil), (.length, "10 hours", nil),
            (.time, "5 S", nil),
        ] as [(Quantity, String, String?)])
    func writtenOut(quantity: Quantity, text: String, meant: String?) {
        guard case .failure(let error) = quantity.parse(text) else {
            Issue.record("\(text) was taken")
            return
        }
        #expect(error.kind == .unknownUnit(meant: meant))
    }

    @Test("a number too large for any unit is refused, not infinite") func huge() {
        let digits = String(repeating: "9", count: 400)
        #expect(throws: Quantity.ParseError.self) { try Quantity.time.parse("\(digits)s").get() }
    }

    @Test("the way a value is written is read as the same value") func roundTrip() throws {
        let samples: [(Quantity, [Double])] = [
            (.time, [0, 0.25, 1, 3600, 1e-6]), (.angle, [0, -12.5, 180]),
            (.temperature, [-40, 0, 33, 36.6]), (.length, [0.005, 12, 1500]),
            (.fraction, [0, 0.2, 0.333, 1]), (.resistance, [470, 1e6]), (.voltage, [3.3]),
            (.speed, [0.5, 10]), (.angularSpeed, [100]),
        ]
        for (quantity, values) in samples {
            for value in values {
                #expect(try abs(quantity.parse(quantity.text(value)).get() - value) < 1e-9)
            }
        }
        #expect(Quantity.time.text(0.25) == "0.25s")
        #expect(Quantity.time.text(1e-6) == "0.000001s")
        #expect(Quantity.time.text(100) == "100s")
        #expect(Quantity.fraction.text(0.2) == "20%")
        #expect(Quantity.temperature.text(33) == "33°C")
    }
}

@Suite struct NumberTextTests {
    @Test("a number has no needless point") func short() {
        #expect(shortText(of: 12) == "12")
        #expect(shortText(of: -0.25) == "-0.25")
        #expect(shortText(of: 1e300) == "1e+300")
        #expect(shortText(of: .nan) == "nan")
    }

    @Test(
        "a fixed number of digits is rounded half away from zero",
        arguments: [
            (0.125, 2, "0.13"), (-3.5, 2, "-3.50"), (-0.001, 2, "0.00"), (2.5, 0, "3"),
            (-2.5, 0, "-3"), (1e-9, 3, "0.000"), (12.3456, 3, "12.346"), (.nan, 1, "nan"),
            (-.infinity, 1, "-inf"),
        ] as [(Double, Int, String)])
    func fixed(number: Double, decimals: Int, expected: String) {
        #expect(fixedText(of: number, decimals: decimals) == expected)
    }

    @Test(
        "a duration is written in the unit that suits it",
        arguments: [
            (Duration.microseconds(35), "35 µs"), (.milliseconds(250), "250 ms"),
            (.microseconds(1500), "1.50 ms"), (.milliseconds(1200), "1.2 s"),
            (.seconds(45), "45 s"),
            (.seconds(240), "4 min"), (.seconds(9000), "2.5 h"), (.zero, "0 s"),
            (.seconds(-45), "-45 s"),
        ])
    func durations(duration: Duration, expected: String) {
        #expect(text(of: duration) == expected)
    }

    @Test(
        "seconds from outside that are no duration are text as well",
        arguments: [Double.nan, 1e300])
    func noDuration(seconds: Double) {
        #expect(!text(ofSeconds: seconds).isEmpty)
    }
}
