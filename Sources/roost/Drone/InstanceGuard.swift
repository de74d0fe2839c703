import ARDrone
import CommandKit
import Control
import Core
import JSON
import LinuxIO

/// Keeps a second controller off a drone: it takes whichever command has the higher number, so two
/// senders drop each other's commands, and "land" may be among those.
enum InstanceGuard {
    /// Refuses when a running roost has a drone, or will not say.
    ///
    /// With a runtime directory of the person's own choice nothing is asked: that is how somebody
    /// says that the other one is about another drone.
    static func refuseDrone(runtime: String?) throws(CommandError) {
        guard runtime == nil else { return }
        for socket in RuntimeDirectory.findSocket(runtime: nil, socket: nil) {
            guard let name = try droneOfRoost(at: socket) else { continue }
            throw .failed(
                "a roost that answers at \(socket) commands the drone \"\(name)\"\(remedy)")
        }
    }

    /// Takes the runtime directory, as every roost does.
    static func lockForDrone(_ runtime: String) throws(CommandError) -> DirectoryLock {
        do throws(CommandError) {
            return try RuntimeDirectory.lock(runtime)
        } catch {
            throw CommandError(code: error.code, message: "\(error.message)\(remedy)")
        }
    }

    private static let remedy =
        "; two that command one drone hinder each other's commands, \"land\" too. Stop it first "
        + "(systemctl stop roost), or give --runtime DIR if that is about another drone"

    /// The drone of the roost that answers there; `nil` when it has none or nobody answers.
    private static func droneOfRoost(at socket: String) throws(CommandError) -> String? {
        let status: JSONValue
        do throws(CommandError) {
            let client = try ControlClient(paths: [socket])
            status = try client.ask(["request": "status"])["status"] ?? .null
        } catch {
            if error.code == ExitCode.notRunning { return nil }
            throw .failed(
                "a roost at \(socket) does not say whether it commands a drone "
                    + "(\(error.message))\(remedy)")
        }
        guard let report = try? status.decode(as: StatusReport.self) else {
            // Of another version, perhaps. Not to understand it is no leave to be a second controller.
            throw .failed(
                "the roost at \(socket) is of a version whose status this one does not understand, "
                    + "so it may command a drone\(remedy)")
        }
        return report.drivers.first { $0.driver == ARDrone.name }?.name
    }
}
