import Core
import Devices

extension DroneNavigation {
    /// What is made of one trouble: what was measured and its limit, since when, what follows, and what would end it.
    struct FailsafeDecision: Equatable, Sendable {
        let trouble: FailsafeCondition
        /// Since when it is there, but for breaks that are shorter than it takes to be over.
        let lasting: Duration
        /// What the aircraft does about it now.
        let action: Action
        /// What it does when it lasts; `nil` once it does that.
        let next: Escalation?
        /// How it ends, for people.
        let ending: String

        enum Action: String, Sendable {
            case fliesOn = "flies on"
            case hovers
            case fliesHome = "flies home"
            case lands
        }

        init(
            _ trouble: FailsafeCondition, by row: FailsafeTable.Row, times: Int, since: Instant,
            isThere: Bool, at now: Instant
        ) {
            self.trouble = trouble
            lasting = now - since
            let isDue = isThere && lasting >= row.after
            next = isDue ? nil : Escalation(row.then, in: row.after - lasting)
            let over = row.clearAfter > .zero ? "over for \(text(of: row.clearAfter))" : "over"
            switch row.action(times: times) {
            case _ where isDue:
                action = row.then == .land ? .lands : .fliesHome
                ending = "with the flight"
            case .nothing:
                action = .fliesOn
                ending = "when it is \(over)"
            case .pause, .pauseTwice:
                action = .hovers
                ending = "it flies on when that is \(over)"
            case .stop:
                action = .hovers
                ending = "a person says what to do: resume, return, land"
            }
        }

        var json: JSONValue {
            var members: [String: JSONValue] = [
                "code": .string(trouble.kind.rawValue), "text": .string(trouble.description),
                "since_seconds": .number(lasting.seconds), "action": .string(action.rawValue),
                "ending": .string(ending),
            ]
            if let next {
                members["next"] = .string(next.action == .land ? "lands" : "flies home")
                members["next_in_seconds"] = .number(next.after.seconds)
            }
            return .object(members)
        }
    }
}
