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
