import Core
import JSON
import Values

/// The steps of a policy as comma-separated values (RFC 4180): a column for each number and word in its inputs and
/// outputs.
package struct StepTable: Sendable {
    private var columns: Set<String> = []
    private var order: [String] = []

    package init() {}

    /// Takes note of the columns of a step: all steps, before the first line is made.
    package mutating func note(_ step: StepHistory.Step) {
        columns.formUnion(Self.leaves(step).keys)
    }

    package mutating func head() -> String {
        order = columns.sorted()
        return Self.line(["time", "utc", "monotonic_ns"] + order)
    }

    package func line(of step: StepHistory.Step, _ time: WallTime?) -> String {
        let leaves = Self.leaves(step)
        let utc = time.map { JSONValue.number($0.secondsSince1970).line } ?? ""
        return Self.line(
            [time?.description ?? "", utc, "\(step.at.nanoseconds)"]
                + order.map { leaves[$0].map(Self.text) ?? "" })
    }

    private static func leaves(_ step: StepHistory.Step) -> [String: JSONValue] {
        var leaves: [String: JSONValue] = [:]
        collect(step.inputs, "in", into: &leaves)
        collect(step.outputs, "out", into: &leaves)
        return leaves
    }

    private static func collect(
        _ value: JSONValue, _ path: String, into leaves: inout [String: JSONValue]
    ) {
        guard case .object(let members) = value, !members.isEmpty else {
            return leaves[path] = value
        }
        for (key, member) in members { collect(member, "\(path).\(key)", into: &leaves) }
    }

    private static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.line }
    }

    private static func line(_ fields: [String]) -> String {
        let quoted = fields.map { field in
            guard field.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else {
                return field
            }
            return
                "\"\(field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
        }
        return quoted.joined(separator: ",")
    }
}
