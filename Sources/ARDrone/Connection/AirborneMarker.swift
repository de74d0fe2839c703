import Core
import Glibc
import JSON
import LinuxIO

extension ARDrone {
    /// A file in the runtime directory that says "this drone is, or may be, in the air".
    ///
    /// It outlives a crash, so that a fresh process knows that there is something to land. Its name
    /// has the drone's address and the port of its commands, its content the port of its navdata:
    /// with that it can be landed though nobody knows the configuration any more.
    ///
    /// It is written in reserve, under a hidden name, and set by a change of that name, which needs no room: no disk that
    /// becomes full between the last check and the take-off leaves a flight without its marker, or a marker without its
    /// content.
    struct AirborneMarker: Sendable {
        private static let prefix = "airborne-"

        let path: String
        private let reserve: String
        private let navdataPort: UInt16

        init(_ endpoints: Endpoints, _ system: SystemPaths) {
            let drone = "\(endpoints.commands.host)-\(endpoints.commands.port)"
            path = system.resolve("\(Self.prefix)\(drone)")
            reserve = system.resolve(".\(Self.prefix)\(drone)")
            navdataPort = endpoints.navdata.port
        }

        var exists: Bool {
            access(path, F_OK) == 0
        }

        func set() throws(IOError) {
            do throws(IOError) {
                try probe()
            } catch {
                guard isFile(reserve) else { throw error }
            }
            try systemCall("rename", path) { rename(reserve, path) }
        }

        private func isFile(_ path: String) -> Bool {
            var status = stat()
            return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }

        /// Removes the file; that it is gone already is no error.
        func clear() throws(IOError) {
            do throws(IOError) {
                try systemCall("unlink", path) { unlink(path) }
            } catch {
                guard error.isAbsence else { throw error }
            }
        }

        /// Writes the reserve anew, which fails where a marker could not be written.
        func probe() throws(IOError) {
            let draft = reserve + ".new"
            unlink(draft)
            do throws(IOError) {
                let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
                let file = try FileDescriptor(open: draft, flags, mode: 0o644)
                try file.write(Array("\(navdataPort)\n".utf8))
                try systemCall("rename", reserve) { rename(draft, reserve) }
            } catch {
                unlink(draft)
                throw error
            }
        }

        /// Leaves nothing behind of a drone that is not in the air.
        func discardReserve() {
            unlink(reserve)
        }
    }
}

extension ARDrone.AirborneMarker {
    /// The drones whose markers are in the runtime directory, as settings that reach them.
    static func drones(_ system: SystemPaths) -> [JSONValue] {
        let names = (try? directoryNames(system.runtime) { $0.hasPrefix(prefix) }) ?? []
        return names.compactMap { name in
            let parts = name.dropFirst(prefix.count).split(separator: "-")
            guard parts.count == 2, let port = UInt16(parts[1]) else { return nil }
            var drone: [String: JSONValue] = [
                "address": .string(String(parts[0])), "command_port": .number(Double(port)),
            ]
            // Empty, where an earlier version found the disk full: then it is the usual one.
            let content = (try? readFile(system.resolve(name), atMost: 16)) ?? []
            let text = String(decoding: content, as: UTF8.self)
            if let port = text.split(separator: "\n").first.flatMap({ UInt16($0) }) {
                drone["navdata_port"] = .number(Double(port))
            }
            return .object(drone)
        }
    }
}
