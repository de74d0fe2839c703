import Values

extension ARDrone {
    /// What a link is in, in one word.
    package enum LinkState: String, Codable, Sendable {
        /// Asked for long, never answered (or gone while on the ground).
        case absent
        case waking
        /// It sends headers only, until its navdata is configured.
        case bootstrap
        case configuring
        /// Landed, configured, and free to take off unless it has obstacles.
        case ready
        case takingOff, flying, landing, emergency
        /// Its navdata fell silent.
        case lost

        /// Whether the drone is set up, or flies already.
        package var isInContact: Bool {
            switch self {
            case .ready, .takingOff, .flying, .landing, .emergency: true
            case .absent, .waking, .bootstrap, .configuring, .lost: false
            }
        }
    }
}

/// The state follows from what the link knows.
extension ARDrone.Link {
    /// Whether the drone is, or for all we know may be, off the ground. Cut motors are down.
    func mayBeAirborne(at now: Instant) -> Bool {
        guard let latest else { return false }
        if latest.phase == .emergency { return false }
        return flight.state != .grounded || latest.phase != .landed
            || !commands.isUpSettled(at: now)
    }

    /// As its configuration has it, once that was read.
    var serialNumber: String? { configuration.initSequence.dump?["general:drone_serial"] }

    /// Why it would not take off now, in words.
    var armingFailures: [String] {
        guard let latest else { return ["the drone is not answering"] }
        let initSequence = configuration.initSequence
        return latest.state.armingFailures
            + (initSequence.isComplete ? [] : ["the drone is still being configured"])
            + initSequence.verdict.obstacles(to: setup)
            + (commands.hasConflict ? ["somebody else commands the drone"] : [])
            + (markerObstacle.map { [$0] } ?? [])
    }

    /// For those who command it, beside what the drone says.
    var knowledge: FlightState.Driver {
        FlightState.Driver(
            hasRival: commands.hasConflict, landsBecause: flight.landingCause?.description,
            restarts: restarts)
    }

    /// On the ground, and meant to stay there.
    var isGrounded: Bool { latest?.phase == .landed && flight.state == .grounded }

    func isLost(at now: Instant) -> Bool {
        latest != nil && silence.isLoss(at: now)
    }

    func currentState(at now: Instant) -> State {
        guard let latest else { return silence.hasAskedInVain(at: now) ? .absent : .waking }
        if isLost(at: now) { return .lost }
        if latest.phase != .emergency, latest.state.contains(.bootstrap) { return .bootstrap }
        switch latest.phase {
        case .emergency: return .emergency
        case .takingOff: return .takingOff
        case .landing: return .landing
        case .hovering, .flying: return flight.state.isUp ? .flying : .landing
        case .landed:
            if case .takingOff = flight.state { return .takingOff }
            return configuration.initSequence.isComplete ? .ready : .configuring
        }
    }

    /// What a drone has forgotten from one packet to the next.
    enum MemoryLoss {
        case everything, keys
        /// It says that it heard nobody for a while.
        case us
    }

    func loss(
        of packet: ARDrone.NavdataPacket, since before: ARDrone.NavdataPacket, hasRestarted: Bool
    ) -> MemoryLoss? {
        let isBack = state == .lost
        let hasStartedOver = hasRestarted || isBack && packet.sequence < before.sequence
        let isGrounded = packet.phase == .landed || packet.phase == .emergency
        if hasStartedOver, isGrounded { return .everything }
        // A drone does not restart in the air: there only its stream started over.
        if hasStartedOver || isBack { return .keys }
        let wasHeard = !before.state.contains(.communicationLost)
        return packet.state.contains(.communicationLost) && wasHeard ? .us : nil
    }

    /// Without its attitude and control state the drone may hover, but not be moved. Nor is it
    /// pulled from two sides.
    func allowed(
        _ command: FlightCommand?, with packet: ARDrone.NavdataPacket
    ) -> FlightCommand? {
        packet.demo == nil || commands.hasConflict ? command?.withoutMotion : command
    }

    func observe(_ latest: ARDrone.NavdataPacket, at now: Instant)
        -> ARDrone.FlightStateMachine.Observation
    {
        isLost(at: now)
            ? .lost(silence: silence.duration(at: now))
            : .seen(latest.phase, obstacles: armingFailures)
    }
}

extension FlightCommand {
    /// The same for somebody who must not move it.
    var withoutMotion: FlightCommand {
        if case .move = self { return .hover }
        return self
    }
}

extension ARDrone.Link {
    typealias State = ARDrone.LinkState

    /// What is fixed for the life of a link.
    struct Setup: Equatable, Sendable {
        /// Shape the stream; set in the air too.
        var streamEntries: [ARDrone.ConfigEntry] = []
        /// Shape the flight; set on the ground only, and it does not take off without them.
        var flightEntries: [ARDrone.ConfigEntry] = []
        /// Set on the ground behind them.
        var otherEntries: [ARDrone.ConfigEntry] = []
        /// Whose values these are; `nil` for nobody's.
        var ids: ARDrone.ConfigIDs?
        /// Whether the drone is asked what it made of the keys.
        var readsBack = false
        /// Whether it must stay down when it is known to have other flight keys than these.
        var insists = true
        var flatTrim = false
        var limits = ARDrone.FlightStateMachine.Limits()
    }

    /// What a tick wants sent.
    struct Outgoing: Equatable, Sendable {
        /// To the command port.
        var commands: [UInt8]?
        /// To the navdata port: "send to me".
        var wake: [UInt8]?
        /// Whether a connection to the control port must stand; when not, none may.
        var wantsControlPort = false
    }
}
