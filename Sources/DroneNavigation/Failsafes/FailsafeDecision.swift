import Core
import JSON
import Values

extension DroneNavigation {
    /// What is made of one trouble: what was measured and its limit, since when, what follows, and what would end it.
    struct FailsafeDecision: Equatable, Sendable {
        let trouble: FailsafeCondition
        /// Since when it is there, but for breaks that are shorter than it takes to be over.
        let lasting: Duration
        /// What the aircraft does about it now.
        let action: Action
        /// What it does when it lasts, or stays away; `nil` once it does that.
        let next: Escalation?
        /// How it ends, for people.
        let ending: String
        /// It has lasted so long that people are told of it.
        let isWarning: Bool

        enum Action: String, Sendable {
            case fliesOn = "flies on"
            case hovers
            case fliesHome = "flies home"
            case lands
        }

        init(
            _ trouble: FailsafeCondition, by row: FailsafeTable.Row, times: Int, since: Instant,
            goneFor gone: Duration?, at now: Instant
        ) {
            self.trouble = trouble
            let lasting = now - since
            self.lasting = lasting
            let isDue = row.then != nil && gone == nil && lasting >= row.after
            if let gone {
                next = row.then.map { _ in Escalation(.flyOn, in: row.clearAfter - gone) }
            } else {
                next = isDue ? nil : row.then.map { Escalation($0, in: row.after - lasting) }
            }
            isWarning = !isDue && row.action == .nothing && lasting >= row.tellAfter
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

        /// As people are told of it: "the battery is at 19 %, ...; it flies home in 1.0 s"
        var warning: String {
            "\(trouble)" + (next.map { "; it \($0) if that lasts" } ?? "; it flies on")
        }

        /// As other programs know what stands, of a policy of any kind.
        var alert: JSONValue {
            [
                "code": .string(trouble.kind.rawValue), "severity": "warning",
                "text": .string(trouble.description),
            ]
        }

        var json: JSONValue {
            var members: [String: JSONValue] = [
                "code": .string(trouble.kind.rawValue), "text": .string(trouble.description),
                "since_seconds": .number(lasting.seconds), "action": .string(action.rawValue),
                "ending": .string(ending),
            ]
            if let next {
                members["next"] = .string(next.action.words)
                members["next_in_seconds"] = .number(next.after.seconds)
            }
            return .object(members)
        }
    }
}
