import Core
import Glibc
import LinuxIO
import Values

extension ARDrone {
    /// Whether this machine is in the drone's network. The drone is sent nothing: it takes whoever speaks
    /// to it for its pilot.
    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        let endpoints = try Endpoints(settings)
        try endpoints.checkUnclaimed()
        let drone = endpoints.commands
        do throws(IOError) {
            let own = try drone.reachedFrom()
            // Its access point gives addresses of the same 256.
            guard IPv4Network("\(drone.host)/24")?.contains(own) == true else {
                throw IOError(
                    call: "reach", subject: "\(drone.host) from \(own.host)", code: ENETUNREACH)
            }
            return "this machine is \(own.host) in its network; the drone itself was not asked"
        } catch {
            throw DeviceError(
                .absent, "this machine is not in the drone's network: \(error)")
        }
    }
}
