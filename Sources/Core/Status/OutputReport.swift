import JSON
import Values

/// An output of a driver that a person may switch.
package struct OutputReport: Codable, Equatable, Sendable {
    /// What a person has switched, while that holds.
    package struct ByHand: Codable, Equatable, Sendable {
        /// As a person calls it: "on", "40 %".
        package let text: String
        package let value: JSONValue
        /// Who asked for it, as the log has it.
        package let askedBy: String
        /// Since it was asked for.
        package internal(set) var ageSeconds: Double
        /// Until it goes to its safe level; `nil` for as long as nobody ends it.
        package internal(set) var endsInSeconds: Double?
    }

    /// What it takes, as `roost reference` names it: "level".
    package let kind: String
    package let shownAs: OutputForm
    /// How long a request holds at most; `nil` for ever.
    package let longestSeconds: Double?
    /// Of an angle: how far it goes, in degrees.
    package let least: Double?
    package let greatest: Double?
    /// `nil` while nobody has switched it: it is at its safe level.
    package internal(set) var byHand: ByHand?

    /// Ages it, as the report that it is in.
    mutating func age(by seconds: Double) {
        guard var aged = byHand else { return }
        aged.ageSeconds += seconds
        aged.endsInSeconds = aged.endsInSeconds.map { max(0, $0 - seconds) }
        byHand = aged
    }
}

extension StatusReport {
    /// Those of all drivers that people may switch, by their addresses.
    package var outputs: [(address: String, report: OutputReport)] {
        drivers.flatMap { driver in
            (driver.outputs ?? [:]).sorted { $0.key < $1.key }
                .map { ("\(driver.name).\($0.key)", $0.value) }
        }
    }
}
