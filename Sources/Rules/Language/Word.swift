import Values

/// The words that the language keeps for itself. No input and no output can be called so.
enum Word: String, CaseIterable, Sendable {
    case and, or, not, `is`, since, becomes
    case known, unknown, always
    case after, before, on
    case dawn, sunrise, sunset, dusk
    case average, smallest, largest
    case clock, requests, answers, asks, reason, responses

    /// Those that join two things: behind a number they are no unit.
    static let joining: Set<String> = Set(
        [and, or, not, `is`, since, becomes, after, before, on].map(\.rawValue))

    static let functions: [Word] = [.average, .smallest, .largest]

    static func isKept(_ text: String) -> Bool { Word(rawValue: text) != nil }

    /// What joins conditions in other languages. Nobody means an input by these.
    static let foreign = [
        "&&": "and", "&": "and", "AND": "and", "And": "and",
        "||": "or", "|": "or", "OR": "or", "Or": "or",
        "!": "not", "NOT": "not", "Not": "not",
    ]

    /// The functions of other languages, by their names there.
    static let foreignFunctions = [
        "avg": "average", "mean": "average", "min": "smallest", "max": "largest",
    ]

    /// Comparisons in words, as they are said aloud.
    static let comparisons = [
        "above": ">", "over": ">", "greater": ">", "more": ">", "exceeds": ">",
        "below": "<", "under": "<", "less": "<", "fewer": "<",
    ]
}

/// The words for the two states of a contact.
enum ContactWord {
    static let active = ["closed", "on", "active", "wet", "pressed", "detected"]
    static let inactive = ["open", "off", "inactive", "dry", "released", "clear"]

    /// Whether the word is of an active contact; `nil` for another word.
    static func state(_ word: String) -> Bool? {
        if active.contains(word) { return true }
        return inactive.contains(word) ? false : nil
    }
}

/// The days of the week, as bits from Monday on.
enum DayWord {
    static let days = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    static let all = days + ["weekdays", "weekends"]

    static func bits(_ word: String) -> UInt8? {
        switch word {
        case "weekdays": 0b001_1111
        case "weekends": 0b110_0000
        default: days.firstIndex(of: word).map { 1 << UInt8($0) }
        }
    }

    /// 1 January 1970 was a Thursday.
    static func bit(ofLocalDay day: Int) -> UInt8 {
        let weekday = (day + 3) % 7
        return 1 << UInt8(weekday < 0 ? weekday + 7 : weekday)
    }
}
