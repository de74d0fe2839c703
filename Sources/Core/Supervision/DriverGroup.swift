/// Drivers of a configuration: what is done to several, and may hang in any.
struct DriverGroup: Sendable {
    /// What a driver may take to begin to make safe, and to say whether it is. Both return at once
    /// by their contract; one that breaks it must not keep the others moving.
    private static let answerLimit = Duration.milliseconds(100)
    /// What a driver may take to start and to close before the next one is begun with.
    private static let callLimit = Duration.seconds(1)

    /// In the order of their start; they end in the other.
    let members: [ManagedDriver]

    // MARK: Starting

    /// Starts each as soon as those that it names in `after` have started, or have not for a second: side by
    /// side what nothing orders.
    ///
    /// - Returns: the names of those whose start is still under way.
    func start() -> String {
        var calls: [(name: String, call: AbandonableCall<Void>)] = []
        for driver in members {
            let entry = driver.entry
            let needed = calls.filter { entry.after.contains($0.name) }.map(\.call)
            let call = AbandonableCall {
                for other in needed { _ = other.value(within: Self.callLimit) }
                driver.start()
            }
            calls.append((entry.name, call))
        }
        wait(for: calls.map(\.call), atMost: Self.callLimit * longestChain)
        return calls.filter { $0.call.value(within: .zero) == nil }.map(\.name)
            .joined(separator: ", ")
    }

    /// How many start one after the other at most.
    private var longestChain: Int {
        var lengths: [String: Int] = [:]
        for driver in members {
            let entry = driver.entry
            lengths[entry.name] = 1 + (entry.after.compactMap { lengths[$0] }.max() ?? 0)
        }
        return lengths.values.max() ?? 0
    }

    // MARK: One after the other

    /// `beforeEach` is called before each. Nobody is waited for for long: `silent` has those that have not returned.
    func makeSafe(beforeEach: @escaping @Sendable () -> Void = {}) {
        // On a machine that is busy a call may begin late; its device must not look safe until then.
        for driver in members { driver.announceMakingSafe() }
        _ = callEach(members.reversed(), atMost: Self.answerLimit) {
            beforeEach()
            $0.makeSafe()
        }
    }

    /// The names of those that were told to make safe, and have not returned from that.
    var silent: String {
        members.filter(\.isMakingSafe).map(\.entry.name).joined(separator: ", ")
    }

    /// For how long a driver may be silent before that is said: a machine may be busy.
    static let silenceLimit = Duration.seconds(1)

    /// `beforeEach` is called before each. Says the names of those where it is still under way, as does `leave`.
    func close(beforeEach: @escaping @Sendable () -> Void) -> String {
        callEach(members.reversed(), atMost: Self.callLimit) {
            beforeEach()
            $0.close()
        }
    }

    /// Closes those that another configuration has replaced or removed.
    func leave() -> String {
        callEach(members.reversed(), atMost: Self.callLimit) { $0.leave() }
    }

    /// What closing all of them may take, and a second for what is done beside it.
    var closeLimit: Duration { Self.callLimit * (members.count + 1) }

    private func callEach(
        _ drivers: [ManagedDriver], atMost limit: Duration,
        _ work: @escaping @Sendable (ManagedDriver) -> Void
    ) -> String {
        zip(drivers, callStaggered(drivers, nextAfter: limit, work))
            .filter { $1 == nil }.map(\.0.entry.name).joined(separator: ", ")
    }

    // MARK: Safety

    /// How safe all devices are, at one moment.
    struct Safety: Sendable {
        let isSettled: Bool
        /// The names of those that are not known to be safe.
        let unsafe: [String]
        /// The names of those that are not known to do what they do when nobody is in charge.
        let active: [String]
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
        let known = members.map { ($0.entry.name, $0.knownSafety) }
        return Safety(
            isSettled: known.allSatisfy(\.1.isSettled),
            unsafe: known.filter { !$1.isSafe }.map(\.0),
            active: known.filter { !$1.isAtRest }.map(\.0))
    }
}

/// Tells each of these drivers of one configuration which others need it.
func acquaint(_ drivers: [ManagedDriver]) {
    for driver in drivers {
        let name = driver.entry.name
        driver.set(dependents: drivers.filter { $0.entry.after.contains(name) })
    }
}
