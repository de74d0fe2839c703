import Core
import JSON
import Values

/// What each figure was in the last hour: one look every ten seconds, for the curves of a page.
package struct FigureHistory: Sendable {
    package static let period = Duration.seconds(10)
    static let capacity = 360
    /// The demo has 50. Each costs 1.4 kB.
    static let maxFigures = 256

    private var times: [Instant] = []
    /// By name, a value for each of `times`; NaN where there was none that is good.
    private var values: [String: [Float]] = [:]

    package init() {}

    /// Takes what there is at `now`.
    mutating func add(_ figures: [String: Double], at now: Instant) {
        if times.count == Self.capacity {
            times.removeFirst()
            for name in values.keys { values[name]?.removeFirst() }
        }
        for name in values.keys { values[name]?.append(Float(figures[name] ?? .nan)) }
        values = values.filter { $0.value.contains { !$0.isNaN } }
        for (name, value) in figures.sorted(by: { $0.key < $1.key })
        where values[name] == nil && values.count < Self.maxFigures {
            values[name] = Array(repeating: .nan, count: times.count) + [Float(value)]
        }
        times.append(now)
    }

    /// `ages_seconds` of all looks, the oldest first, and `figures` with a value for each of them; null where there
    /// was none that is good.
    func json(at now: Instant) -> JSONValue {
        [
            "ages_seconds": .array(times.map { .number(((now - $0).seconds * 10).rounded() / 10) }),
            "figures": .object(values.mapValues { .array($0.map(Self.json)) }),
        ]
    }

    /// As short as it is kept: 21.6 and not 21.600000381.
    private static func json(_ value: Float) -> JSONValue {
        value.isFinite ? Double(value.description).map(JSONValue.number) ?? .null : .null
    }
}
