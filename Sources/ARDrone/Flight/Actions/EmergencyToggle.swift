import Values

extension ARDrone {
    /// Bit 8 of REF. An edge of it cuts the motors, or ends an emergency, whichever there is to do.
    ///
    /// It is held up until its effect shows, for single datagrams are lost, and then never again: a
    /// second edge would undo it. It is the only thing that sets the bit.
    struct EmergencyToggle: Sendable {
        enum Step: Equatable, Sendable {
            case hold(isUp: Bool)
            case done
            /// The drone does not show it in time; in words.
            case unconfirmed(String)
        }

        /// How long the bit is held up at most.
        static let limit = Duration.seconds(3)

        /// Whether the motors are to be cut; otherwise the emergency is to end.
        let wantsEmergency: Bool
        private let end: Instant
        /// Whether the bit is up from before: then it must come down first, or there is no edge.
        private var mustFall: Bool

        init(wantsEmergency: Bool, isUp: Bool, at now: Instant) {
            self.wantsEmergency = wantsEmergency
            mustFall = isUp
            end = now + Self.limit
        }

        mutating func step(_ view: ActionContext, at now: Instant) -> Step {
            if view.isEmergency == wantsEmergency, view.packet != nil, !view.isLost { return .done }
            guard now < end, view.packet != nil else {
                return .unconfirmed(
                    wantsEmergency
                        ? "the drone does not say that its motors are cut"
                        : "the drone does not say that the emergency is over")
            }
            defer { mustFall = false }
            return .hold(isUp: !mustFall)
        }
    }
}
