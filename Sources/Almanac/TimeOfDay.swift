/// A time of each day, as a person writes it: "21:30" by the clock, or "sunset-30min" by the sun.
package enum TimeOfDay: Equatable, Sendable {
    /// Minutes since local midnight, 0..<1440.
    case clock(minute: Int)
    /// So many minutes after what the sun does.
    case sun(SunEvent, offsetMinutes: Int)

    /// What the sun does each day, in this order. Dawn and dusk are those of civil twilight.
    package enum SunEvent: String, CaseIterable, Sendable {
        case dawn, sunrise, sunset, dusk

        package var isMorning: Bool { self == .dawn || self == .sunrise }

        package var threshold: SolarDay.Threshold {
            self == .dawn || self == .dusk ? .civilTwilight : .sun
        }
    }

    package static let maxOffsetMinutes = 360

    package var event: SunEvent? {
        guard case .sun(let event, _) = self else { return nil }
        return event
    }
}

extension TimeOfDay: LosslessStringConvertible {
    /// "06:30", "sunset", "dawn-30min", "dusk+2h"; `nil` for anything else.
    package init?(_ text: String) {
        if let event = SunEvent.allCases.first(where: { text.hasPrefix($0.rawValue) }) {
            guard let offset = Self.offset(text.dropFirst(event.rawValue.count)) else { return nil }
            self = .sun(event, offsetMinutes: offset)
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count <= 2, parts[1].utf8.count == 2,
            let hour = Self.number(parts[0]), let minute = Self.number(parts[1]), hour < 24,
            minute < 60
        else { return nil }
        self = .clock(minute: hour * 60 + minute)
    }

    /// "+30min", "-2h" or nothing.
    private static func offset(_ text: Substring) -> Int? {
        guard let sign = text.first else { return 0 }
        guard sign == "+" || sign == "-" else { return nil }
        let isHours = text.hasSuffix("h")
        guard isHours || text.hasSuffix("min"),
            let count = number(text.dropFirst().dropLast(isHours ? 1 : 3))
        else { return nil }
        let minutes = count * (isHours ? 60 : 1)
        guard minutes <= maxOffsetMinutes else { return nil }
        return sign == "-" ? -minutes : minutes
    }

    /// Up to three digits, and nothing else.
    private static func number(_ text: Substring) -> Int? {
        guard (1...3).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    package var description: String {
        switch self {
        case .clock(let minute):
            return "\(minute / 60 < 10 ? "0" : "")\(minute / 60):"
                + "\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
        case .sun(let event, 0): return event.rawValue
        case .sun(let event, let offset):
            return "\(event.rawValue)\(offset < 0 ? "-" : "+")\(abs(offset))min"
        }
    }
}
