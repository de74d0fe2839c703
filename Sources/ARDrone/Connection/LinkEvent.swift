import Core
import Values

extension ARDrone {
    /// Why the drone is told to come down.
    enum LandingReason: Equatable, Sendable {
        case asked
        case commandTimeout(for: Duration)
        case linkLost
        /// The drone began it: a low battery, another controller.
        case ownDecision

        /// Whether it is the driver that has decided it, by itself.
        var isOfTheDriver: Bool {
            switch self {
            case .commandTimeout, .linkLost: true
            case .asked, .ownDecision: false
            }
        }
    }

    /// Something that happened on the link and that somebody will look for in the log.
    enum LinkEvent: Equatable, Sendable {
        case stateChanged(from: Link.State, to: Link.State)
        case adopted
        case takingOff
        case takeOffRefused([String])
        case takeOffUnconfirmed
        case landing(LandingReason)
        case landingIgnored
        case stillNotLanded(for: Duration)
        case landed(wasAsked: Bool)
        case rebooted
        case communicationLost
        case configUnanswered(key: String, for: Duration)
        /// The drone is spoken to as by nobody in particular, and why.
        case multiConfigRefused(String)
        case configurationUnread(String)
        case configurationConfirmed
        case configurationDiffers([ConfigDifference])
        case conflictBegan
        case conflictEnded
        case unsendable(ATError)
        /// Bit 8 had no effect that the drone shows; in words.
        case toggleUnconfirmed(String)

        func write(to log: Log) {
            switch self {
            case .stateChanged(_, .lost), .configurationDiffers, .landingIgnored, .stillNotLanded,
                .conflictBegan, .toggleUnconfirmed:
                log.error(message)
            case .takeOffRefused, .takeOffUnconfirmed, .landing(.commandTimeout),
                .landing(.linkLost),
                .landing(.ownDecision), .landed(wasAsked: false), .rebooted,
                .communicationLost, .configUnanswered, .multiConfigRefused, .configurationUnread,
                .unsendable, .adopted, .stateChanged(_, .emergency):
                log.warning(message)
            case .stateChanged, .takingOff, .landing(.asked), .landed(wasAsked: true),
                .configurationConfirmed, .conflictEnded:
                log.notice(message)
            }
        }

        var message: String {
            switch self {
            case .stateChanged(let before, let after):
                "\(before.rawValue) -> \(after.rawValue)"
            case .adopted:
                "the drone is in the air without our doing: it is told to hover"
            case .takingOff:
                "taking off"
            case .takeOffRefused(let reasons):
                "take-off refused: \(reasons.joined(separator: "; "))."
                    + " Ask for something else, then for the take-off again"
            case .takeOffUnconfirmed:
                "take-off given up: the drone does not begin it"
            case .landing(let reason):
                "landing: \(reason)"
            case .landingIgnored:
                "it does not begin to land: repeating it, in datagrams that each start over at 1"
            case .stillNotLanded(let time):
                "still not landed, \(text(of: time)) after it was told to; repeating it"
            case .landed(let wasAsked):
                wasAsked ? "landed" : "landed without being asked to"
            case .rebooted:
                "the drone was switched off and on: setting it up again"
            case .communicationLost:
                "the drone says it heard nothing for 2 s: setting it up again"
            case .configUnanswered(let key, let time):
                "the drone has not acknowledged \(key) for \(text(of: time)); asking again"
            case .multiConfigRefused(let why):
                "the drone does not take ids (\(why)): its keys are set without, for everybody"
            case .configurationUnread(let why):
                "the keys were acknowledged, but could not be read back: \(why)"
            case .configurationConfirmed:
                "configured: read back, every key is as it was set"
            case .configurationDiffers(let differences):
                "acknowledged, but not applied, in \(InitSequence.maxRepeats + 1) tries: "
                    + differences.map(\.description).joined(separator: "; ")
            case .conflictBegan:
                "somebody else commands the drone too: it is told to hover, in datagrams that each"
                    + " start over at 1"
            case .conflictEnded:
                "the drone takes our commands alone again"
            case .unsendable(let error):
                "a command cannot be encoded: \(error)"
            case .toggleUnconfirmed(let why):
                why
            }
        }
    }
}

extension ARDrone.LandingReason: CustomStringConvertible {
    var description: String {
        switch self {
        case .asked: "asked to"
        case .commandTimeout(let time): "no valid command for \(text(of: time))"
        case .linkLost: "its navdata is silent; it may still hear us"
        case .ownDecision: "the drone began it by itself"
        }
    }
}
