/// How soon somebody should look.
@usableFromInline
package enum Severity: String, Codable, CaseIterable, Comparable, Sendable {
    /// Good to know.
    case info
    /// Something works less well than it could: look at it in the next days.
    case warning
    /// Somebody or something may come to harm: look at once.
    case alarm

    @usableFromInline
    package static func < (left: Severity, right: Severity) -> Bool { left.order < right.order }

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
