/// How a deployment ended.
package enum DeploymentEnding: Equatable, Sendable {
    case done
    /// It is what runs already, and what the next start is with.
    case nothingChanges
    /// It is what runs already; the next start was with another one, and is with this one now.
    case kept
    case refused(String)
    /// Nobody pressed the button, or it was held.
    case declined
    /// The stick was pulled out before it was allowed, or the program was ended: systemd ends it with its stick.
    case gone
    /// The program was ended before it was known whether it stays.
    case stopped
    /// It ran, and the configuration before runs again.
    case takenBack(String)

    package var words: String {
        switch self {
        case .done: "DONE: it runs"
        case .nothingChanges: "NOTHING CHANGES: it is what runs already"
        case .kept: "KEPT: it runs already, and from now on the service also starts with it"
        case .refused(let why): "REFUSED: \(why)"
        case .declined: "NOT ALLOWED: the button was held, or not pressed in time"
        case .gone:
            "GONE: the stick was pulled out, or roost-stick was ended, before the button was pressed"
        case .stopped:
            "STOPPED before its minute was over: the service's next start is with what ran before"
        case .takenBack(let why): "TAKEN BACK: \(why)"
        }
    }

    /// What the panel tells, where it is the one to be told.
    var outcome: String? {
        switch self {
        case .done, .nothingChanges, .kept: "done"
        case .refused: "refused"
        case .takenBack, .stopped: "taken-back"
        case .declined, .gone: nil
        }
    }

    package var isGood: Bool { outcome == "done" }
}
