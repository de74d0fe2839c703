import Core
import LinuxIO

/// Which pins a claim comes out at: by docs/wiring.md, and by the overlays of this machine's config.txt.
struct HeaderMap {
    enum Place: Equatable {
        /// The lines, each with what it carries there.
        case header([Signal])
        /// Not at the header, or nobody can tell.
        case elsewhere(String)
    }

    struct Signal: Hashable {
        let gpio: Int
        let name: String
        /// Of a bus: all that carry the same can share the line.
        var isBus = false
    }

    let boot: BootConfiguration
    /// Whether this is a Raspberry Pi 5, whose four PWM channels have a pin each.
    let isPi5: Bool

    /// By its config.txt and its model; where it is no Pi, that of a Pi 4 without overlays that move a pin.
    static var ofThisMachine: Self {
        let model = (try? readFile("/sys/firmware/devicetree/base/model", atMost: 1 << 10)) ?? []
        return Self(
            boot: BootConfiguration(), isPi5: isPi5(named: String(decoding: model, as: UTF8.self)))
    }

    /// "Raspberry Pi 5 Model B", "Raspberry Pi 500", "Raspberry Pi Compute Module 5": their header is the RP1's.
    static func isPi5(named name: String) -> Bool {
        let words = name.split(separator: " ")
        return zip(words, words.dropFirst()).contains {
            ["Pi", "Module"].contains($0) && $1.hasPrefix("5")
        }
    }

    /// Where a claim is; `use` says what a line of its own is for, in a word or two.
    func place(of claim: Claim, use: String) -> Place {
        switch claim.kind {
        case .gpioLine: line(claim.thing, use)
        case .pwmChannel: pwm(claim.thing)
        case .converterChannel, .busAddress: bus(of: claim.thing)
        case .oneWireDevice:
            .header([
                Signal(
                    gpio: boot.number("gpiopin", of: "w1-gpio") ?? 4, name: "1-Wire", isBus: true)
            ])
        case .serialPort:
            ["serial0", "ttyAMA0", "ttyS0"].contains(claim.thing)
                ? .header([Signal(gpio: 14, name: "TXD"), Signal(gpio: 15, name: "RXD")])
                : .elsewhere("serial port \(claim.thing)")
        case .networkAddress: .elsewhere("\(claim.thing), by network")
        case .receiver: .elsewhere(Wiring.unclaimed)
        }
    }

    // MARK: Lines

    private func line(_ thing: String, _ use: String) -> Place {
        switch GPIOLineSpec(thing) {
        case .bcm(let number): .header([Signal(gpio: Int(number), name: use)])
        case .chip(let label, let offset) where offset <= 27 && Self.isHeader(label):
            .header([Signal(gpio: Int(offset), name: use)])
        case .chip(let label, let offset) where Self.i2cBus(of: label) != nil:
            i2c(label, "line \(offset) of the expander at \(label)")
        default: .elsewhere("line \(thing)")
        }
    }

    private static func isHeader(_ label: String) -> Bool {
        label.hasPrefix("pinctrl-bcm2") || label == "pinctrl-rp1"
    }

    // MARK: Buses

    /// "spi0.1", "1-0048", or the only one of a model: "0 of the only mcp3008".
    private func bus(of thing: String) -> Place {
        let chip = String(thing.split(separator: " ").last ?? "")
        if chip.hasPrefix("spi") { return spi(chip) }
        if chip.hasPrefix("mcp3") { return spi("spi0.0") }
        if chip.hasPrefix("ads1") { return i2c("1-", chip) }
        return i2c(chip, chip)
    }

    /// The overlays spi0-2cs and spi1-3cs of the firmware's README.
    private func spi(_ chip: String) -> Place {
        let parts = chip.dropFirst(3).split(separator: ".").compactMap { Int($0) }
        guard parts.count == 2, parts[0] < 2 else { return .elsewhere(chip) }
        let (bus, select) = (parts[0], parts[1])
        let selects = bus == 0 ? [8, 7] : [18, 17, 16]
        guard selects.indices.contains(select) else { return .elsewhere(chip) }
        let lines = bus == 0 ? [10, 9, 11] : [20, 19, 21]
        let names = ["MOSI", "MISO", "SCLK"]
        return .header(
            zip(lines, names).map { Signal(gpio: $0, name: "SPI\(bus) \($1)", isBus: true) }
                + [Signal(gpio: selects[select], name: "SPI\(bus) CE\(select)", isBus: true)])
    }

    private static func i2cBus(of chip: String) -> Int? {
        let parts = chip.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 ? Int(parts[0]) : nil
    }

    private func i2c(_ chip: String, _ what: String) -> Place {
        let lines = [1: (2, 3), 0: (0, 1)]
        guard let bus = Self.i2cBus(of: chip) else { return .elsewhere(what) }
        guard let (data, clock) = lines[bus] else { return .elsewhere("\(what), I2C bus \(bus)") }
        return .header([
            Signal(gpio: data, name: "I2C\(bus) SDA", isBus: true),
            Signal(gpio: clock, name: "I2C\(bus) SCL", isBus: true),
        ])
    }

    // MARK: PWM

    /// "0 of the Pi's own", "3 of pca9685-pwm", "2 of 1f00098000.pwm".
    private func pwm(_ thing: String) -> Place {
        let words = thing.split(separator: " ")
        let chip = words.last.map(String.init) ?? ""
        guard thing.hasSuffix("the Pi's own") || chip.hasSuffix(".pwm") else {
            return i2c(chip == "pca9685-pwm" ? "1-" : chip, "PWM channel \(thing)")
        }
        guard let channel = words.first.flatMap({ Int($0) }), let line = pwmLine(channel) else {
            return .elsewhere("PWM channel \(thing): no pin of this model has it")
        }
        return .header([Signal(gpio: line, name: "PWM channel \(channel)")])
    }

    /// Each channel of a Pi 3 or 4 is at two lines: the overlay says at which.
    private func pwmLine(_ channel: Int) -> Int? {
        let channels = isPi5 ? [18: 2, 19: 3, 12: 0, 13: 1] : [18: 0, 19: 1, 12: 0, 13: 1]
        let overlaid = [
            boot.number("pin", of: "pwm-2chan"), boot.number("pin2", of: "pwm-2chan"),
            boot.number("pin", of: "pwm"),
        ].compactMap(\.self)
        return (overlaid + [18, 19, 12, 13]).first { channels[$0] == channel }
    }
}
