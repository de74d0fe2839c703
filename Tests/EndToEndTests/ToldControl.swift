import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import Values

/// A control socket that tells what a test makes it tell. It does its work when it is looked at.
final class ToldControl {
    private let path: String
    private let status: JSONValue
    private let events: [JSONValue]
    private var listener: StreamListener?
    private var clients: [(socket: StreamSocket, lines: LineBuffer)] = []

    init(_ path: String, status: JSONValue, events: [JSONValue] = []) throws {
        self.path = path
        self.status = status
        self.events = events
        try listen()
    }

    func listen() throws {
        listener = try StreamListener(path: path, mode: 0o600)
    }

    /// As if its process were killed. A process that another test has just forked holds the listener
    /// too until it runs its program, so that only what is shut down answers nobody any more.
    func die() {
        clients = []
        if let listener { shutdown(listener.descriptor.number, Int32(SHUT_RDWR)) }
        listener = nil
    }

    /// Answers what has come by now.
    func work() throws {
        while let socket = try listener?.accept() {
            clients.append((socket, LineBuffer(limit: 4096)))
        }
        for index in clients.indices {
            guard let bytes = try clients[index].socket.read(atMost: 4096) else { continue }
            for case .line(let line) in clients[index].lines.append(bytes) {
                try answer(JSONValue(parsing: line), clients[index].socket)
            }
        }
    }

    private func answer(_ request: JSONValue, _ socket: StreamSocket) throws {
        let answers: [JSONValue] =
            request["request"] == "watch"
            ? [["ok": true]] + events.map { ["event": $0] } + [["status": status]]
            : [["ok": true, "status": status]]
        let text = answers.map { "\($0.line)\n" }.joined()
        _ = try socket.writeAll(Array(text.utf8), milliseconds: 10_000)
    }
}
