import Core
import JSON
import Terminal
import TestSupport
import Testing

@testable import roost

struct WiringTests {
    private func map(_ boot: String = "", isPi5: Bool = false) -> HeaderMap {
        HeaderMap(boot: BootConfiguration(path: "config.txt", text: boot), isPi5: isPi5)
    }

    private func wiring(
        _ drivers: JSONValue, boot: String = "", isPi5: Bool = false
    ) throws -> Wiring {
        Wiring(
            try ConfigurationFile.read(["name": "test", "drivers": drivers]),
            map(boot, isPi5: isPi5))
    }

    /// The labels by the number of the pin.
    private func labels(_ wiring: Wiring) -> [Int: String] {
        HeaderPin.all.reduce(into: [:]) { $0[$1.number] = wiring.label(at: $1) }
    }

    /// docs/wiring.md, which has them from Raspberry Pi's documentation.
    @Test(
        "the header is the RP1's on a Pi 5, a Pi 500 and a Compute Module 5",
        arguments: [
            ("Raspberry Pi 5 Model B Rev 1.0", true), ("Raspberry Pi 500 Rev 1.0", true),
            ("Raspberry Pi Compute Module 5 Rev 1.0", true),
            ("Raspberry Pi 4 Model B Rev 1.5", false), ("Raspberry Pi Zero 2 W Rev 1.0", false),
            ("Raspberry Pi Compute Module 4 Rev 1.5", false), ("", false), ("5", false),
        ])
    func model(name: String, isPi5: Bool) {
        #expect(HeaderMap.isPi5(named: name) == isPi5)
    }

    @Test(
        "a line of the processor is at its pin",
        arguments: [
            (4, 7), (17, 11), (18, 12), (27, 13), (22, 15), (10, 19), (9, 21), (11, 23), (8, 24),
            (2, 3),
            (3, 5), (14, 8), (15, 10), (12, 32), (13, 33), (19, 35), (16, 36), (5, 29),
        ])
    func pins(gpio: Int, pin: Int) {
        #expect(HeaderPin.at(gpio: gpio)?.number == pin)
    }

