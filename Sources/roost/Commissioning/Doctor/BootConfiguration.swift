import Core
import LinuxIO

/// The firmware's config.txt: which devices the kernel is told of.
struct BootConfiguration {
    /// Bookworm and later, and before.
    private static let places = ["/boot/firmware/config.txt", "/boot/config.txt"]

    private let path: String
    private let lines: [Substring]

    /// That of this machine. On one that has none, and is no Pi perhaps, everything is missing.
    init() {
        let found = Self.places.lazy.compactMap { path in
            (try? readFile(path, atMost: 1 << 20)).map {
                (path, String(decoding: $0, as: UTF8.self))
            }
        }.first
        self.init(path: found?.0 ?? Self.places[0], text: found?.1 ?? "")
    }

    init(path: String, text: String) {
        self.path = path
        lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
    }

    /// What brings about a device that is not there: lines that are missing, or a look at the wires.
    func remedies(for claim: Claim) -> [String] {
        let wanted = Self.lines(for: claim)
        guard !wanted.isEmpty else { return [] }
        let missing = wanted.filter { !has($0) }
        guard missing.isEmpty else {
            return missing.map { "add to \(path): \($0)" } + ["sudo reboot"]
        }
        return [
            "\(path) has \(wanted.joined(separator: " and ")): sudo reboot if that is new, otherwise look at "
                + "power and wires"
        ]
    }

    /// A parameter of an overlay that is a number: of "dtoverlay=w1-gpio,gpiopin=27" the 27.
    func number(_ parameter: String, of overlay: String) -> Int? {
        let words =
            lines.map { $0.split { $0 == "," || $0 == " " || $0 == "\r" } }
            .first { $0.first == "dtoverlay=\(overlay)" } ?? []
        let prefix = "\(parameter)="
        return words.first { $0.hasPrefix(prefix) }.flatMap { Int($0.dropFirst(prefix.count)) }
    }

    /// Whether a line is there; its parameters may be others.
    private func has(_ wanted: String) -> Bool {
        let name = wanted.prefix { $0 != "," }
        return lines.contains { $0.prefix { $0 != "," && $0 != " " && $0 != "\r" } == name }
    }

    /// The lines of docs/wiring.md.
    static func lines(for claim: Claim) -> [String] {
        switch claim.kind {
        case .oneWireDevice: ["dtoverlay=w1-gpio"]
        case .pwmChannel:
            claim.thing.hasSuffix("the Pi's own")
                ? ["dtoverlay=pwm-2chan"] : ["dtparam=i2c_arm=on", "dtoverlay=i2c-pwm-pca9685a"]
        case .converterChannel:
            claim.thing.hasSuffix("mcp3008")
                ? ["dtparam=spi=on", "dtoverlay=mcp3008,spi0-0-present"]
                : claim.thing.hasSuffix("ads1115")
                    ? ["dtparam=i2c_arm=on", "dtoverlay=ads1115,cha_enable,cha_gain=1"] : []
        case .busAddress: claim.thing.hasPrefix("spi") ? ["dtparam=spi=on"] : ["dtparam=i2c_arm=on"]
        case .serialPort: claim.thing == "serial0" ? ["enable_uart=1"] : []
        case .gpioLine, .networkAddress, .receiver: []
        }
    }
}
