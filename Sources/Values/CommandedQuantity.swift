/// A figure of a command that a driver may limit and a policy may set, so that the two can be
/// compared before anything moves.
package struct CommandedQuantity: Hashable, Sendable {
    /// As errors name it: "altitude".
    package let name: String
    /// The unit of its values, as errors write it.
    package let unit: String

    package init(_ name: String, unit: String) {
        self.name = name
        self.unit = unit
    }

    /// Where a servo should go, in degrees (`ServoCommand`).
    package static let angle = CommandedQuantity("angle", unit: "deg")
    /// Where an aircraft should be, in metres above the ground that it took off from. No command
    /// carries it: a policy climbs until the aircraft says that it is there.
    package static let altitude = CommandedQuantity("altitude", unit: "m")
    /// What an aircraft does with its stick at the end, so that whoever steers it and whoever limits it
    /// mean the same by a half: in degrees, in m/s and in degrees per second.
    package static let fullTilt = CommandedQuantity("full tilt", unit: "deg")
    package static let fullClimb = CommandedQuantity("full climb", unit: "m/s")
    package static let fullTurn = CommandedQuantity("full turn", unit: "deg/s")
}
