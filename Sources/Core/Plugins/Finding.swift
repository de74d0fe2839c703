import JSON

/// Something on a machine that a driver could be for: what `roost scan` shows of it.
package struct Finding: Sendable {
    /// A driver of a configuration, but for its name.
    package struct Block: Sendable {
        /// What it could be called there.
        package let name: String
        /// In the order in which a person would write them.
        package let settings: [(key: String, value: JSONValue)]
        /// Whether a person has to decide about it: it would move something, or what is there cannot
        /// be told from here.
        package let isProposal: Bool

        /// A driver of that kind as it stands in a configuration, on one line.
        package func text(of driver: String, name: String) -> String {
            let members = [(key: "driver", value: JSONValue.string(driver))] + settings
            let list = members.map { "\(JSONValue.string($0.key).line): \($0.value.pretty)" }
            return "\(JSONValue.string(name).line): { \(list.joined(separator: ", ")) }"
        }
    }

    /// What it is and where, in one sentence.
    package let what: String
    /// `nil` where there is something to tell only.
    package let block: Block?

    /// A device that is known, and harmless.
    package static func device(
        _ what: String, name: String, _ settings: [(key: String, value: JSONValue)]
    ) -> Finding {
        Finding(what: what, block: Block(name: name, settings: settings, isProposal: false))
    }

    /// A device about which a person has to decide.
    package static func proposal(
        _ what: String, name: String, _ settings: [(key: String, value: JSONValue)]
    ) -> Finding {
        Finding(what: what, block: Block(name: name, settings: settings, isProposal: true))
    }

    package static func remark(_ what: String) -> Finding {
        Finding(what: what, block: nil)
    }
}
