import Values

/// Where the memories of policies outlive the process, and a power cut.
package protocol PolicyMemoryStore: Sendable {
    /// What was saved last for a policy; `nil` where nothing can be read. The first call for a policy may take as long
    /// as a card does, so it is never made in a step.
    func load(_ policy: String) -> PolicyMemory?

    /// What was wrong with what was to be loaded, and what `load` gave in its place; `nil` where nothing was wrong.
    func damage(of policy: String) -> String?

    /// Saves it so that it is there after a power cut. May take seconds: to be called in `perform`.
    ///
    /// - Throws: why it could not be saved; what was saved before is still there.
    func save(_ memory: PolicyMemory, of policy: String) throws(PlainError)

    /// Does what may wait for a card, one piece after the other, on a thread that nobody waits for. A store that never
    /// waits does it at once.
    func perform(_ work: @escaping @Sendable () -> Void)
}

extension PolicyMemoryStore {
    package func damage(of policy: String) -> String? { nil }
    package func perform(_ work: @escaping @Sendable () -> Void) { work() }
}
