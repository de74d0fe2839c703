import BlueZ
import Core
import Values

/// Whether BlueZ knows the service, and when it is to be told again.
struct Registration: Sendable {
    private static let retry = Duration.seconds(5)

    private var registered: Set<String> = []
    private var dueAt: Instant? = .zero
    /// Said already, and the same since.
    private var lastProblem = ""

    /// Whether it is time to ask; it is not before the next failure then.
    mutating func isDue(at now: Instant) -> Bool {
        guard let due = dueAt, now >= due else { return false }
        dueAt = nil
        return true
    }

    /// How long until it is due; `nil` for never.
    func left(at now: Instant) -> Duration? { dueAt.map { max(.zero, $0 - now) } }

    /// BlueZ was started, and knows nothing; or it has ended.
    mutating func note(present: Bool) {
        registered = []
        dueAt = present ? .zero : nil
    }

    /// - Returns: what is new about that, for the log.
    mutating func note(_ what: String, _ error: String?, at now: Instant) -> String? {
        // Asked for again after another part of it had failed.
        let problem = error == "Already Exists" ? nil : error
        guard let problem else {
            let isNew = registered.insert(what).inserted && registered.isSuperset(of: Self.needed)
            if isNew { lastProblem = "" }
            return isNew ? "phones see it" : nil
        }
        registered.remove(what)
        dueAt = dueAt ?? now + Self.retry
        defer { lastProblem = problem }
        return problem == lastProblem ? nil : "\(what): \(problem); it is tried again"
    }

    private static let needed: Set = ["service", "advertisement"]
}
