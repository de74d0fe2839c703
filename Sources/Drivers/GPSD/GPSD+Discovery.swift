import Core
import Glibc
import LinuxIO
import Values

extension GPSD {
    /// gpsd on this machine, with its receivers. It is not asked to watch them: one that sleeps stays
    /// asleep.
    package static func discover(_ system: SystemPaths) -> [Finding] {
        IPv4Endpoint("127.0.0.1", port: 2947).flatMap { discover(at: $0) }.map { [$0] } ?? []
    }

    /// `nil` where nobody answers as gpsd does.
    static func discover(at peer: IPv4Endpoint) -> Finding? {
        guard let (release, receivers) = try? ask(peer), let release else { return nil }
        let list = receivers.isEmpty ? "no receiver" : receivers.joined(separator: ", ")
        return .device("gpsd \(release) at \(peer), with \(list)", name: "gps", [])
    }

    /// What it says of itself; waits for at most a second.
    private static func ask(
        _ peer: IPv4Endpoint
    ) throws(IOError) -> (release: String?, receivers: [String]) {
        let socket = try StreamSocket(connectingTo: peer)
        guard try socket.wait(for: POLLOUT, milliseconds: 300), try socket.connectionError() == nil,
            try socket.writeAll(Array("?DEVICES;\r\n".utf8), milliseconds: 100)
        else { return (nil, []) }
        var lines = LineBuffer(limit: 10240)
        var release: String?
        // The greeting, and what the question brings.
        for _ in 0..<2 {
            guard try socket.wait(milliseconds: 300), let bytes = try socket.read(atMost: 10240)
            else {
                break
            }
            for case .line(let line) in lines.append(bytes) {
                switch try? Message(line: line) {
                case .version(let found, _): release = found
                case .devices(let paths): return (release, paths)
                default: continue
                }
            }
        }
        return (release, [])
    }
}
