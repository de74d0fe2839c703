import Values

/// What the pet door locker before Roost tells its phone: one message in each notification of a Nordic UART
/// service (`LockerService`), of 20 bytes at most. On connection it sends `manual`, and then `state` again and
/// again.
package enum LockerMessage: Equatable, Sendable, CustomStringConvertible {
    /// Whether a person has locked it: "m:1".
    case manual(isLocked: Bool)
    /// Whether the latch's switch is open, which it is with the bolt fully back, and how warm it is outside;
    /// `nil` when nobody knows: "s:1;t:21.50".
    case state(isLatchOpen: Bool, temperature: Temperature?)

    /// What the thermometer's library says of one that does not answer, and so what phones know as that.
    private static let noTemperature = "-127.00"
    /// What a DS18B20 can measure, in °C (data sheet).
    private static let celsius = -55.0...125.0
    private static let maxBytes = 20

    /// The characters as they are sent.
    package var description: String {
        switch self {
        case .manual(let isLocked): "m:\(Self.digit(isLocked))"
        case .state(let isLatchOpen, let temperature):
            "s:\(Self.digit(isLatchOpen));t:\(Self.text(temperature))"
        }
    }

    package var bytes: [UInt8] { Array(description.utf8) }

    /// - Returns: `nil` for what is none of the messages, or no temperature that can be.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= Self.maxBytes else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        let fields = text.split(separator: ";", omittingEmptySubsequences: false)
        switch fields.count {
        case 1:
            guard let isLocked = Self.flag(fields[0], "m:") else { return nil }
            self = .manual(isLocked: isLocked)
        case 2:
            guard let isOpen = Self.flag(fields[0], "s:"), fields[1].hasPrefix("t:") else {
                return nil
            }
            let number = fields[1].dropFirst(2)
            let value = Double(number)
            guard number == Self.noTemperature || value.map(Self.celsius.contains) == true else {
                return nil
            }
            let known = number == Self.noTemperature ? nil : value
            self = .state(
                isLatchOpen: isOpen, temperature: known.map { Temperature(celsius: $0) })
        default: return nil
        }
    }

    private static func digit(_ flag: Bool) -> String { flag ? "1" : "0" }

    private static func text(_ temperature: Temperature?) -> String {
        guard let value = temperature?.celsius, celsius.contains(value) else {
            return noTemperature
        }
        return fixedText(of: value, decimals: 2)
    }

    private static func flag(_ field: Substring, _ name: String) -> Bool? {
        switch field {
        case "\(name)0": false
        case "\(name)1": true
        default: nil
        }
    }
}
