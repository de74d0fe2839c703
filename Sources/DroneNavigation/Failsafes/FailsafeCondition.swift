import Core
import Values

extension DroneNavigation {
    /// Something that ends or interrupts a flight, with its figures.
    package enum FailsafeCondition: Codable, Equatable, Sendable, CustomStringConvertible {
        case flightLost(why: String)
        /// Somebody else commands the aircraft, and its driver has it hover; or it flies on though it is told to hover.
        case hasRival(isSeen: Bool)
        /// Too little is heard of the aircraft, in messages a second.
        case linkWeak(perSecond: Double, limit: Double)
        /// The Wi-Fi hears its network weakly.
        case signalWeak(dBm: Double, limit: Double)
        /// The computer may fail at any moment: its supply does.
        case underVoltage
        case computerHot(celsius: Double, limit: Double)
        /// Steps come so much too late that it cannot be steered.
        case ticksLate(by: Duration, limit: Duration)
        /// Further than it tilts by itself.
        case tilted(degrees: Double, limit: Double)
        case fixLost(why: String)
        case fixPoor(why: String)
        case headingLost(why: String)
        /// The positions do not tell the way that the aircraft has flown.
        case fixContradicted(metres: Double)
        /// Whoever it follows is silent, unsure where, or too fast.
        case leaderLost(why: String)
        /// It moves over ground and does not measure that.
        case velocityContradicted
        /// Without a position nothing shows whether it moves over ground.
        case velocityUnconfirmed
        /// It moves over ground though it hovers.
        case hoverDrift(metresPerSecond: Double)
        /// It flies in another direction than its heading says.
        case headingContradicted
        /// More than the aircraft can hold itself against.
        case windTooStrong(metresPerSecond: Double, limit: Double)
        case outsideFence(metres: Double, limit: Double)
        case farOutsideFence(metres: Double, limit: Double)
        /// On the wrong side of a fence of the mission, which is told in words.
        case beyondFence(fence: String, metres: Double)
        case farBeyondFence(fence: String, metres: Double)
        /// As fast as it is, it comes to rest only behind a fence.
        case fenceAhead(fence: String)
        /// It hovers as asked, and nobody knows whether it is still inside the fence.
        case blindHover(why: String)
        case tooHigh(metres: Double, limit: Double)
        /// Less than what it takes to land wherever it is.
        case batteryEmpty(percent: Int, limit: Double)
        /// Less than what it takes to fly home, with a reserve.
        case batteryLow(percent: Int, limit: Double)
        case flightTimeOver(limit: Duration)
        /// It was to be home by now.
        case returnTimeOver(limit: Duration)
        case noProgress(within: Duration)
        case driftingAway(metres: Double)
        /// What is told before it comes to more; it has no other effect.
        case batteryWarning(percent: Int, limit: Double)
        case flightTimeWarning(after: Duration, limit: Duration)
        case signalWarning(dBm: Double, limit: Double)

        /// The trouble without its figures.
        enum Kind: String, CaseIterable, Sendable {
            case batteryEmpty = "battery-empty"
            case returnTimeOver = "return-time-over"
            case batteryLow = "battery-low"
            case flightTimeOver = "flight-time-over"
            case linkWeak = "link-weak"
            case signalWeak = "signal-weak"
            case underVoltage = "under-voltage"
            case computerHot = "computer-hot"
            case ticksLate = "ticks-late"
            case flightLost = "flight-state-lost"
            case hasRival = "somebody-else"
            case tilted
            case farOutsideFence = "far-outside-fence"
            case outsideFence = "outside-fence"
            case tooHigh = "too-high"
            case fenceAhead = "fence-ahead"
            case fixContradicted = "position-contradicted"
            case headingContradicted = "heading-contradicted"
            case velocityContradicted = "velocity-contradicted"
            case windTooStrong = "wind-too-strong"
            case hoverDrift = "hover-drift"
            case driftingAway = "drifting-away"
            case noProgress = "no-progress"
            case fixLost = "fix-lost"
            case headingLost = "heading-lost"
            case fixPoor = "fix-poor"
            case leaderLost = "leader-lost"
            case velocityUnconfirmed = "velocity-unconfirmed"
            case blindHover = "blind-hover"
            case batteryWarning = "battery-warning"
            case flightTimeWarning = "flight-time-warning"
            case signalWarning = "signal-warning"

            /// Its place in this list, the most severe first.
            var severity: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
        }

        var kind: Kind {
            switch self {
            case .flightLost: .flightLost
            case .hasRival: .hasRival
            case .linkWeak: .linkWeak
            case .signalWeak: .signalWeak
            case .underVoltage: .underVoltage
            case .computerHot: .computerHot
            case .ticksLate: .ticksLate
            case .tilted: .tilted
            case .fixLost: .fixLost
            case .fixPoor: .fixPoor
            case .headingLost: .headingLost
            case .fixContradicted: .fixContradicted
            case .velocityContradicted: .velocityContradicted
            case .velocityUnconfirmed: .velocityUnconfirmed
            case .hoverDrift: .hoverDrift
            case .windTooStrong: .windTooStrong
            case .headingContradicted: .headingContradicted
            case .outsideFence, .beyondFence: .outsideFence
            case .farOutsideFence, .farBeyondFence: .farOutsideFence
            case .fenceAhead: .fenceAhead
            case .leaderLost: .leaderLost
            case .blindHover: .blindHover
            case .tooHigh: .tooHigh
            case .batteryEmpty: .batteryEmpty
            case .batteryLow: .batteryLow
            case .flightTimeOver: .flightTimeOver
            case .returnTimeOver: .returnTimeOver
            case .noProgress: .noProgress
            case .driftingAway: .driftingAway
            case .batteryWarning: .batteryWarning
            case .flightTimeWarning: .flightTimeWarning
            case .signalWarning: .signalWarning
            }
        }

        package var description: String {
            switch self {
            case .flightLost(let why): "no news from the aircraft (\(why))"
            case .hasRival(isSeen: true):
                "somebody else commands the aircraft, and it is told to hover"
            case .hasRival(isSeen: false):
                "it flies on though it is told to hover: does somebody else command it?"
            case .linkWeak(let rate, let limit):
                "the link is weak: \(shown(rate)) messages a second, the limit is \(shown(limit))"
            case .signalWeak(let dBm, let limit):
                "the Wi-Fi is weak: \(shortText(of: dBm)) dBm, the limit is \(shortText(of: limit)) dBm"
            case .underVoltage: "the computer's supply is too low: it may fail at any moment"
            case .computerHot(let celsius, let limit):
                "the computer is at \(shown(celsius, 0)) °C, the limit is \(shown(limit, 0)) °C"
            case .ticksLate(let time, let limit):
                "steps come \(text(of: time)) late, the limit is \(text(of: limit)): what else does the computer do?"
            case .tilted(let degrees, let limit):
                "it is tilted by \(shown(degrees, 0))°, the limit is \(shown(limit, 0))°: has it hit something?"
            case .fixLost(let why): "no position (\(why))"
            case .fixPoor(let why): "the position is poor: \(why)"
            case .headingLost(let why): "no heading (\(why))"
            case .fixContradicted(let metres):
                "the position is \(shown(metres)) m from where it has flown: does the receiver ride on the aircraft?"
            case .velocityContradicted:
                "the positions move and the aircraft measures no way: is it over water, or in the dark?"
            case .velocityUnconfirmed:
                "it hovers without a position, and nothing shows that it stays where it is: does its "
                    + "camera see the ground?"
            case .hoverDrift(let speed):
                "it drifts with \(shown(speed)) m/s though it hovers: the wind is stronger than it holds"
            case .windTooStrong(let wind, let limit):
                "the wind blows with \(shown(wind)) m/s, and it flies \(shown(limit)) m/s at most"
            case .headingContradicted:
                "it flies in another direction than its heading says: is iron near the compass?"
            case .leaderLost(let why): "the leader cannot be followed: \(why)"
            case .blindHover(let why): "hovering without a position (\(why))"
            case .outsideFence(let metres, let limit), .farOutsideFence(let metres, let limit):
                "\(shown(metres)) m from where it took off, the fence is at \(shortText(of: limit)) m"
            case .beyondFence(let fence, let metres), .farBeyondFence(let fence, let metres):
                "\(shown(metres)) m on the wrong side of \(fence)"
            case .fenceAhead(let fence): "too near to \(fence) for its speed"
            case .tooHigh(let metres, let limit):
                "\(shown(metres)) m high, the limit is \(shortText(of: limit)) m"
            case .batteryEmpty(let percent, let limit):
                "the battery is at \(percent) %, the limit is \(shown(limit, 0)) %"
            case .batteryLow(let percent, let limit):
                "the battery is at \(percent) %, and \(shown(limit, 0)) % is what it takes to come home"
            case .returnTimeOver(let limit): "it is not home after \(text(of: limit))"
            case .flightTimeOver(let limit): "it has been in the air for \(text(of: limit))"
            case .noProgress(let time): "no nearer to the target in \(text(of: time))"
            case .batteryWarning(let percent, let limit):
                "the battery is at \(percent) %, and \(shown(limit, 0)) % is worth a warning"
            case .flightTimeWarning(let time, let limit):
                "it has been in the air for \(text(of: time)), of at most \(text(of: limit))"
            case .signalWarning(let dBm, let limit):
                "the Wi-Fi grows weak: \(shortText(of: dBm)) dBm, and \(shortText(of: limit)) dBm is worth a warning"
            case .driftingAway(let metres):
                "\(shown(metres)) m farther from the target than it was: is the heading right?"
            }
        }

        private func shown(_ number: Double, _ decimals: Int = 1) -> String {
            fixedText(of: number, decimals: decimals)
        }
    }
}
