import Core
import Devices

extension PetDoor {
    /// What keeps the bolt from going out.
    package enum LockInterlock: Codable, Equatable, Sendable, CustomStringConvertible {
        case noLatchSwitch
        case latchUnclear(why: String)
        case noFlapSwitch
        case flapOpen
        case flapUnclear(why: String)
        /// The flap is shut, but not for long enough to be sure that nobody is in it.
        case flapJustClosed(left: Duration)
        case tunnelOccupied
        case tunnelUnclear(why: String)
        /// Nothing moves in the tunnel, but not for long enough.
        case tunnelJustLeft(left: Duration)
        /// The servo has moved too often in the last hour or day.
        case tooManyMoves(left: Duration)

        package var description: String {
            switch self {
            case .noLatchSwitch:
                "no latch switch is connected, and accept_blind_lock is not set"
            case .latchUnclear(let why): "the latch switch is \(why)"
            case .noFlapSwitch:
                "no flap switch is connected, and accept_no_flap_switch is not set"
            case .flapOpen: "the flap is open"
            case .flapUnclear(let why): "the flap switch is \(why)"
            case .flapJustClosed(let left): "the flap has just closed, \(text(of: left)) to wait"
            case .tunnelOccupied: "something is in the tunnel"
            case .tunnelUnclear(let why): "what watches the tunnel is \(why)"
            case .tunnelJustLeft(let left):
                "something was in the tunnel, \(text(of: left)) to wait"
            case .tooManyMoves(let left):
                "the bolt has moved too often, \(text(of: left)) to wait"
            }
        }

        var code: String {
            switch self {
            case .noLatchSwitch: "no-latch-switch"
            case .latchUnclear: "latch-unclear"
            case .noFlapSwitch: "no-flap-switch"
            case .flapOpen: "flap-open"
            case .flapUnclear: "flap-unclear"
            case .flapJustClosed: "flap-just-closed"
            case .tunnelOccupied: "tunnel-occupied"
            case .tunnelUnclear: "tunnel-unclear"
            case .tunnelJustLeft: "tunnel-just-left"
            case .tooManyMoves: "too-many-moves"
            }
        }
    }

    /// Whether the flap is proven shut: without a break, for as long as it takes to be sure.
    struct FlapMonitor: Sendable {
        var closedFor: Duration
        var acceptsNoSwitch: Bool
        var closedSince: Instant?
        /// The contact with which the proof began.
        var closedAs: Contact?

        init(closedFor: Duration, acceptsNoSwitch: Bool = false) {
            self.closedFor = closedFor
            self.acceptsNoSwitch = acceptsNoSwitch
        }

        /// What speaks against locking; a `nil` flap is one that has no such switch.
        mutating func note(_ flap: Sample<Contact>?, at now: Instant) -> LockInterlock? {
            guard let flap else { return acceptsNoSwitch ? nil : .noFlapSwitch }
            guard let contact = flap.good else {
                closedSince = nil
                return .flapUnclear(why: flap.quality.description)
            }
            guard contact.isActive else {
                closedSince = nil
                return .flapOpen
            }
            // It may have opened and shut between two steps, or its driver may have started again
            // and not have looked for a while.
            let since = contact == closedAs ? closedSince ?? now : now
            (closedSince, closedAs) = (since, contact)
            let left = closedFor - (now - since)
            return left > .zero ? .flapJustClosed(left: left) : nil
        }
    }

    /// What is known of the bolt's place.
    enum LatchReading: Equatable, Sendable {
        case notConnected
        case unclear(why: String)
        case says(Side)

        var isUnclear: Bool {
            if case .unclear = self { return true }
            return false
        }

        init(_ latch: Sample<Contact>?) {
            guard let latch else {
                self = .notConnected
                return
            }
            self =
                latch.good.map { .says($0.isActive ? .locked : .unlocked) }
                ?? .unclear(why: latch.quality.description)
        }
    }
}
