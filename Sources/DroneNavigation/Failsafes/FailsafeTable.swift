import Values

extension DroneNavigation {
    /// What a trouble that lasts leads to, or one that is gone, and how soon.
    package struct Escalation: Codable, Equatable, Sendable, CustomStringConvertible {
        package enum Action: String, Codable, Sendable {
            case land
            /// Wherever position and heading can be trusted; otherwise it lands.
            case returnHome = "return-home"
            /// The trouble is gone, and has to stay away for as long.
            case flyOn = "fly-on"

            /// For people, and for programs that read details.
            var words: String {
                switch self {
                case .land: "lands"
                case .returnHome: "flies home"
                case .flyOn: "flies on"
                }
            }
        }

        let action: Action
        let after: Duration

        init(_ action: Action, in time: Duration) {
            self.action = action
            after = max(.zero, time)
        }

        /// "lands in 4.0 s"
        package var description: String { "\(action.words) in \(text(of: after))" }
    }

    /// What each kind of trouble leads to by some settings: at once, and when it lasts.
    struct FailsafeTable: Sendable {
        enum Action: Sendable {
            case nothing
            /// It hovers until the trouble is over.
            case pause
            /// It hovers until a person decides.
            case stop
            /// It pauses, and the third time within minutes stops: an alarm may be a false one.
            case pauseTwice
        }

        struct Row: Sendable {
            let action: Action
            /// How long the trouble must last before it is more than that, or is told where it is no more.
            let after: Duration
            /// `nil`: a warning alone.
            let then: Escalation.Action?
            /// How long the trouble must be gone before it counts as over.
            let clearAfter: Duration

            init(
                _ action: Action, _ after: Duration, _ then: Escalation.Action?,
                clearAfter: Duration = .zero
            ) {
                self.action = action
                self.after = after
                self.then = then
                self.clearAfter = clearAfter
            }

            /// When people are told of it, while the aircraft flies on as if nothing was.
            var tellAfter: Duration { max(then == nil ? after : .zero, FailsafeTable.tellAfter) }

            /// The action for a trouble that was there so often before.
            func action(times: Int) -> Action {
                guard action == .pauseTwice else { return action }
                return times < 2 ? .pause : .stop
            }
        }

        static let againWithin = Duration.seconds(60)
        /// How long it hovers without anything that shows whether it drifts, beside the 2 s after which a position
        /// counts as lost: 5 s in all.
        static let unconfirmedFor = Duration.seconds(3)
        /// A trouble about which nothing is done yet is told to people when it has lasted so long.
        static let tellAfter = Duration.seconds(1)
        /// Of `max_flight_time`, from where on that is told.
        static let flightTimeShare = 0.9

        private let settings: Settings

        init(_ settings: Settings) {
            self.settings = settings
        }

        /// Whether a trouble leaves a person nothing to decide but to land.
        func insistsOnReturn(for trouble: FailsafeCondition) -> Bool {
            let row = row(trouble.kind)
            return row.action == .nothing && row.then == .returnHome
        }

        /// Whether nothing follows from a trouble, however long it lasts.
        func onlyWarns(of trouble: FailsafeCondition) -> Bool {
            let row = row(trouble.kind)
            return row.action == .nothing && row.then == nil
        }

        func row(_ kind: FailsafeCondition.Kind) -> Row {
            let limits = settings.failsafes
            let (times, well) = (limits.timeout, limits.timeout.resumeAfter)
            let home: Escalation.Action = limits.returnsHome ? .returnHome : .land
            return switch kind {
            // What ends the flight.
            case .batteryEmpty: Row(.nothing, limits.battery.lowFor, .land)
            case .batteryLow: Row(.nothing, limits.battery.lowFor, home)
            case .flightTimeOver: Row(.nothing, .zero, home)
            // There is more of it where it took off.
            case .linkWeak: Row(.nothing, limits.link.weakFor, home, clearAfter: .seconds(2))
            case .signalWeak: Row(.nothing, limits.link.weakFor, home, clearAfter: .seconds(5))
            // As long as it still works.
            case .underVoltage, .computerHot:
                Row(.nothing, limits.computer.unwellFor, home, clearAfter: .seconds(5))
            // It could not be steered home.
            case .ticksLate:
                Row(.nothing, limits.computer.unwellFor, .land, clearAfter: .seconds(2))
            // To hover is to be level.
            case .tilted: Row(.pauseTwice, .seconds(2), .land, clearAfter: .seconds(1))
            // Nothing is known of it; its own firmware hovers or lands.
            case .flightLost: Row(.stop, times.flightLost, .land)
            // It obeys both: what it does is a matter of luck, and a landing is what both can see.
            case .hasRival: Row(.pause, times.answer, .land, clearAfter: well)
            // Fences and ceiling.
            case .farOutsideFence: Row(.nothing, .zero, .land)
            case .outsideFence: Row(.stop, times.outside, home)
            case .fenceAhead: Row(.pause, times.outside, home, clearAfter: .seconds(1))
            case .tooHigh: Row(.stop, times.outside, .land)
            // It does not get where it should: wind, a propeller, a wrong compass.
            case .driftingAway, .noProgress: Row(.stop, times.answer, home)
            // To fly by what is wrong is worse than to land.
            case .fixContradicted, .headingContradicted:
                Row(.pauseTwice, times.answer, .land, clearAfter: well)
            // To hover, it needs the camera that sees nothing: the wind has it.
            case .velocityContradicted: Row(.stop, .seconds(1), .land)
            // Every second in the air is metres away.
            case .windTooStrong: Row(.nothing, .seconds(3), .land)
            // Under its own guidance it leans further than where it hovers.
            case .hoverDrift: Row(.nothing, .seconds(2), home, clearAfter: .seconds(1))
            case .fixLost: Row(.pause, times.fixLost, .land, clearAfter: well)
            case .headingLost: Row(.pause, times.headingLost, .land, clearAfter: well)
            case .fixPoor: Row(.pause, times.fixPoor, .land, clearAfter: well)
            // Nobody needs it where it is then.
            case .leaderLost: Row(.pause, settings.follow.returnAfter, home, clearAfter: well)
            case .velocityUnconfirmed:
                Row(
                    .pause, min(Self.unconfirmedFor, times.blindHover), .land, clearAfter: well)
            // While nothing shows that it stays where it is, the row before counts, and this one goes on.
            case .blindHover: Row(.nothing, times.blindHover, .land, clearAfter: .seconds(10))
            case .returnTimeOver: Row(.nothing, .zero, .land)
            // What a person may want to know of in time.
            case .batteryWarning:
                Row(.nothing, limits.battery.lowFor, nil, clearAfter: .seconds(60))
            case .flightTimeWarning: Row(.nothing, .zero, nil)
            case .signalWarning: Row(.nothing, .seconds(3), nil, clearAfter: .seconds(30))
            }
        }
    }
}
