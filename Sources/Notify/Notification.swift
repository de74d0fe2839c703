import Devices

/// How soon somebody should look.
package enum Severity: String, Codable, CaseIterable, Comparable, Sendable {
    /// Good to know.
    case info
    /// Something is not as it should be, and the work goes on.
    case warning
    /// Look at once.
    case alarm

    package static func < (left: Severity, right: Severity) -> Bool { left.order < right.order }

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// One thing that people are told of.
package struct Notification: Codable, Equatable, Sendable {
    /// What is the same thing again has the same key.
    package var key: String
    /// The driver or policy that it is about, or "roost".
    package var source: String
    package var severity: Severity
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
        _ key: String, source: String, _ severity: Severity, _ text: String, isOver: Bool = false
    ) {
        self.key = key
        self.source = source
        self.severity = severity
        self.isOver = isOver
        self.text = Self.harmless(text)
    }

    /// One line, without what a terminal or a header would obey.
    private static func harmless(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(maxCharacters) {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            line.append(isControl ? " " : scalar)
        }
        return String(line)
    }
}
