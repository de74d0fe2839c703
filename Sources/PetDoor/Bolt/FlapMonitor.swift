import Core
import Values

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
        /// It is shut, and was open for nearly all of the last hours: its switch may be the wrong way round.
        case flapMostlyOpen(left: Duration)
        case tunnelOccupied
        case tunnelUnclear(why: String)
        /// Nothing moves in the tunnel, but not for long enough.
        case tunnelJustLeft(left: Duration)
        case tunnelMostlyOccupied(left: Duration)
        /// The servo has moved too often in the last hour or day.
        case tooManyMoves(left: Duration)
        /// The program has ended soon after it moved the bolt: the servo may take the power that the machine needs.
        /// `left` is `nil` where that was so often that it waits for another day, or for a person.
        case endedInMove(left: Duration?)

        /// It spares the servo or its supply, and no animal: it holds back a lock, not a move that lets an animal in.
        var isForServoOnly: Bool {
            switch self {
            case .tooManyMoves, .endedInMove: true
            default: false
            }
        }

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
            case .flapMostlyOpen(let left):
                "the flap was open for nearly all of the last hours, \(text(of: left)) to wait"
            case .tunnelOccupied: "something is in the tunnel"
            case .tunnelUnclear(let why): "what watches the tunnel is \(why)"
            case .tunnelJustLeft(let left):
                "something was in the tunnel, \(text(of: left)) to wait"
            case .tunnelMostlyOccupied(let left):
                "something was in the tunnel for nearly all of the last hours, \(text(of: left)) to wait"
            case .tooManyMoves(let left):
                "the bolt has moved too often, \(text(of: left)) to wait"
            case .endedInMove(let left):
                "the program has ended soon after it moved the bolt, "
                    + (left.map { "\(text(of: $0)) to wait" }
                        ?? "each time: look at the servo's supply, then ask again")
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
            case .flapMostlyOpen: "flap-mostly-open"
            case .tunnelOccupied: "tunnel-occupied"
            case .tunnelUnclear: "tunnel-unclear"
            case .tunnelJustLeft: "tunnel-just-left"
            case .tunnelMostlyOccupied: "tunnel-mostly-occupied"
            case .tooManyMoves: "too-many-moves"
            case .endedInMove: "ended-in-move"
            }
        }
    }

    /// Whether the flap is proven shut: without a break, for as long as it takes to be sure, and not only for a moment
    /// of hours in which it was said to be open. A switch that is the wrong way round says "shut" only while an animal
    /// holds the flap open.
    struct FlapMonitor: Sendable {
        /// For each second open it must be shut for a ninth of one: for a tenth of the time.
        private static let openPerShut = 9
        /// Of what lies back longer only so much counts: a flap that was open all day may lock after 20 min.
        static let longestOpen = Duration.seconds(3 * 3600)
        /// What was before a start is not known. With the first opening it counts as if the flap had been open for so long:
        /// of that it must be shut for a minute. Until then nothing speaks against a flap that is shut.
        private static let assumedOpen = Duration.seconds(9 * 60)

        var closedSince: Instant?
        /// The contact with which the proof began.
        var closedAs: Contact?
        /// How much longer it was open than it may have been by how long it was shut.
        private(set) var openFor = FlapMonitor.assumedOpen
        var openAtMost = FlapMonitor.longestOpen {
            didSet { openFor = min(openFor, openAtMost) }
        }
        private(set) var hasBeenOpen = false
        private var lastNote: Instant?
        private(set) var wasShut: Bool?

        /// What a memory keeps of it; `nil` while nothing speaks against the flap.
        var remembered: Duration? {
            hasBeenOpen && openFor > .zero ? Memory.rounded(openFor) : nil
        }

        /// What the program before knew of the same switch.
        mutating func resume(_ remembered: Duration) {
            openFor = min(max(openFor, remembered), openAtMost)
            hasBeenOpen = true
        }

        /// What speaks against locking; a `nil` flap is one that has no such switch. It is proven by having been shut for
        /// `closedFor`.
        mutating func note(
            _ flap: Sample<Contact>?, closedFor: Duration, acceptsNoSwitch: Bool = false,
            at now: Instant
        ) -> LockInterlock? {
            guard let flap else { return acceptsNoSwitch ? nil : .noFlapSwitch }
            weigh(flap.good?.isActive, at: now)
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
            if left > .zero { return .flapJustClosed(left: left) }
            return hasBeenOpen && openFor > .zero
                ? .flapMostlyOpen(left: openFor / Self.openPerShut) : nil
        }

        /// By what it was since the step before; `nil` where its switch was not heard.
        private mutating func weigh(_ isShut: Bool?, at now: Instant) {
            let step = lastNote.map { now - $0 } ?? .zero
            switch wasShut {
            case true?:
                // Nearly always nothing is left of it, and a product of durations is slow.
                if openFor > .zero { openFor = max(.zero, openFor - step * Self.openPerShut) }
            case false?: openFor = min(openAtMost, openFor + step)
            case nil: break
            }
            if isShut == false { hasBeenOpen = true }
            (lastNote, wasShut) = (now, isShut)
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
