import Values

extension FlightController {
    /// What the autopilot knows when it decides.
    struct Input: Sendable {
        let now: Instant
        let seconds: Double
        let limits: FlightLimits
        let flow: FlowCamera.Reading
        let isLinkLost: Bool
        /// It must come down whatever the controller says.
        let mustLand: Bool
    }
}
