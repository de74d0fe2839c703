import Core
import Values

extension DroneNavigation {
    /// What became of the photographs of a flight, and the one that is waited for.
    struct Photographs: Sendable {
        enum Progress: Equatable, Sendable {
            case waiting
            case taken
            /// In words.
            case missed(String)
        }

        static let request = "photograph"
        /// A drone acknowledges at once, or one of five tries; nobody waits longer for a picture in the air.
        static let answerTimeout = Duration.seconds(8)

        private(set) var taken = 0
        private(set) var missed = 0
        /// To be sent with this step.
        private(set) var outgoing: OutgoingRequest?
        private var lastNumber: UInt64 = 0
        private var askedAt: Instant?
        private var answer: Response?

        /// A step begins: what was to be sent is sent, and this was answered. What nobody waits for any more
        /// does not count.
        mutating func note(_ responses: [Response]) {
            outgoing = nil
            guard askedAt != nil else { return }
            answer = responses.last { $0.number == lastNumber && $0.isFinal } ?? answer
        }

        /// Asks for one, if none is waited for, and says what became of it.
        mutating func take(at now: Instant) -> Progress {
            guard let since = askedAt else {
                lastNumber += 1
                askedAt = now
                answer = nil
                outgoing = OutgoingRequest(
                    lastNumber, Self.request, deadline: now + Self.answerTimeout)
                return .waiting
            }
            guard let answer else {
                return now - since < Self.answerTimeout
                    ? .waiting : end(.missed("no answer within \(text(of: Self.answerTimeout))"))
            }
            return end(answer.outcome == .done ? .taken : .missed(answer.message))
        }

        private mutating func end(_ progress: Progress) -> Progress {
            askedAt = nil
            if progress == .taken { taken += 1 } else { missed += 1 }
            return progress
        }

        /// It flies something else.
        mutating func forget() {
            askedAt = nil
        }

        /// Another flight begins.
        mutating func reset() {
            self = Photographs(after: lastNumber)
        }

        init(after number: UInt64 = 0) {
            lastNumber = number
        }
    }
}

extension DroneNavigation {
    /// Hovers until its camera has answered, at most so long, and flies on whatever the answer is.
    mutating func photograph(
        _ mission: DroneNavigation.FlightPlan, in situation: Situation, by settings: Settings
    ) -> Decision {
        switch photographs.take(at: situation.now) {
        case .waiting:
            return (standing(mission, in: situation, by: settings), .photographing(mission.stage))
        case .taken: break
        case .missed(let why):
            notes.append("\(mission.stage): no photograph was taken: \(why); it flies on")
        }
        return finishItem(mission, in: situation, by: settings)
    }
}
