import Values

/// The limits that the configuration puts on a flight.
struct FlightLimits: Equatable, Sendable {
    let tilt: Angle
    let climbMetresPerSecond: Double
    let yawRadiansPerSecond: Double
    let minMetres: Double
    let maxMetres: Double

    /// How fast it comes down at most to get back below the highest.
    private static let descentMetresPerSecond = 0.6
    private static let approachPerSecond = 0.5

    /// A climb that approaches the altitude limits gently and does not cross them.
    func held(_ climb: Double, at altitudeMetres: Double) -> Double {
        let up = (maxMetres - altitudeMetres) * Self.approachPerSecond
        let down = (minMetres - altitudeMetres) * Self.approachPerSecond
        return min(max(-Self.descentMetresPerSecond, up), max(down, climb))
    }
}
