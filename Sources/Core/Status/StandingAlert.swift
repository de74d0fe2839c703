import JSON

/// An alert that stands, as a policy has it in its details (`docs/status.md`).
package struct StandingAlert: Equatable, Sendable {
    package let code: String
    /// A word that is not known here is taken for a warning: that is no reason to keep silent.
    package let severity: Severity
    /// `nil` where the code has to do.
    package let text: String?

    /// `nil` for what has no code.
    private init?(_ json: JSONValue) {
        guard case .string(let code)? = json["code"] else { return nil }
        self.code = code
        severity = Self.words(json["severity"]).flatMap(Severity.init) ?? .warning
        text = Self.words(json["text"])
    }

    private static func words(_ json: JSONValue?) -> String? {
        if case .string(let words)? = json { words } else { nil }
    }

    /// Those in the details of one policy.
    package static func all(in details: JSONValue?) -> [StandingAlert] {
        guard case .array(let alerts)? = details?["alerts"] else { return [] }
        return alerts.compactMap { StandingAlert($0) }
    }
}
