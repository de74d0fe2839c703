import Core
import LinuxIO

extension NMEAGPS {
    /// The serial ports that a receiver may be at, as proposals. None is opened: that would pull the
    /// line by which some boards are reset.
    package static func discover(_ system: SystemPaths) -> [Finding] {
        let byID = SysfsDirectory("\(system.dev)/serial/by-id")
        let linked = (try? byID.names()) ?? []
        let targets = linked.compactMap { try? byID.linkedName($0) }
        let names = (try? SysfsDirectory(system.dev).names()) ?? []
        let others = names.filter { name in
            name == "serial0"
                || (name.hasPrefix("ttyACM") || name.hasPrefix("ttyUSB")) && !targets.contains(name)
        }
        return linked.map { proposal("serial/by-id/\($0)") } + others.map(proposal)
    }

    private static func proposal(_ port: String) -> Finding {
        .proposal(
            "serial port \(port); with gpsd, use the driver \"gpsd\" instead", name: "gps",
            [("device", .string(port))])
    }
}
