import Core
import Glibc
import LinuxIO
import TestSupport
import Testing

/// `roost gateway` before a control socket of the test's: whatever is asked there was let through.
final class GatewayAlone {
    private let directory: TemporaryDirectory
    private let control: StreamListener
    private let process: RoostProcess
    let port: UInt16
    /// Of the role `command`.
    let token: String

    init() throws {
        directory = try TemporaryDirectory()
        let (path, socket) = (directory.path, "\(directory.path)/control.sock")
        let added = try finished(
            RoostProcess("token", "add", "kitchen", "command", "--file", "\(path)/tokens.json"))
        token = String(added.output.dropLast())
        control = try StreamListener(path: socket, mode: 0o600)
        port = try StreamListener(on: IPv4Endpoint("127.0.0.1", port: 0) ?? .any).local?.port ?? 0
        try directory.write(
            "gateway.json",
            """
            {"port": \(port), "control_socket": "\(socket)", "tokens": "\(path)/tokens.json",
             "page": "\(projectDirectory)/page"}
            """)
        process = try RoostProcess("gateway", "\(path)/gateway.json")
        try process.waitFor("listening on http://127.0.0.1:\(port)")
    }

    var isRunning: Bool { process.end == nil }

    /// What `roost token` has written.
    var tokenFile: String { "\(directory.path)/tokens.json" }

    func connect() throws -> StreamSocket {
        let socket = try StreamSocket(connectingTo: IPv4Endpoint("127.0.0.1", port: port) ?? .any)
        #expect(try socket.wait(for: POLLOUT, milliseconds: 5000))
        return socket
    }

    /// A connection on which so much was sent.
    func send(_ request: [UInt8]) throws -> StreamSocket {
        let socket = try connect()
        // It may have heard enough before the last byte.
        _ = try? socket.writeAll(request, milliseconds: 5000)
        return socket
    }

    /// What comes until the connection ends.
    func read(_ socket: StreamSocket) throws -> String {
        var answer: [UInt8] = []
        while try socket.wait(milliseconds: 8000) {
            guard let bytes = try? socket.read(atMost: 65536), !bytes.isEmpty else { break }
            answer += bytes
        }
        return String(decoding: answer, as: UTF8.self)
    }

    func exchange(_ request: String) throws -> String {
        try read(send(Array(request.utf8)))
    }

    /// The same, where it may be let through: roost does as it is asked then.
    func exchangeAndAnswer(
        _ request: String, _ answerLine: String = #"{"ok": true, "message": "landing"}"#
    ) throws -> String {
        let socket = try send(Array(request.utf8))
        let isAnswered = try eventually {
            if let question = try control.accept() {
                try readQuestion(question)
                try answer(question, answerLine)
            }
            return try socket.wait(milliseconds: 0)
        }
        #expect(isAnswered)
        return try read(socket)
    }

    /// A request of a program that has `token`, unless others are given.
    func post(_ body: String, to target: String = "/api/send", headers: [String]? = nil) -> String {
        let own = ["Authorization: Bearer \(token)", "Content-Type: application/json"]
        let lines =
            ["POST \(target) HTTP/1.1", "Host: localhost:\(port)"] + (headers ?? own)
            + ["Content-Length: \(body.utf8.count)", "", body]
        return lines.joined(separator: "\r\n")
    }

    func get(_ target: String, _ headers: String...) -> String {
        (["GET \(target) HTTP/1.1", "Host: localhost:\(port)"] + headers + ["", ""])
            .joined(separator: "\r\n")
    }

    /// The page: after it the gateway has been through all that came before.
    func page() throws -> String { try exchange(get("/")) }

    /// What the gateway asks next of the control socket.
    func asked() throws -> StreamSocket {
        var question: StreamSocket?
        let isAsked = eventually {
            question = (try? control.accept()) ?? nil
            return question != nil
        }
        #expect(isAsked)
        let asked = try #require(question)
        try readQuestion(asked)
        return asked
    }

    /// Takes the whole question, as the service does before it answers: an end that is closed unread fails the
    /// gateway's write.
    private func readQuestion(_ socket: StreamSocket) throws {
        var line: [UInt8] = []
        while line.last != 0x0A {
            try #require(try socket.wait(milliseconds: 5000), "the question has no end")
            let bytes = try socket.read(atMost: 65536) ?? []
            try #require(!bytes.isEmpty, "the question has no end")
            line += bytes
        }
    }

    /// Whether anything was let through that nobody has taken yet.
    func hasAsked() throws -> Bool { try control.accept() != nil }

    func answer(
        _ question: StreamSocket, _ answerLine: String = #"{"ok": true, "message": "landing"}"#
    ) throws {
        let line = Array("\(answerLine)\n".utf8)
        #expect(try question.writeAll(line, milliseconds: 5000))
    }
}
