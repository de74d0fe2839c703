import Core
import Devices

extension ARDrone {
    /// What is known of the drone when an action is judged or goes on.
    struct ActionContext: Sendable {
        /// The latest packet; `nil` while no drone is there.
        let packet: NavdataPacket?
        let isLost: Bool
        let flight: FlightStateMachine.State
        /// Whether the set-up leaves acknowledgement and control port to others.
        let isConfigurable: Bool
        /// Whose values are set.
        let ids: ConfigIDs?

        /// On the ground, and meant to stay there.
        var isGrounded: Bool { packet?.phase == .landed && flight == .grounded }

        /// In the air, and meant to stay there. Land always wins.
        var isFlying: Bool {
            (packet?.phase == .hovering || packet?.phase == .flying) && flight == .airborne
                && !isLost
        }

        var isEmergency: Bool { packet?.state.contains(.emergency) ?? false }
        var isCalibrating: Bool { packet?.demo?.isCalibratingMagnetometer ?? false }
    }
}

extension ARDrone.ActionContext {
    init(_ link: ARDrone.Link, at now: Instant) {
        self.init(
            packet: link.latest, isLost: link.isLost(at: now), flight: link.flight.state,
            isConfigurable: link.configuration.isFree(isGrounded: link.isGrounded),
            ids: link.configuration.initSequence.ids)
    }
}
