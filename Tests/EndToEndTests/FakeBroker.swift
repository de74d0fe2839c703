import Glibc
import LinuxIO
import Synchronization
import Threads

/// A broker that says what a test wants, at the wire: MQTT 5 (OASIS, 7 March 2019), as far as a bridge speaks it.
final class FakeBroker: Sendable {
    struct Client: Sendable {
        let name: String
        /// Of CONNECT, section 3.1.2.11.4; `nil` where it names none.
        let maxPacketBytes: Int?
        let socket: StreamSocket
    }

    /// What it answers: reason codes, 0 for yes.
    struct Answers: Sendable {
        var connect: UInt8 = 0
        var subscribe: UInt8 = 1
        var publish: @Sendable (String) -> UInt8 = { _ in 0 }
    }

    private struct State {
        var answers: Answers
        var clients: [Client] = []
        var published: [(client: String, topic: String, payload: String)] = []
        var subscribed: [String] = []
        var kept: [String: String] = [:]
        var isOver = false
    }

    let port: UInt16
    private let listener: StreamListener
    private let state: Mutex<State>

    init(_ answers: Answers = Answers()) throws {
        listener = try StreamListener(on: IPv4Endpoint("127.0.0.1", port: 0) ?? .any)
        port = listener.local?.port ?? 0
        state = Mutex(State(answers: answers))
        WorkerThread.start("broker") { [self] in
            while !state.withLock(\.isOver) {
                if let socket = (try? listener.accept()) ?? nil {
                    WorkerThread.start("client") { [self] in serve(socket) }
                } else {
                    usleep(5000)
                }
            }
        }
    }

    func end() {
        let clients = state.withLock { state in
            state.isOver = true
            return state.clients
        }
        for client in clients { client.socket.hangUp() }
    }

    var clients: [Client] { state.withLock(\.clients) }
    var subscribed: [String] { state.withLock(\.subscribed) }
    var published: [(client: String, topic: String, payload: String)] {
        state.withLock(\.published)
    }

    /// Sent to whoever subscribes to it from now on.
    func keep(_ topic: String, _ payload: String) { state.withLock { $0.kept[topic] = payload } }

    /// A message to the client that came last.
    func publish(_ topic: String, _ payload: [UInt8], isRetained: Bool = false) {
        send(Self.packet(isRetained ? 0x31 : 0x30, Self.text(topic) + [0] + payload))
    }

    /// Bytes as they are.
    func send(_ bytes: [UInt8]) {
        guard let socket = clients.last?.socket else { return }
        _ = try? socket.writeAll(bytes, milliseconds: 5000)
    }

    /// DISCONNECT with a reason, and the end of the connection (section 3.14).
    func disconnect(_ reason: UInt8) {
        send([0xE0, 1, reason])
        clients.last?.socket.hangUp()
    }

    // MARK: The wire

    static func packet(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type] + length(body.count) + body
    }

    /// A variable byte integer (section 1.5.5).
    static func length(_ count: Int) -> [UInt8] {
        var (rest, bytes) = (count, [UInt8]())
        repeat {
            let low = UInt8(rest & 0x7F)
            rest >>= 7
            bytes.append(rest > 0 ? low | 0x80 : low)
        } while rest > 0
        return bytes
    }

    private static func text(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xFF)] + text.utf8
    }

    private func serve(_ socket: StreamSocket) {
        var (buffer, name) = ([UInt8](), "")
        while !state.withLock(\.isOver), let isReadable = try? socket.wait(milliseconds: 200) {
            guard isReadable else { continue }
            guard let bytes = try? socket.read(atMost: 65536), !bytes.isEmpty else { return }
            buffer += bytes
            while let (type, body, size) = Self.first(buffer) {
                buffer.removeFirst(size)
                if type >> 4 == 14 { return socket.hangUp() }
                let answer = answer(type, Reader(body), socket, &name)
                _ = try? socket.writeAll(answer, milliseconds: 5000)
            }
        }
    }

    private static func first(_ buffer: [UInt8]) -> (UInt8, [UInt8], Int)? {
        var (length, shift, index) = (0, 0, 1)
        while index < buffer.count {
            length |= Int(buffer[index] & 0x7F) << shift
            shift += 7
            index += 1
            guard buffer[index - 1] & 0x80 == 0 else { continue }
            guard buffer.count >= index + length else { return nil }
            return (buffer[0], Array(buffer[index..<index + length]), index + length)
        }
        return nil
    }

    private func answer(
        _ type: UInt8, _ body: Reader, _ socket: StreamSocket, _ name: inout String
    ) -> [UInt8] {
        var body = body
        switch type >> 4 {
        case 1:
            let (client, packet) = Self.connect(&body)
            name = client
            let code = state.withLock { state in
                state.clients.append(
                    Client(name: client, maxPacketBytes: packet, socket: socket))
                return state.answers.connect
            }
            return [0x20, 3, 0, code, 0]
        case 3:
            let topic = body.text()
            let packet = type & 0x06 == 0 ? [] : body.take(2)
            _ = body.take(body.variable())
            let payload = String(decoding: body.rest, as: UTF8.self)
            let code = state.withLock { state in
                state.published.append((name, topic, payload))
                return state.answers.publish(topic)
            }
            return packet.isEmpty ? [] : [0x40, 3] + packet + [code]
        case 8:
            let packet = body.take(2)
            _ = body.take(body.variable())
            let filter = body.text()
            let options = body.take(1).first ?? 0
            let (code, kept) = state.withLock { state in
                state.subscribed.append(filter)
                return (state.answers.subscribe, options & 0x30 == 0 ? state.kept[filter] : nil)
            }
            let retained = kept.map { Self.packet(0x31, Self.text(filter) + [0] + Array($0.utf8)) }
            return [0x90, 4] + packet + [0, code] + (retained ?? [])
        case 12: return [0xD0, 0]
        default: return []
        }
    }

    private static func connect(_ body: inout Reader) -> (String, Int?) {
        // "MQTT", the version, the flags, the time to keep alive.
        _ = body.take(10)
        var properties = Reader(body.take(body.variable()))
        var packet: Int?
        while let identifier = properties.take(1).first {
            switch identifier {
            case 0x27: packet = properties.take(4).reduce(0) { $0 << 8 | Int($1) }
            case 0x11: _ = properties.take(4)
            case 0x21, 0x22: _ = properties.take(2)
            default: _ = properties.take(1)
            }
        }
        return (body.text(), packet)
    }

    private struct Reader {
        private(set) var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) { rest = bytes[...] }

        mutating func take(_ count: Int) -> [UInt8] {
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }

        mutating func variable() -> Int {
            var (value, shift) = (0, 0)
            while let byte = rest.popFirst() {
                value |= Int(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 == 0 { break }
            }
            return value
        }

        mutating func text() -> String {
            String(decoding: take(take(2).reduce(0) { $0 << 8 | Int($1) }), as: UTF8.self)
        }
    }
}
