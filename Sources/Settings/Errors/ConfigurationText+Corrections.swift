import JSON

/// A text with those of its errors mended that leave no choice.
package struct CorrectedConfiguration: Sendable {
    /// Each change, as a line of the report: the place, and the two lines.
    package let changes: [String]
    package let text: ConfigurationText
    /// What is still wrong; empty when nothing is.
    package let left: ConfigurationErrors?
}

extension ConfigurationText {
    /// More than a person would have mended so.
    private static let maxChanges = 200

    /// Mends one error after the other, as one that is mended may show the next: only behind a driver's
    /// right name are its settings known. A change that leaves its error where it was is not made.
    ///
    /// - Parameter read: what is wrong with a text as a configuration; `nil` when nothing is.
    /// - Returns: the changes that were made, the text with them, and what is left.
    package func correcting(
        _ read: ([UInt8]) -> ConfigurationErrors?
    ) -> CorrectedConfiguration {
        var text = self
        var errors = read(bytes)
        var changes: [String] = []
        while changes.count < Self.maxChanges, let next = text.firstChange(of: errors, read) {
            changes.append(next.change)
            text = next.text
            errors = next.left
        }
        return CorrectedConfiguration(changes: changes, text: text, left: errors)
    }

    private func firstChange(
        of errors: ConfigurationErrors?, _ read: ([UInt8]) -> ConfigurationErrors?
    ) -> (change: String, text: ConfigurationText, left: ConfigurationErrors?)? {
        guard let errors else { return nil }
        let located: LocatedJSON
        do throws(JSONSyntaxError) {
            located = try LocatedJSON(parsing: bytes, allowsComments: true)
        } catch {
            return firstChange(of: error, errors, read)
        }
        for error in errors.all {
            guard let bytes = corrected(error, in: located) else { continue }
            let left = read(bytes)
            let isMended = left?.all.allSatisfy { $0.code != .notJSON && $0 != error } ?? true
            guard isMended, let change = report(ConfigurationErrors([error])).first else {
                continue
            }
            return (change, ConfigurationText(name: name, bytes), left)
        }
        return nil
    }

    /// The same for a text that is not JSON yet.
    private func firstChange(
        of error: JSONSyntaxError, _ errors: ConfigurationErrors,
        _ read: ([UInt8]) -> ConfigurationErrors?
    ) -> (change: String, text: ConfigurationText, left: ConfigurationErrors?)? {
        guard let bytes = corrected(error), let change = report(errors).first else { return nil }
        return (change, ConfigurationText(name: name, bytes), read(bytes))
    }
}
