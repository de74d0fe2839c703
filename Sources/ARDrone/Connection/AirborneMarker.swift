import Core
import Glibc
import LinuxIO

extension ARDrone {
    /// A file in the runtime directory that says "this drone is, or may be, in the air".
    ///
    /// It outlives a crash, so that a fresh process knows that there is something to land. It is
    /// named after the drone's address: that is known without the driver that wrote it.
    struct AirborneMarker: Sendable {
        let path: String

        init(_ endpoints: Endpoints, _ system: SystemPaths) {
            let drone = "\(endpoints.commands.host)-\(endpoints.commands.port)"
            path = system.resolve("airborne-\(drone)")
        }

        var exists: Bool {
            access(path, F_OK) == 0
        }

        func set() throws(IOError) {
            _ = try FileDescriptor(open: path, O_WRONLY | O_CREAT, mode: 0o644)
        }

        /// Removes the file; that it is gone already is no error.
        func clear() throws(IOError) {
            do throws(IOError) {
                try systemCall("unlink", path) { unlink(path) }
            } catch {
                guard error.isAbsence else { throw error }
            }
        }
    }
}
