import Values

/// Decides whether and when a driver that failed is started again. A pure value.
///
/// - The first attempt is at once, the following wait, each twice as long as the one before.
/// - A device that is absent, or in use by others, is tried without end; every other failure spends
///   from a budget.
/// - A driver that commands something is never given up: with its budget spent it is tried again
///   slowly, for what it moved may stand where it hurts.
/// - A driver that then runs for the budget's time counts as well again.
struct RestartBudget: Sendable {
    enum Decision: Equatable, Sendable {
        case retry(after: Duration)
        /// The budget is spent: it has failed until a person acts.
        case giveUp
    }

    var settings: RestartSettings
    private let givesUp: Bool
    private var failures: [Instant] = []
    private var attempts = 0

    init(_ settings: RestartSettings, givesUp: Bool = true) {
        self.settings = settings
        self.givesUp = givesUp
    }

    /// Takes note of a failure; what may pass by itself does not count against the budget.
    ///
    /// `ranFor` is how long the driver ran before it failed, `nil` when it did not even start.
    /// `jitter` is a random share, -1...1, that moves the delay by up to a fifth, also the longest, so that
    /// many drivers do not come back in step.
    mutating func failed(
        _ kind: DeviceError.Kind, ranFor: Duration?, at now: Instant, jitter: Double
    ) -> Decision {
        if let ranFor, ranFor >= settings.within { attempts = 0 }
        if !kind.isTransient {
            failures.removeAll { now - $0 > settings.within }
            failures.append(now)
            if failures.count > settings.atMost {
                return givesUp
                    ? .giveUp : .retry(after: Self.spread(settings.slowDelay, jitter: jitter))
            }
        }
        defer { attempts += 1 }
        return .retry(after: delay(jitter: jitter))
    }

    /// Forgets all failures.
    mutating func reset() {
        failures = []
        attempts = 0
    }

    private func delay(jitter: Double) -> Duration {
        guard attempts > 0 else { return .zero }
        let doublings = Double(1 << min(attempts - 1, 20))
        let delay = Duration.seconds(settings.firstDelay.seconds * doublings)
        // The longest is not exceeded by what is random, so it is the end of where that lies.
        let longest = Duration.seconds(settings.maxDelay.seconds / (1 + Self.spreading))
        return Self.spread(min(delay, longest), jitter: jitter)
    }

    private static let spreading = 0.2

    private static func spread(_ delay: Duration, jitter: Double) -> Duration {
        .seconds(delay.seconds * (1 + spreading * jitter))
    }
}
