extension ARDrone {
    /// A command that is obeyed when it begins and not again while it goes on standing.
    struct OneShot: Sendable {
        private(set) var isSpent = false

        mutating func spend() { isSpent = true }
        mutating func renew() { isSpent = false }
    }
}
