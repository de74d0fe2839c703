import Values

/// A policy that can hand its memory over: to a successor, after a restart, or to a replay.
@usableFromInline
package protocol ResumablePolicy: Policy {
    associatedtype Memory: Codable & Equatable & Sendable

    /// Grows with each change of `Memory` that an older reader would misunderstand. What was handed
    /// over with another version is not taken.
    static var memoryVersion: Int { get }

    /// What a successor needs to go on where this is.
    func memory(by settings: Settings) -> Memory

    /// Goes on where another was.
    init(settings: Settings, resuming memory: Memory)
}

extension ResumablePolicy {
    package func successor(by new: Settings, after old: Settings) throws(PlainError) -> Self {
        Self(settings: new, resuming: memory(by: old))
    }
}
