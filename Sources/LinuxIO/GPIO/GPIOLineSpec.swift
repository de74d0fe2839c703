/// Which GPIO line is meant, in words that still hold after the next kernel update.
///
/// Never a chip's number: gpiochip4 of an early Raspberry Pi 5 is gpiochip0 of a later one. And
/// never a bare number: 17 is a line of the processor to one reader and a 3.3 V pin of the header
/// to the next.
package enum GPIOLineSpec: Hashable, Sendable {
    /// The processor's own number, of a line at the header: "GPIO17", or "BCM17". On the Raspberry
    /// Pi's header chips it is also the line's offset; on other boards it is looked up as the name
    /// "GPIO17".
    case bcm(UInt32)
    /// A line by the name that the device tree gives it: "ID_SDA".
    case named(String)
    /// A line by the label of its chip, "pinctrl-bcm2711:17", or by the name of the chip's device,
    /// "1-0020:3".
    case chip(label: String, offset: UInt32)
    /// A line of the old class interface, by the kernel's global number: "sysfs:17".
    case sysfs(UInt32)

    /// The lines that come out at the header. Whoever writes "GPIO36" has counted its pins: as a
    /// line, that one leads to the Wi-Fi chip of a Pi 3 or 4.
    private static let onHeader: ClosedRange<UInt32> = 0...27

    /// What a configuration may say, for its errors.
    package static let expected = """
        a GPIO line: "GPIO0" to "GPIO27" (the BCM number, not that of the header's pin), a line's \
        name, "LABEL:OFFSET" or "DEVICE:OFFSET" such as "pinctrl-bcm2711:42" or "1-0020:3", or \
        "sysfs:17"
        """
}

extension GPIOLineSpec: LosslessStringConvertible {
    package init?(_ text: String) {
        // The kernel holds labels and names in 31 bytes.
        guard text.utf8.count <= 48, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        if let colon = text.lastIndex(of: ":") {
            self.init(label: text[..<colon], offset: text[text.index(after: colon)...])
        } else {
            self.init(name: text)
        }
    }

    private init?(label: Substring, offset: Substring) {
        guard let offset = Self.number(offset), !Self.isUnstable(label) else { return nil }
        self = label == "sysfs" ? .sysfs(offset) : .chip(label: String(label), offset: offset)
    }

    private init?(name: String) {
        for prefix in ["GPIO", "BCM"] where name.hasPrefix(prefix) {
            let digits = name.dropFirst(prefix.count)
            guard !digits.isEmpty, digits.allSatisfy(\.isNumber) else { continue }
            guard let number = Self.number(digits), Self.onHeader.contains(number) else {
                return nil
            }
            self = .bcm(number)
            return
        }
        guard !Self.isUnstable(name[...]), !name.allSatisfy(\.isNumber) else { return nil }
        self = .named(name)
    }

    /// Whether the text is empty or a chip's number, which moves from one kernel to the next.
    private static func isUnstable(_ text: Substring) -> Bool {
        text.isEmpty || text.hasPrefix("gpiochip") || text.hasPrefix("/dev/")
    }

    /// Decimal digits and nothing else: `UInt32("+17")` would be a number, too.
    private static func number(_ digits: Substring) -> UInt32? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt32(digits).flatMap { $0 <= 65535 ? $0 : nil }
    }

    package var description: String {
        switch self {
        case .bcm(let number): "GPIO\(number)"
        case .named(let name): name
        case .chip(let label, let offset): "\(label):\(offset)"
        case .sysfs(let number): "sysfs:\(number)"
        }
    }
}
