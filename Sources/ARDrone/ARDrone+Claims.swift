import Core
import Devices

extension ARDrone {
    /// The drone, by its address: two clients take the command numbers from each other.
    package static func claims(_ settings: Settings) -> [Claim] {
        [Claim(.networkAddress, settings.address, key: "address")]
    }

    /// A stick that was pushed stays pushed until its lease ends. Two seconds without a command are
    /// what the drone itself calls a lost connection (bit 13 of its state, COM_LOST). Four commands
    /// must fall into them, so that one that comes late does not stop the flight.
    private static let maxLease = Duration.seconds(2)

    package static func commandLimits(_ settings: Settings) -> [String: CommandLimits] {
        let altitudes = CommandRange(
            .altitude, 0...settings.flight.altitudeMaxMetres, key: "altitude_max")
        return [
            pilot.name: CommandLimits(
                maxPeriod: maxLease / 4, maxLease: maxLease, ranges: [altitudes])
        ]
    }
}
