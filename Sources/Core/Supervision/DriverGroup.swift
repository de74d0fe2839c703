/// All drivers of a configuration: what is done to one after the other, and may hang in any of them.
struct DriverGroup: Sendable {
    /// What a driver may take to begin to make safe, and to say whether it is. Both return at once
    /// by their contract; one that breaks it must not keep the others moving.
    private static let answerLimit = Duration.milliseconds(100)
    /// What a driver may take to start and to close before the next one's turn comes.
    private static let turnLimit = Duration.seconds(1)

    /// In the order of their start; they end in the other.
    let members: [ManagedDriver]

    /// `make` makes the place of one with those that need it, which start after it.
    init(_ entries: [DriverEntry], _ make: (DriverEntry, [ManagedDriver]) -> ManagedDriver) {
        var members: [ManagedDriver] = []
        for entry in entries.reversed() {
            let dependents = members.filter { $0.entry.after.contains(entry.name) }
            members.insert(make(entry, dependents), at: 0)
        }
        self.members = members
    }

    // MARK: One after the other
    // Each says the names of those where it is still under way.

    func start() -> String {
        inTurn(members, atMost: Self.turnLimit) { $0.start() }
    }

    /// `beforeEach` is called at each turn.
    func makeSafe(beforeEach: @escaping @Sendable () -> Void) -> String {
        inTurn(members.reversed(), atMost: Self.answerLimit) {
            beforeEach()
            $0.makeSafe()
        }
    }

    /// `beforeEach` is called at each turn.
    func close(beforeEach: @escaping @Sendable () -> Void) -> String {
        inTurn(members.reversed(), atMost: Self.turnLimit) {
            beforeEach()
            $0.close()
        }
    }

    private func inTurn(
        _ drivers: [ManagedDriver], atMost turn: Duration,
        _ work: @escaping @Sendable (ManagedDriver) -> Void
    ) -> String {
        zip(drivers, callStaggered(drivers, nextAfter: turn, work))
            .filter { $1 == nil }.map(\.0.entry.name).joined(separator: ", ")
    }

    // MARK: Safety

    /// How safe all devices are, at one moment.
    struct Safety: Sendable {
        let isSettled: Bool
        /// The names of those that are not known to be safe.
        let unsafe: [String]
    }

    /// Asks every driver how safe its device is. One that hangs keeps nobody: it is not known to be
    /// safe, and the others are asked without it the next time.
    ///
    /// - Returns: what is known then, looked at once: who asks meanwhile asks the drivers again, and
    ///   until they have answered nothing is known of them.
    func askSafety() -> Safety {
        withTimeout(Self.answerLimit) { [members] in
            for driver in members { driver.askSafety() }
        }
        let known = members.map(\.knownSafety)
        return Safety(
            isSettled: known.allSatisfy(\.isSettled),
            unsafe: zip(members, known).filter { !$1.isSafe }.map(\.0.entry.name))
    }
}
