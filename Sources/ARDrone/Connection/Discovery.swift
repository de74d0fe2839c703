import Core
import JSON
import LinuxIO

extension ARDrone {
    /// The first halves of the network addresses that Parrot has (the IEEE's list of them, 2022).
    private static let parrot = ["00:12:1c", "00:26:7e", "90:03:b7", "90:3a:e6", "a0:14:3d"]

    /// The drone that this machine has spoken to lately: by the kernel's table of neighbours, which has
    /// the maker in it. Nothing is sent, for a drone takes whoever speaks to it for its pilot.
    package static func discover(_ system: SystemPaths) -> [Finding] {
        let table = try? readFile("/proc/net/arp", atMost: 1 << 20)
        return discover(neighbours: String(decoding: table ?? [], as: UTF8.self))
    }

    /// `neighbours` has the form of /proc/net/arp (proc(5)): address, type, flags, hardware address...
    static func discover(neighbours: String) -> [Finding] {
        neighbours.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: " ")
            // Without flag 2, ATF_COM, nobody has answered.
            guard columns.count >= 4, let flags = UInt32(columns[2].dropFirst(2), radix: 16),
                flags & 2 != 0, parrot.contains(String(columns[3].prefix(8)).lowercased()),
                IPv4Endpoint(String(columns[0]), port: 1) != nil
            else { return nil }
            return .proposal(
                "something of Parrot's at \(columns[0]) (\(columns[3]))", name: "drone",
                [("address", .string(String(columns[0])))])
        }
    }
}
