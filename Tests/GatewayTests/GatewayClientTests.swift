import Control
import Glibc
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing
import Values

@testable import Gateway

@Suite(.blocking) struct GatewayClientTests {
    private let listener: StreamListener
    private let peer: StreamSocket
    private let socket: StreamSocket
    private let client: GatewayClient

    init() throws {
        listener = try StreamListener(on: IPv4Endpoint("127.0.0.1", port: 0) ?? .any)
        (peer, socket) = try Self.pair(listener)
        client = GatewayClient(socket, address: "127.0.0.1", at: .zero)
    }

    private static func pair(_ listener: StreamListener) throws -> (StreamSocket, StreamSocket) {
        let peer = try StreamSocket(connectingTo: listener.local ?? .any)
        #expect(try peer.wait(for: POLLOUT, milliseconds: 5000))
        return (peer, try #require(try listener.accept()))
    }

    @Test("of one who sends without end no more is read at a wakeup than any request is long")
    func bounded() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/control.sock"
        let control = try StreamListener(path: path, mode: 0o600)
        client.ask(try ControlWatch(path, asking: ["request": "status"]), headOnly: false)
        let noise = [UInt8](repeating: 0x41, count: 100_000)
        #expect(try peer.writeAll(noise, milliseconds: 5000))
        #expect(client.read { _ in } == .incomplete)
        #expect(try socket.read(atMost: 1)?.count == 1)
        #expect(!client.hasEnded)
        withExtendedLifetime((control, directory)) {}
    }

    @Test(
        "what roost answers has a status of its own for each kind of refusal",
        arguments: [
            (#"{"ok": true, "message": "landing"}"#, 200),
            (#"{"ok": false, "code": "refused", "error": "it flies"}"#, 409),
            (#"{"ok": false, "code": "forbidden", "error": "not you"}"#, 403),
            (#"{"ok": false, "code": "busy", "error": "wait"}"#, 429),
        ])
    func statuses(answer: String, status: Int) throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/control.sock"
        let control = try StreamListener(path: path, mode: 0o600)
        client.ask(try ControlWatch(path, asking: ["request": "send"]), headOnly: false)
        let roost = try #require(try control.accept())
        #expect(try roost.writeAll(Array("\(answer)\n".utf8), milliseconds: 5000))
        client.readUpstream(at: .zero)
        #expect(try peer.wait(milliseconds: 5000))
        let response = String(decoding: try peer.read(atMost: 4096) ?? [], as: UTF8.self)
        #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(response)")
        #expect(response.contains(answer))
    }

    @Test("half a request is not waited for once its sender has closed") func halfRequest() throws {
        #expect(try peer.writeAll(Array("GET / HT".utf8), milliseconds: 5000))
        shutdown(peer.descriptor.number, Int32(SHUT_WR))
        #expect(client.read { _ in } == .incomplete)
        #expect(client.hasEnded)
    }
}
