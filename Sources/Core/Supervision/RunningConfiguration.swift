import Values

/// Which configuration runs, since when and by whose will, and what was refused last.
struct RunningConfiguration: Sendable {
    /// A change that may still be taken back.
    struct Probation: Sendable {
        let number: Int
        let before: Configuration
        /// How everything was then.
        let health: StatusReport
        let touched: TouchedPlugins
        let since: Instant
        let until: Instant
        let timer: any Cancellable
        let askedBy: String?
        let onKept: @Sendable (Configuration) -> Void
        /// Health has fallen, and the change cannot be taken back yet.
        var isDue = false
    }

    private struct Refusal: Sendable {
        let why: String
        let user: String?
        let at: Instant
    }

    private(set) var configuration: Configuration
    private(set) var probation: Probation?
    private var since: Instant
    private var user: String?
    private var refusal: Refusal?
    private var changes = 0
    /// A change that the service has undone and that nobody has acknowledged, and since when it is known here.
    private(set) var undone: (change: UndoneChange, since: Instant)?

    init(_ configuration: Configuration, undone: UndoneChange? = nil, at now: Instant) {
        self.configuration = configuration
        self.undone = undone.map { ($0, now) }
        since = now
    }

    /// The number of the next change.
    var nextNumber: Int { changes + 1 }

    mutating func change(
        to new: Configuration, by user: String?, at now: Instant, _ probation: Probation?
    ) {
        endProbation()
        (configuration, self.user, since, self.probation) = (new, user, now, probation)
        changes += 1
    }

    mutating func endProbation() {
        probation?.timer.cancel()
        probation = nil
    }

    /// The change is to be taken back and cannot be yet.
    ///
    /// - Returns: whether that is news.
    mutating func recordDue() -> Bool {
        defer { probation?.isDue = true }
        return probation?.isDue == false
    }

    /// Kept for the status, in its first 1000 characters.
    mutating func record(refusal why: String, of user: String?, at now: Instant) {
        refusal = Refusal(why: String(why.prefix(1000)), user: user, at: now)
    }

    mutating func record(undone change: UndoneChange?, at now: Instant) {
        undone = change.map { ($0, now) }
    }

    /// `notKept`: why what is in force would not outlive a power cut.
    func report(at now: Instant, notKept: String? = nil) -> ConfigurationReport {
        ConfigurationReport(
            ageSeconds: (now - since).seconds, appliedBy: user,
            probationSeconds: probation.map { max(0, ($0.until - now).seconds) },
            lastRefusal: refusal.map {
                ConfigurationReport.Refusal(
                    text: $0.why, askedBy: $0.user, ageSeconds: (now - $0.at).seconds)
            },
            undone: undone.map { change, since in
                ConfigurationReport.Undone(
                    why: change.why, changes: change.changes, kept: change.kept,
                    askedBy: change.askedBy, ageSeconds: (now - since).seconds)
            },
            kept: configuration.offer?.kept?.lines,
            notKept: notKept)
    }
}
