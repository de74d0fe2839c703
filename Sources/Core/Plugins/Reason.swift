/// Why a policy did what it did: a case with its figures. `description` is one sentence for people.
@usableFromInline
package protocol Reason: Codable, Equatable, Sendable, CustomStringConvertible {
    /// A word for the case without its figures.
    var code: String { get }
    /// Whether this stands in for what was asked, because something is wrong that a person should
    /// look at.
    var isFailsafe: Bool { get }
    /// Whether a device or the program does not do what it should. A limit that does its work and a request that was
    /// refused are failsafes, and no faults: after a change, health falls by faults alone.
    var isFault: Bool { get }

    /// Whether it is the same case, whatever its figures: another case is worth a log line. Asked
    /// with every step, so it should cost next to nothing.
    func isSameCase(as other: Self) -> Bool
}

extension Reason {
    package func isSameCase(as other: Self) -> Bool { code == other.code }
    package var isFailsafe: Bool { false }
    package var isFault: Bool { isFailsafe }
}
