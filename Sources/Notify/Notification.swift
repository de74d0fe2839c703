import Core
import Values

/// What happens often, and is no news to everybody: a channel says which of these it wants.
package enum Routine: String, Codable, CaseIterable, Sendable {
    /// What an animal did at a flap.
    case passages
    /// Why a policy does what it does now: that it is night, that it flies to the next place.
    case decisions
    /// What somebody has asked for.
    case requests
}

/// One thing that people are told of.
package struct Notification: Codable, Equatable, Sendable {
    /// What is the same thing again has the same key.
    package var key: String
    /// The driver or policy that it is about, or "roost".
    package var source: String
    package var severity: Severity
    /// `nil` of what is no routine.
    package var routine: Routine?
    /// Whose passage it is; `nil` of a stranger's, and of everything else.
    package var pet: String?
    /// It tells that something has ended.
    package var isOver = false
    package var text: String
    /// When it happened; `nil` where the clock of the machine is not set.
    package var time: WallTime?
    /// How often, since it was told last.
    package var count = 1

    /// Of a text: one that is longer is no text for a telephone.
    private static let maxCharacters = 400

    package init(
        _ key: String, source: String, _ severity: Severity, _ text: String,
        routine: Routine? = nil, pet: String? = nil, isOver: Bool = false
    ) {
        self.key = key
        self.source = source
        self.severity = severity
        self.routine = routine
        self.pet = pet
        self.isOver = isOver
        self.text = harmlessLine(text, atMost: Self.maxCharacters)
    }
}

/// One line, without what a terminal or a header would obey.
func harmlessLine(_ text: String, atMost limit: Int) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(limit) {
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        line.append(isControl ? " " : scalar)
    }
    return String(line)
}
