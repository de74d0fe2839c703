import Core
import JSON
import Values

/// The one number that says most of a value of the status.
enum MainFigure {
    /// The members of a value that say most of it, in this order (`docs/status.md`): of a position how sure it is, of
    /// an aircraft how high it is.
    private static let telling = [
        "value", "celsius", "ratio", "is_active", "degrees", "horizontal_error_metres",
        "altitude_metres",
    ]

    /// That number, of a temperature in the unit in which people read it here.
    static func figure(of source: SourceReport, in report: StatusReport) -> Double? {
        let figure = figure(in: source.value)
        guard source.kind == Temperature.kind, report.isInFahrenheit else { return figure }
        return figure.map { $0 * 1.8 + 32 }
    }

    /// That number; a member of its own where there is one, or in the only member that has members.
    ///
    /// - Returns: `nil` when there is none, or several of which none says more than the others.
    static func figure(in value: JSONValue) -> Double? {
        guard case .object(let object) = value else { return number(value) }
        let told = telling.lazy.compactMap { object[$0].flatMap(number) }.first
        if let told { return told }
        let numbers = object.values.compactMap(number)
        guard numbers.isEmpty else { return numbers.count == 1 ? numbers[0] : nil }
        let inner = object.values.filter { if case .object = $0 { true } else { false } }
        return inner.count == 1 ? figure(in: inner[0]) : nil
    }

    private static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .number(let number): number
        case .bool(let isTrue): isTrue ? 1 : 0
        default: nil
        }
    }
}