    @Test("the header has its 28 lines, 4 supplies and 8 grounds")
    func header() {
        #expect(HeaderPin.all.map(\.number) == Array(1...40))
        #expect(HeaderPin.all.compactMap(\.gpio).sorted() == Array(0...27))
        #expect(HeaderPin.all.filter { $0.name == "3.3 V" }.map(\.number) == [1, 17])
        #expect(HeaderPin.all.filter { $0.name == "5 V" }.map(\.number) == [2, 4])
        #expect(
            HeaderPin.all.filter { $0.name == "GND" }.map(\.number)
                == [6, 9, 14, 20, 25, 30, 34, 39])
    }

    @Test("each kind of device is at the pins of docs/wiring.md")
    func devices() throws {
        let wiring = try wiring([
            "outside": ["driver": "ds18b20"],
            "twilight": ["driver": "photoresistor", "device": "mcp3008", "channel": 0],
            "tank": [
                "driver": "photoresistor", "device": "ads1115", "i2c": 1, "supply": "3.3V",
            ],
            "bolt": ["driver": "servo", "channel": 0],
            "lamps": [
                "driver": "gpio-output", "safe": "inactive", "lines": ["red": "GPIO27"],
            ],
            "flap": ["driver": "gpio-input", "line": "pinctrl-bcm2711:22", "bias": "pull-up"],
            "gps": ["driver": "nmea-gps"],
        ])
        #expect(wiring.conflicts.isEmpty)
        #expect(
            labels(wiring) == [
                3: "tank: I2C1 SDA", 5: "tank: I2C1 SCL", 7: "outside: 1-Wire", 8: "gps: TXD",
                10: "gps: RXD", 12: "bolt: PWM channel 0", 13: "lamps.red: gpio-output",
                15: "flap: gpio-input, pull-up", 19: "twilight: SPI0 MOSI",
                21: "twilight: SPI0 MISO", 23: "twilight: SPI0 SCLK", 24: "twilight: SPI0 CE0",
            ])
    }

    @Test("what shares a bus shares its wires")
    func bus() throws {
        let wiring = try wiring([
            "a": ["driver": "photoresistor", "device": "mcp3008", "spi": "0.0", "channel": 0],
            "b": ["driver": "analog-input", "device": "mcp3008", "spi": "0.1", "channel": 1],
        ])
        #expect(wiring.conflicts.isEmpty)
        #expect(labels(wiring)[23] == "a, b: SPI0 SCLK")
        #expect(labels(wiring)[24] == "a: SPI0 CE0")
        #expect(labels(wiring)[26] == "b: SPI0 CE1")
    }

    @Test("two that want one pin are a conflict, also where their settings name different things")
    func conflict() throws {
        let wiring = try wiring([
            "bolt": ["driver": "servo", "channel": 0],
            "latch": ["driver": "gpio-input", "line": "GPIO18"],
            "outside": ["driver": "ds18b20"],
            "flap": ["driver": "gpio-input", "line": "GPIO4"],
            "x": ["driver": "gpio-input", "line": "GPIO17"],
            "y": ["driver": "gpio-input", "line": "pinctrl-rp1:17"],
        ])
        #expect(
            wiring.conflicts.map(\.description) == [
                "conflict: GPIO 4 (pin 7) cannot be for flap and for outside",
                "conflict: GPIO 17 (pin 11) cannot be for x and for y",
                "conflict: GPIO 18 (pin 12) cannot be for bolt and for latch",
            ])
    }

    /// The table of docs/wiring.md.
    @Test("a PWM channel is where the model and its overlay have it")
    func pwm() throws {
        func pin(_ channel: Int, _ boot: String, isPi5: Bool) throws -> Int? {
            let wiring = try wiring(
                ["bolt": ["driver": "servo", "channel": .number(Double(channel))]], boot: boot,
                isPi5: isPi5)
            return labels(wiring).keys.first
        }
        let others = "dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,func2=4"
        #expect(try pin(1, "", isPi5: false) == 35)
        #expect(try pin(0, others, isPi5: false) == 32)
        #expect(try pin(1, others, isPi5: false) == 33)
        #expect(try pin(2, "", isPi5: true) == 12)
        #expect(try pin(0, "", isPi5: true) == 32)
        #expect(try pin(2, "", isPi5: false) == nil)
    }

    @Test("a thermometer is at the line that its overlay names")
    func movedThermometer() throws {
        let wiring = try wiring(
            ["outside": ["driver": "ds18b20"]], boot: "dtoverlay=w1-gpio,gpiopin=27")
        #expect(labels(wiring) == [13: "outside: 1-Wire"])
    }

    @Test("what is not at the header is told beneath")
    func elsewhere() throws {
        let wiring = try wiring([
            "drone": ["driver": "ardrone", "address": "192.168.1.1"],
            "gps": ["driver": "nmea-gps", "device": "serial/by-id/usb-1"],
            "relay": ["driver": "gpio-output", "safe": "inactive", "line": "relay-0"],
        ])
        #expect(labels(wiring).isEmpty)
        #expect(
            wiring.remarks == [
                "drone: 192.168.1.1, by network", "gps: serial port serial/by-id/usb-1",
                "relay: line relay-0",
            ])
    }

    @Test("no drawing is wider than its terminal, and none shows what a plain one cannot")
    func widths() throws {
        let wiring = try Self.petDoor()
        for columns in [40, 61, 62, 80, 100, 200] {
            for line in WiringDrawing(wiring: wiring).lines(columns: columns) {
                #expect(line.width <= columns, "\(columns): \(line.rendered(colour: false))")
                #expect(!line.inASCII.rendered(colour: false).contains("?"))
            }
        }
    }

    @Test("the page shows the shipped pet door as it is drawn, and the picture that is made of it")
    func page() throws {
        let wiring = try Self.petDoor()
        let drawing = WiringDrawing(wiring: wiring).lines(columns: 100)
            .map { $0.rendered(colour: false) }
        let page = String(decoding: try projectFile("docs/wiring.md"), as: UTF8.self)
        #expect(page.contains(drawing.joined(separator: "\n")))
        let picture = String(decoding: try projectFile("docs/wiring-pet-door.svg"), as: UTF8.self)
        #expect(picture == WiringPicture(wiring: wiring).text)
    }

    @Test("a name from a file cannot break out of the picture")
    func escaped() throws {
        let configuration = try ConfigurationFile.read(["name": "<a & \"b\">"])
        let picture = WiringPicture(wiring: Wiring(configuration, map())).text
        #expect(picture.contains(">&lt;a &amp; &quot;b&quot;&gt; at the"))
    }

    private static func petDoor() throws -> Wiring {
        let json = try JSONValue(
            parsing: projectFile("config/pet-door.json"), allowsComments: true)
        return Wiring(
            try ConfigurationFile.read(json),
            HeaderMap(boot: BootConfiguration(path: "config.txt", text: ""), isPi5: false))
    }
}
