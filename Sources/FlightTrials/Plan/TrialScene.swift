import Core
import Values

/// What somebody has a flight do beside its course, so that what goes wrong meets it there.
package enum TrialScene: String, CaseIterable, Sendable {
    /// Flies its course and nothing else.
    case course
    /// Hovers as asked, and flies home when told to.
    case hover
    /// Follows somebody who walks, and flies home when told to.
    case follow
    /// The same, and is stopped by a leader who is silent for some seconds.
    case leaderless
    /// Is stopped on its course now and then by a receiver that is away for a moment.
    case pause

    /// Counted from the take-off: when it begins, and when it is told to come home.
    static let begins = Duration.seconds(12)
    static let ends = Duration.seconds(110)
    /// When it is stopped, and for how long: shorter than what lands it.
    static let pauses: [Duration] = [.seconds(20), .seconds(45), .seconds(70)]
    static let absence = Duration.milliseconds(3200)
    static let silence = Duration.seconds(8)

    /// Whether it ends by a person who has it come home.
    var isCalledHome: Bool {
        switch self {
        case .hover, .follow, .leaderless: true
        case .course, .pause: false
        }
    }

    var hasLeader: Bool { self == .follow || self == .leaderless }

    /// What somebody asks for, and what happens to the receiver, in the words of a fault.
    var events: [TrialFault] {
        switch self {
        case .course: []
        case .hover: [request("hover", at: Self.begins), request("return", at: Self.ends)]
        case .follow, .leaderless:
            [request("follow", at: Self.begins), request("return", at: Self.ends)]
                + (self == .leaderless ? Self.pauses.map(silence) : [])
        case .pause:
            Self.pauses.map {
                TrialFault(
                    what: .world("gps off", end: "gps on"), after: $0, lasting: Self.absence)
            }
        }
    }

    private func request(_ name: String, at time: Duration) -> TrialFault {
        TrialFault(what: .request(name), after: time, lasting: .zero)
    }

    private func silence(at time: Duration) -> TrialFault {
        TrialFault(what: .leader(.silent), after: time, lasting: Self.silence)
    }
}
