import DriverKit
import Core
import Devices
import Glibc
import LinuxIO

extension ARDrone {
    /// How long a drone is told to land by a process that knows nothing else about it.
    ///
    /// It sinks half a metre a second or so, and may have been several metres up.
    private static let blindLandingLimit = Duration.seconds(20)

    /// Lands a drone that a dead process left in the air; without its flight marker does nothing.
    ///
    /// The marker goes when the drone says that it is down, and stays for the next attempt when it
    /// does not.
    ///
    /// - Throws: `timeout` when it has not said so in 20 s.
    package static func makeSafe(_ settings: Settings, _ system: SystemPaths) throws(DeviceError) {
        let endpoints = try Endpoints(settings)
        let marker = AirborneMarker(endpoints, system)
        guard marker.exists else { return }
        do throws(IOError) {
            let landing = BlindLanding(endpoints, try UDPSocket())
            if landing.run(every: settings.commandEvery, atMost: blindLandingLimit) {
                return try marker.clear()
            }
        } catch {
            throw DeviceError(error)
        }
        let limit = text(of: blindLandingLimit)
        throw DeviceError(
            .timeout,
            "was told to land for \(limit) and never said that it has: look where it is")
    }

    /// Says "land" over and over, until the drone says that it has or the time is up.
    ///
    /// Unlike the driver it speaks before it has heard anything: the marker says what to do, and
    /// the navdata may never come.
    private struct BlindLanding {
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
            while clock.now < end {
                if hasLanded(&buffer) { return true }
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

        private func hasLanded(_ buffer: inout [UInt8]) -> Bool {
            var phase: FlightState.Phase?
            for _ in 0..<Session.readsPerTurn {
                guard let (length, sender) = try? socket.receive(into: &buffer) else { break }
                guard endpoints.isDrone(sender), length <= buffer.count,
                    let packet = try? NavdataPacket(buffer[..<length])
                else { continue }
                phase = packet.phase
            }
            return phase == .landed || phase == .emergency
        }
    }
}
