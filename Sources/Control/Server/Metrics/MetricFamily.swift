import Core
import Values

/// One metric with its samples, in Prometheus' text format 0.0.4 (its documentation, "Exposition formats").
///
/// Names end in their unit: `_seconds`; counters in `_total`. Labels come from the configuration and from the
/// program only: what comes over a wire could be new each time, and each is kept for ever.
struct MetricFamily: Sendable {
    enum Kind: String, Sendable { case gauge, counter, histogram }
    typealias Labels = KeyValuePairs<String, String>

    private let name: String
    private let kind: Kind
    private let help: String
    private var samples: [String] = []

    init(_ name: String, _ help: String, _ kind: Kind = .gauge) {
        self.name = name
        self.kind = kind
        self.help = help
    }

    mutating func add(_ value: Double, _ labels: Labels = [:]) {
        add("", Self.text(labels), "\(value)")
    }

    mutating func add(_ count: UInt64, _ labels: Labels = [:]) {
        add("", Self.text(labels), "\(count)")
    }

    /// One sample for each state that there is, 1 for the one that it is in: a state that ends is seen to.
    mutating func add<State: RawRepresentable<String> & CaseIterable & Equatable>(
        _ current: State, as label: String, _ labels: Labels = [:]
    ) {
        for state in State.allCases {
            let pairs = Self.text(labels) + [Self.text(label, state.rawValue)]
            add("", pairs, state == current ? "1" : "0")
        }
    }

    /// How many were no longer than each bound: such counts of many services, and of any time, can be added
    /// up, which percentiles cannot.
    mutating func add(_ histogram: DurationHistogram, _ labels: Labels) {
        let pairs = Self.text(labels)
        for (bound, count) in histogram.shorterThanBounds {
            add("_bucket", pairs + [Self.text("le", "\(bound.seconds)")], "\(count)")
        }
        add("_bucket", pairs + [Self.text("le", "+Inf")], "\(histogram.count)")
        add("_sum", pairs, "\(histogram.sumSeconds)")
        add("_count", pairs, "\(histogram.count)")
    }

    private mutating func add(_ suffix: String, _ labels: [String], _ value: String) {
        let braced = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
        samples.append("\(name)\(suffix)\(braced) \(value)")
    }

    private static func text(_ labels: Labels) -> [String] {
        labels.map { text($0.key, $0.value) }
    }

    private static func text(_ label: String, _ value: String) -> String {
        var escaped = ""
        for character in value {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case _ where character.isNewline: escaped += "\\n"
            default: escaped.append(character)
            }
        }
        return "\(label)=\"\(escaped)\""
    }

    /// Nothing where there is no sample.
    var text: String {
        guard !samples.isEmpty else { return "" }
        let head = ["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"]
        return (head + samples).map { "\($0)\n" }.joined()
    }
}
