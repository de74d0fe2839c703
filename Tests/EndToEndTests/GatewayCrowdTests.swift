import Core
import Glibc
import LinuxIO
import TestSupport
import TestTraits
import Testing

/// `roost gateway` before a control socket of the test's, which answers when the test wants it to.
@Suite(.blocking) struct GatewayCrowdTests {
    private let directory: TemporaryDirectory
    private let control: StreamListener
    private let gateway: RoostProcess
    private let port: UInt16
    private let token: String

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
        gateway = try RoostProcess("gateway", "\(path)/gateway.json")
        try gateway.waitFor("listening on http://127.0.0.1:\(port)")
    }

    private func connect() throws -> StreamSocket {
        let socket = try StreamSocket(connectingTo: IPv4Endpoint("127.0.0.1", port: port) ?? .any)
        #expect(try socket.wait(for: POLLOUT, milliseconds: 5000))
        return socket
    }

    /// Asks to land.
    private func ask() throws -> StreamSocket {
        let body = #"{"name": "land"}"#
        let lines = [
            "POST /api/send HTTP/1.1", "Host: localhost:\(port)", "Authorization: Bearer \(token)",
            "Content-Type: application/json", "Content-Length: \(body.utf8.count)", "", body,
        ]
        let socket = try connect()
        let request = lines.joined(separator: "\r\n")
        #expect(try socket.writeAll(Array(request.utf8), milliseconds: 5000))
        return socket
    }

    /// What the gateway asks of the control socket.
    private func asked() throws -> StreamSocket {
        var question: StreamSocket?
        let isAsked = eventually {
            question = (try? control.accept()) ?? nil
            return question != nil
        }
        #expect(isAsked)
        return try #require(question)
    }

    private func answer(_ question: StreamSocket) throws {
        let line = Array("{\"ok\": true, \"message\": \"landing\"}\n".utf8)
        #expect(try question.writeAll(line, milliseconds: 5000))
    }

    private func read(_ socket: StreamSocket) throws -> String {
        var answer: [UInt8] = []
        while try socket.wait(milliseconds: 8000) {
            guard let bytes = try? socket.read(atMost: 65536), !bytes.isEmpty else { break }
            answer += bytes
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// The gateway has been through all that came before.
    private func page() throws -> String {
        let socket = try connect()
        let request = "GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"
        #expect(try socket.writeAll(Array(request.utf8), milliseconds: 5000))
        return try read(socket)
    }

    @Test("who has asked is answered, however many come meanwhile from the same address")
    func crowd() throws {
        let landing = try ask()
        let question = try asked()
        var silent: [StreamSocket] = []
        for _ in 0..<100 { silent.append(try connect()) }
        #expect(try page().hasSuffix("</html>\n"))
        try answer(question)
        #expect(try read(landing).contains("landing"))
        withExtendedLifetime(silent) {}
    }

    @Test("who has asked and then closes its half is answered") func halfClosed() throws {
        let landing = try ask()
        shutdown(landing.descriptor.number, Int32(SHUT_WR))
        let question = try asked()
        #expect(try page().hasSuffix("</html>\n"))
        try answer(question)
        #expect(try read(landing).contains("landing"))
    }
}
