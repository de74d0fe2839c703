import Core
import DriverKit
import Glibc
import JSON
import LinuxIO
import Settings
import Values

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
    package static func makeSafeWithoutInstance(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) {
        let endpoints = try Endpoints(settings)
        let marker = AirborneMarker(endpoints, system)
        guard marker.exists else { return }
        // A drone that somebody flies was not left behind.
        let claim = try endpoints.claim()
        defer { withExtendedLifetime(claim) {} }
        do throws(IOError) {
            let landing = EmergencyLanding(endpoints, try UDPSocket(), clock)
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

    /// The drones that have a marker, whatever the configuration says of them.
    package static func leftBehind(_ system: SystemPaths) -> [LeftBehind] {
        AirborneMarker.drones(system).compactMap { drone in
            guard
                let settings = try? SettingsReader.read(
                    Settings.self, from: drone, at: SettingPath("the flight marker"))
            else { return nil }
            return LeftBehind(
                "the drone at \(settings.address)", claim: claim(settings)
            ) { clock throws(DeviceError) in
                try makeSafeWithoutInstance(settings, system, clock)
            }
        }
    }

    /// Says "land" over and over, until the drone has landed or the time is up.
    ///
    /// Unlike the driver it speaks before it has heard anything: the marker says what to do, and
    /// the navdata may never come.
    private struct EmergencyLanding {
        private let endpoints: Endpoints
        private let socket: UDPSocket
        private let clock: any Scheduler

        init(_ endpoints: Endpoints, _ socket: UDPSocket, _ clock: any Scheduler) {
            self.endpoints = endpoints
            self.socket = socket
            self.clock = clock
        }

        /// Returns whether the drone said that it is down.
        func run(every period: Duration, atMost limit: Duration) -> Bool {
            let end = clock.now + limit
            var buffer = [UInt8](repeating: 0, count: NavdataPacket.sizeLimit)
            var confirmation = LandingConfirmation()
            while clock.now < end {
                if hasLanded(&confirmation, &buffer) { return true }
                // No route yet, say: the next one may get through.
                try? socket.send(SilenceMonitor.wakePacket, to: endpoints.navdata)
                try? socket.send(Self.landing, to: endpoints.commands)
                clock.sleep(for: period)
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
            for _ in 0..<DriverIO.readsPerWakeup {
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
