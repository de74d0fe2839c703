import Core
import Values

/// How `roost selftest` rehearses a kind of policy: with a twin of one that is configured, and rows of its own. Whoever rehearses
/// them all knows no policy.
package protocol Rehearsal: Sendable {
    /// The kind of policy, as a configuration names it.
    static var policy: String { get }

    /// - Throws: why this one has no twin.
    static func twin(
        of policy: PolicyEntry, in configuration: Configuration, at address: String
    ) throws(PlainError) -> TwinConfiguration

    static func rows(of policy: PolicyEntry, _ twin: any Twin) -> [SelftestRow]
}
