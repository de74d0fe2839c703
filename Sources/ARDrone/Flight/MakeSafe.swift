import DriverKit
import Core
import Devices
import Glibc
import LinuxIO

extension ARDrone {
    /// How long a drone is told to land by a process that knows nothing else about it.
    ///
    /// It sinks half a metre a second or so, and may have been several metres up.
    private static let emergencyLandingLimit = Duration.seconds(20)

    /// Lands a drone that a dead process left in the air; without its flight marker does nothing.
    ///
    /// The marker goes when the drone has said for a second that it is down, and stays for the next
    /// attempt when it does not.
    ///
    /// - Throws: `timeout` when it has not said so in 20 s.
    package static func makeSafe(_ settings: Settings, _ system: SystemPaths) throws(DeviceError) {
        let endpoints = try Endpoints(settings)
        let marker = AirborneMarker(endpoints, system)
        guard marker.exists else { return }
        do throws(IOError) {
            let landing = EmergencyLanding(endpoints, try UDPSocket())
            if landing.run(every: settings.commandEvery, atMost: emergencyLandingLimit) {
                return try marker.clear()
            }
        } catch {
            throw DeviceError(error)
        }
        let limit = text(of: emergencyLandingLimit)
        throw DeviceError(
            .timeout,
            "was told to land for \(limit) and never said that it has: look where it is")
    }

    /// Whether a drone has landed: it must have said so for long enough, while it was told to land.
    ///
    /// A drone that was told to take off just before says "landed" until it rises, half a second
    /// later, and the first words to land may be lost.
    struct LandingConfirmation: Sendable {
        /// As long as the driver itself distrusts a "landed" behind its own "up".
        static let confirmedAfter = Link.upSettles
        /// A pause between two packets after which it counts from the beginning: nobody has seen
        /// what the drone did meanwhile.
        static let longestPause = Duration.milliseconds(500)

        private var landedSince: Instant?
        private var latest: Instant?

        /// Takes in what a packet says.
        ///
        /// - Returns: whether the drone counts as landed.
        mutating func receive(_ phase: FlightState.Phase, at now: Instant) -> Bool {
            let isDown = phase == .landed || phase == .emergency
            let isUnbroken = latest.map { now - $0 <= Self.longestPause } ?? false
            latest = now
            guard isDown else {
                landedSince = nil
                return false
            }
            let since = isUnbroken ? landedSince ?? now : now
            landedSince = since
            return now - since >= Self.confirmedAfter
        }
    }

    /// Says "land" over and over, until the drone has landed or the time is up.
    ///
    /// Unlike the driver it speaks before it has heard anything: the marker says what to do, and
    /// the navdata may never come.
    private struct EmergencyLanding {
        private let endpoints: Endpoints
        private let socket: UDPSocket
        private let clock = DispatchScheduler()

        init(_ endpoints: Endpoints, _ socket: UDPSocket) {
            self.endpoints = endpoints
            self.socket = socket
        }

        /// Returns whether the drone said that it is down.
        func run(every period: Duration, atMost limit: Duration) -> Bool {
            let end = clock.now + limit
            var buffer = [UInt8](repeating: 0, count: NavdataPacket.sizeLimit)
            var confirmation = LandingConfirmation()
            while clock.now < end {
                if hasLanded(&confirmation, &buffer) { return true }
                // No route yet, say: the next one may get through.
                try? socket.send(Link.wakePacket, to: endpoints.navdata)
                try? socket.send(Self.landing, to: endpoints.commands)
                usleep(UInt32(clamping: period.nanoseconds / 1000))
            }
            return false
        }

        /// Numbers start at 1 in each datagram: the dead process had counted to who knows where.
        private static var landing: [UInt8] {
            var sequencer = ATSequencer()
            var datagram: [UInt8] = []
            let commands: [ATCommand] = [
                .feedWatchdog, .reference(isUp: false, togglesEmergency: false), .hover,
            ]
            for command in commands { try? sequencer.append(command, to: &datagram) }
            return datagram
        }

        private func hasLanded(
            _ confirmation: inout LandingConfirmation, _ buffer: inout [UInt8]
        ) -> Bool {
            var hasLanded = false
            for _ in 0..<Session.readsPerTurn {
                guard let (length, sender) = try? socket.receive(into: &buffer) else { break }
                guard endpoints.isDrone(sender), length <= buffer.count,
                    let packet = try? NavdataPacket(buffer[..<length])
                else { continue }
                hasLanded = confirmation.receive(packet.phase, at: clock.now)
            }
            return hasLanded
        }
    }
}
