import Core
import Glibc
import LinuxIO

extension ARDrone {
    /// A file in the runtime directory that says "this drone is, or may be, in the air".
    ///
    /// It outlives a crash, so that a fresh process knows that there is something to land. Its name
    /// has the drone's address and the port of its commands, its content the port of its navdata:
    /// with that it can be landed though nobody knows the configuration any more.
    struct AirborneMarker: Sendable {
        private static let prefix = "airborne-"

        let path: String
        private let navdataPort: UInt16

        init(_ endpoints: Endpoints, _ system: SystemPaths) {
            let drone = "\(endpoints.commands.host)-\(endpoints.commands.port)"
            path = system.resolve("\(Self.prefix)\(drone)")
            navdataPort = endpoints.navdata.port
        }

        var exists: Bool {
            access(path, F_OK) == 0
        }

        func set() throws(IOError) {
            let file = try FileDescriptor(open: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
            try file.write(Array("\(navdataPort)\n".utf8))
        }

        /// Removes the file; that it is gone already is no error.
        func clear() throws(IOError) {
            do throws(IOError) {
                try systemCall("unlink", path) { unlink(path) }
            } catch {
                guard error.isAbsence else { throw error }
            }
        }

        /// Says whether it could be set, and leaves it as it is.
        func probe() throws(IOError) {
            let wasSet = exists
            try set()
            if !wasSet { try clear() }
        }
    }
}

extension ARDrone.AirborneMarker {
    /// The drones whose markers are in the runtime directory, as settings that reach them.
    static func drones(_ system: SystemPaths) -> [JSONValue] {
        let names = (try? directoryNames(system.runtime)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.compactMap { name in
            let parts = name.dropFirst(prefix.count).split(separator: "-")
            guard parts.count == 2, let port = UInt16(parts[1]) else { return nil }
            var drone: [String: JSONValue] = [
                "address": .string(String(parts[0])), "command_port": .number(Double(port)),
            ]
            // Empty, where the disk was full: then it is the usual one.
            let content = (try? readFile(system.resolve(name), atMost: 16)) ?? []
            let text = String(decoding: content, as: UTF8.self)
            if let port = text.split(separator: "\n").first.flatMap({ UInt16($0) }) {
                drone["navdata_port"] = .number(Double(port))
            }
            return .object(drone)
        }
    }
}
