import Core
import Glibc
import JSON
import LinuxIO
import Values

extension SerialPortSettings {
    /// A proposal for each serial port that something may be at. None is opened: that would pull the
    /// line by which some boards are reset.
    package static func discover(
        _ system: SystemPaths, name: String, advice: String
    ) -> [Finding] {
        let byID = SysfsDirectory("\(system.dev)/serial/by-id")
        let linked = (try? byID.names()) ?? []
        let targets = linked.compactMap { try? byID.linkedName($0) }
        let nodes = (try? SysfsDirectory(system.dev).names()) ?? []
        let others = nodes.filter { node in
            node == "serial0"
                || (node.hasPrefix("ttyACM") || node.hasPrefix("ttyUSB")) && !targets.contains(node)
        }
        return (linked.map { "serial/by-id/\($0)" } + others).map { port in
            .proposal("serial port \(port); \(advice)", name: name, [("device", .string(port))])
        }
    }

    /// For `DriverPlugin.examine`: whether the port is there. It is not opened.
    package func examine(_ system: SystemPaths) throws(DeviceError) -> String {
        let path = path(system)
        guard access(path, F_OK) == 0 else {
            throw DeviceError(IOError(call: "open", subject: path, code: ENOENT))
        }
        return "\(path) is there; it was not opened"
    }
}
