import Core
import Dispatch
import Glibc
import JSON
import LinuxIO
import Synchronization
import Values

/// A server on loopback that takes HTTP posts one after the other, and answers each with the next of its answers; the
/// last one stays.
package final class PostInbox: Sendable {
    /// One that came.
    package struct Post: Sendable {
        package let head: String
        package let body: JSONValue
    }

    private struct State {
        var posts: [Post] = []
        var answers: [String]
        var hasEnded = false
    }

    private static let endOfHead = Array("\r\n\r\n".utf8)

    private let listener: StreamListener
    private let state: Mutex<State>

    /// Whole answers, as they go over the wire; by default a good one.
    package init(
        port: UInt16 = 0, answers: [String] = ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"]
    ) throws {
        guard let address = IPv4Endpoint("127.0.0.1", port: port) else {
            throw TestSupportError("no address")
        }
        listener = try StreamListener(on: address)
        state = Mutex(State(answers: answers))
        DispatchQueue(label: "post-inbox").async { [weak self] in
            while self?.serveOne() == true {}
        }
    }

    package func end() { state.withLock { $0.hasEnded = true } }

    package var port: UInt16 { listener.local?.port ?? 0 }
    package var url: String { "http://127.0.0.1:\(port)/hook" }
    package var posts: [Post] { state.withLock { $0.posts } }

    private func serveOne() -> Bool {
        guard !state.withLock({ $0.hasEnded }) else { return false }
        var polled = pollfd(fd: listener.descriptor.number, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 50) > 0, let socket = try? listener.accept() else { return true }
        if let post = Self.read(socket) {
            let answer = state.withLock { state in
                state.posts.append(post)
                return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
            }
            _ = try? socket.writeAll(Array(answer.utf8), milliseconds: 5000)
        }
        return true
    }

    /// The head, and as much of a body as it says.
    private static func read(_ socket: StreamSocket) -> Post? {
        var bytes: [UInt8] = []
        while (try? socket.wait(milliseconds: 5000)) == true,
            let more = try? socket.read(atMost: 65536), !more.isEmpty
        {
            bytes += more
            guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: endOfHead) })
            else { continue }
            let head = String(decoding: bytes[..<end], as: UTF8.self)
            let length = head.split(separator: "\r\n")
                .first { $0.lowercased().hasPrefix("content-length: ") }
                .flatMap { Int($0.dropFirst("content-length: ".count)) }
            let body = bytes[(end + endOfHead.count)...]
            guard let length, body.count >= length else { continue }
            return Post(head: head, body: (try? JSONValue(parsing: body)) ?? .null)
        }
        return nil
    }
}
