import JSON
import Settings
import Values

/// Which outputs of a driver a person may switch, and for how long.
package struct SwitchableSettings: PluginSettings, Equatable {
    /// The longest time that a file or a request can name.
    package static let longestEver = Duration.seconds(7 * 86400)

    /// How long one request holds at most; `nil` for ever.
    package let longest: Duration?
    /// The ports; `nil` for all that take commands.
    package let outputs: [String]?
    /// `nil` for the usual form of the kind.
    package let shownAs: OutputForm?

    package init(_ read: SettingsReader) {
        longest = read(
            required: "longest", .duration(.milliseconds(100)...Self.longestEver, or: "unlimited"),
            "How long a request holds at most. Then the output goes to its safe level.")
        outputs = read(
            optional: "outputs", .list(of: .text("the name of an output"), count: 1...64),
            "The outputs that people may switch. Left out: all of the driver.")
        shownAs = read(
            optional: "shown_as", .oneOf(.switch),
            "As what Home Assistant shows them. Left out: a relay as a switch, a level and an angle as a number."
        )
    }
}

/// What the file says of the outputs of a driver, whatever its kind.
package struct OutputSettings: Sendable {
    package var switchable: SwitchableSettings?
    /// The ports that only the policies made for them may command.
    package var guarded: [String] = []
    /// As they are written.
    var asWritten: [String: JSONValue] = [:]

    package init() {}

    init(_ common: CommonDriverSettings, asWritten: [String: JSONValue]) {
        switchable = common.switchable
        guarded = common.guarded
        self.asWritten = asWritten.filter { CommonDriverSettings.outputKeys.contains($0.key) }
    }
}

extension OutputSettings {
    /// Whether people, or others, may do more with the outputs than by `old`.
    func allowMore(than old: OutputSettings) -> Bool {
        guard Set(old.guarded).isSubset(of: guarded) else { return true }
        guard let switchable else { return false }
        guard let before = old.switchable else { return true }
        if let longest = before.longest, switchable.longest.map({ $0 > longest }) ?? true {
            return true
        }
        guard let outputs = before.outputs else { return false }
        return switchable.outputs.map { !Set($0).isSubset(of: outputs) } ?? true
    }
}
