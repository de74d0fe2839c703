import Devices

/// Other settings while it runs.
extension PolicyRunner {
    /// Why it cannot go on with the settings of `new` now; `nil` when it can.
    func obstacle(to new: PolicyEntry) -> String? {
        if let obstacle { return obstacle }
        return instance.map { $0.obstacle(to: new.configured.settings) } ?? Self.isRestarting
    }

    private static let isRestarting = "it is restarting; try again"

    /// `nil` of one that steps.
    private var obstacle: String? {
        guard state.withLock({ $0.isGivenUp }) else { return nil }
        return "it \(Self.givenUpWords(name))"
    }

    /// What is said of one that is given up.
    static func givenUpWords(_ name: String) -> String {
        "is given up: its steps hang. roost restart \(name) restarts it"
    }

    /// Goes on with the settings and the lease of `new`, after `others`: see `PolicyInstance`.
    func change(
        to new: PolicyEntry, after others: () throws(PlainError) -> Void
    ) throws(PlainError) {
        if let obstacle { throw PlainError("\(name): \(obstacle)") }
        let generation = state.withLock { $0.generation }
        guard let instance = generation.instance else {
            throw PlainError("\(name): \(Self.isRestarting)")
        }
        var refusalOfOthers: PlainError?
        do throws(PlainError) {
            try instance.change(to: new) { () throws(PlainError) in
                do throws(PlainError) {
                    try others()
                } catch {
                    refusalOfOthers = error
                    throw error
                }
            }
        } catch {
            throw refusalOfOthers ?? PlainError("\(name): \(error)")
        }
        state.withLock { state in
            setup.withLock { $0 = new }
            // It has restarted meanwhile, with the settings before.
            if state.generation !== generation { state.generation.set(nil) }
        }
    }
}
