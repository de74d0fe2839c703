import LinuxIO
import TestSupport

@testable import ARDrone

/// The video port of a drone on loopback, played by hand.
final class LoopbackVideoDrone {
    private var listener: StreamListener?
    private(set) var client: StreamSocket?
    let endpoint: IPv4Endpoint

    init() throws {
        guard let loopback = IPv4Endpoint("127.0.0.1", port: 0) else {
            throw TestSupportError("no loopback")
        }
        let listener = try StreamListener(on: loopback)
        self.listener = listener
        endpoint = listener.local ?? loopback
    }

    /// Takes the next connection, if one is there.
    func accept() throws -> Bool {
        guard let socket = try listener?.accept() else { return false }
        client = socket
        return true
    }

    func hangUp() { client = nil }

    /// Nobody listens any more.
    func leave() { (client, listener) = (nil, nil) }

    /// Sends all of it, however long the other end takes.
    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        let isSent = try eventually {
            rest = rest.dropFirst(try client?.write(rest) ?? 0)
            return rest.isEmpty
        }
        guard isSent else { throw TestSupportError("the feed does not read") }
    }

    func send(_ packets: PaVEBuilder...) throws {
        try send(packets.flatMap(\.bytes))
    }
}

/// Somebody who watches at a local socket.
final class VideoReader {
    private let socket: StreamSocket
    private(set) var bytes: [UInt8] = []

    init(at path: String) throws {
        socket = try StreamSocket(connectingTo: path)
    }

    init(at endpoint: IPv4Endpoint) throws {
        socket = try StreamSocket(connectingTo: endpoint)
    }

    /// Reads what is there.
    func read() throws {
        while let more = try socket.read(atMost: 1 << 16), !more.isEmpty { bytes += more }
    }

    /// Whether the other end has hung up on it.
    func isTurnedAway() -> Bool {
        (try? socket.read(atMost: 1)) == []
    }
}
