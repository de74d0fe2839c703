import Core
import LinuxIO
import Values

/// Parrot's AR.Drone 1 and 2, over the drone's own Wi-Fi.
///
/// It is an access point at 192.168.1.1. AT commands go to UDP port 5556, navdata come from 5554;
/// nothing is authenticated, and anyone on its open network can take it over.
package enum ARDrone: DriverPlugin {
    package typealias Request = Action

    package static let name = "ardrone"
    package static let summary = "Flies a Parrot AR.Drone over Wi-Fi and gives what it reports."

    package static let flight = Port<FlightState>(
        "flight", "What the drone is doing, as it says itself.")
    package static let position = Port<Fix>(
        "position", "Where its flight recorder's GPS says it is.")
    package static let heading = Port<Heading>("heading", "Where its compass says the nose points.")
    package static let pilot = Port<FlightCommand>("pilot", "What the drone should do.")

    package static let configuration = Port<AircraftConfiguration>(
        "configuration", "The drone's own configuration, as it was read last.")

    package static let ports: [DriverPort] = [
        .source(flight), .source(position), .source(heading), .source(configuration),
        .sink(pilot, isGuarded: true),
    ]
}

extension ARDrone {
    /// The drone, by its address: two clients take the command numbers from each other.
    package static func claims(_ settings: Settings) -> [Claim] { [claim(settings)] }

    static func claim(_ settings: Settings) -> Claim {
        Claim(.networkAddress, settings.address, key: "address")
    }

    /// A stick that was pushed stays pushed until its lease ends. Two seconds without a command are
    /// what the drone itself calls a lost connection (bit 13 of its state, COM_LOST). Four commands
    /// must fall into them, so that one that comes late does not stop the flight.
    private static let maxLease = Duration.seconds(2)

    package static func commandLimits(_ settings: Settings) -> [String: CommandLimits] {
        [
            pilot.name: CommandLimits(
                maxPeriod: maxLease / 4, maxLease: maxLease, ranges: settings.flight.ranges)
        ]
    }

    /// The ports of the drone that are spoken to.
    struct Endpoints: Equatable, Sendable {
        let commands: IPv4Endpoint
        let navdata: IPv4Endpoint
        /// TCP.
        let control: IPv4Endpoint

        init(_ settings: Settings) throws(DeviceError) {
            guard
                let commands = IPv4Endpoint(settings.address, port: settings.commandPort)
            else { throw DeviceError(.refused, "\"\(settings.address)\" is not an IPv4 address") }
            self.commands = commands
            navdata = commands.withPort(settings.navdataPort)
            control = commands.withPort(settings.controlPort)
        }

        /// Takes the drone from all other programs of this machine: two that command one drop each other's commands, and
        /// "land" may be among those.
        ///
        /// - Throws: `.busy`, with who has it.
        func claim() throws(DeviceError) -> DeviceClaim {
            try mapped(to: busy) { () throws(DeviceClaim.Taken) in
                try DeviceClaim.take(named: claimName)
            }
        }

        /// - Throws: `.busy`, with who has it.
        func checkUnclaimed() throws(DeviceError) {
            try mapped(to: busy) { () throws(DeviceClaim.Taken) in
                try DeviceClaim.look(named: claimName)
            }
        }

        private var claimName: String { "ardrone \(commands)" }

        private func busy(_ taken: DeviceClaim.Taken) -> DeviceError {
            DeviceError(.busy, "the drone at \(commands) \(taken)")
        }

        /// Whether `sender` is the drone. Its port is not looked at: it is the host that counts.
        func isDrone(_ sender: IPv4Endpoint) -> Bool {
            sender.withPort(navdata.port) == navdata
        }
    }
}
