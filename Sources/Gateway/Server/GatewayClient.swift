import Control
import Core
import JSON
import LinuxIO
import Values

/// One connection of a client: one request, and its answer or a stream of events.
final class GatewayClient {
    private enum Phase {
        case reading(HTTPRequestParser)
        /// The control socket has been asked.
        case asking(ControlWatch)
        case streaming(ControlWatch, TokenBook.Entry)
        /// What comes is handed on as it is.
        case showing(StreamSocket, TokenBook.Entry)
        /// What is left is written, and that is the end.
        case leaving
    }

    /// Who sends without end waits for the next wakeup: others may want to land.
    private static let readsPerWakeup = 4

    let socket: StreamSocket
    let address: String
    private let openedAt: Instant
    private var phase = Phase.reading(HTTPRequestParser())
    private var output: [UInt8] = []
    private var progressAt: Instant
    private(set) var hasEnded = false
    /// Its client sends nothing more, and may wait for its answer still.
    private(set) var isHalfClosed = false
    private var isHead = false
    private var isForText = false
    /// Whether roost has answered that it will tell of changes.
    private var isWatching = false

    init(_ socket: StreamSocket, address: String, at now: Instant) {
        self.socket = socket
        self.address = address
        openedAt = now
        progressAt = now
    }

    var wantsToWrite: Bool { !output.isEmpty }

    /// Whether its request is not whole yet.
    var isReading: Bool {
        if case .reading = phase { true } else { false }
    }

    /// Whether nothing that somebody asked for is lost with it: else it stays, however many come.
    var mayGo: Bool {
        switch phase {
        case .reading, .leaving: true
        case .asking, .streaming, .showing: false
        }
    }

    /// The connection to roost that is to be read now: not while the client is slow, so that its backlog stays where
    /// the newest state replaces the one before, and a picture that is late the one that nobody has seen.
    var upstream: StreamSocket? {
        switch phase {
        case .asking(let roost): roost.socket
        case .streaming(let roost, _): output.isEmpty ? roost.socket : nil
        case .showing(let video, _): output.isEmpty ? video : nil
        case .reading, .leaving: nil
        }
    }

    /// Whose stream it is.
    var watcher: TokenBook.Entry? {
        switch phase {
        case .streaming(_, let holder), .showing(_, let holder): holder
        case .reading, .asking, .leaving: nil
        }
    }

    var isShowing: Bool {
        if case .showing = phase { true } else { false }
    }

    // MARK: Its request

    /// Takes what has come. Behind a request nothing is expected but the end.
    ///
    /// - Parameter admit: throws why a longer body than usual is not taken.
    /// - Returns: how the request ended, once.
    func read(_ admit: HTTPRequestParser.Admit) -> HTTPRequestParser.Progress {
        do throws(IOError) {
            for _ in 0..<Self.readsPerWakeup {
                guard let bytes = try socket.read(atMost: 4096) else { break }
                guard !bytes.isEmpty else {
                    inputEnded()
                    break
                }
                guard case .reading(var parser) = phase else { continue }
                let progress = parser.append(bytes, admit: admit)
                phase = .reading(parser)
                if progress != .incomplete { return progress }
            }
        } catch {
            end()
        }
        return .incomplete
    }

    /// Who has asked and then closes its half (RFC 9112, section 9.6) is answered still. Of a stream there is
    /// no end to wait for: that is a page that was closed.
    private func inputEnded() {
        guard !isHalfClosed, !isReading, watcher == nil else { return end() }
        isHalfClosed = true
    }

    func respond(_ response: HTTPResponse, headOnly: Bool = false, at now: Instant) {
        output = response.bytes(headOnly: headOnly)
        phase = .leaving
        write(at: now)
    }

    /// What is answered is the response, or `forText` the text in it.
    func ask(_ roost: ControlWatch, headOnly: Bool, forText: Bool = false) {
        isHead = headOnly
        isForText = forText
        phase = .asking(roost)
    }

    func stream(
        _ roost: ControlWatch, for holder: TokenBook.Entry, hasVideo: Bool, at now: Instant
    ) {
        phase = .streaming(roost, holder)
        let hello: JSONValue = [
            "hello": [
                "name": .string(holder.name), "role": .string(holder.role.rawValue),
                "has_video": .bool(hasVideo),
            ]
        ]
        output = HTTPResponse.streamHead + Array("retry: 2000\n\ndata: \(hello.line)\n\n".utf8)
        write(at: now)
    }

    func show(_ video: StreamSocket, to holder: TokenBook.Entry, at now: Instant) {
        phase = .showing(video, holder)
        output = HTTPResponse.videoHead
        write(at: now)
    }

    // MARK: Its answer

    /// Takes what the control socket says, or the video's.
    func readUpstream(at now: Instant) {
        switch phase {
        case .asking(let roost):
            if let line = roost.readLines().first {
                respond(response(to: line), headOnly: isHead, at: now)
            } else if roost.hasEnded {
                respondUnanswered(at: now)
            }
        case .streaming(let roost, _):
            for line in roost.readLines() { passOn(line, at: now) }
            if roost.hasEnded { end() }
        case .showing(let video, _): showNext(of: video, at: now)
        case .reading, .leaving: break
        }
    }

    private func showNext(of video: StreamSocket, at now: Instant) {
        do throws(IOError) {
            guard let bytes = try video.read(atMost: 65536) else { return }
            guard !bytes.isEmpty else { return end() }
            output += bytes
            write(at: now)
        } catch {
            end()
        }
    }

    private func passOn(_ line: [UInt8], at now: Instant) {
        output += Array("data: ".utf8) + line + [0x0A, 0x0A]
        write(at: now)
        // Refused, it would never be told anything: the page comes again after the end.
        if !isWatching, (try? JSONValue(parsing: line))?["ok"] != true { end() }
        isWatching = true
    }

    private func response(to line: [UInt8]) -> HTTPResponse {
        let answer = try? JSONValue(parsing: line)
        if isForText, case .string(let text)? = answer?["text"] {
            return HTTPResponse(200, plainText: text)
        }
        return HTTPResponse(status(of: answer), type: "application/json", line + [0x0A])
    }

    private func status(of answer: JSONValue?) -> Int {
        if answer?["ok"] == true, !isForText { return 200 }
        switch answer?["code"] {
        case "busy": return 429
        case "forbidden": return 403
        default: return 409
        }
    }

    private func respondUnanswered(at now: Instant) {
        respond(HTTPResponse(HTTPError(502, "roost did not answer")), at: now)
    }

    func write(at now: Instant) {
        guard !output.isEmpty else { return }
        guard let count = try? socket.write(output[...]) else { return end() }
        if count > 0 { progressAt = now }
        output.removeFirst(count)
        if output.isEmpty, case .leaving = phase { end() }
    }

    /// Ends it where it takes too long: the whole of a request counts, not each byte of it.
    func checkTime(at now: Instant) {
        switch phase {
        case .reading:
            if now - openedAt > .seconds(5) {
                respond(HTTPResponse(HTTPError(408, "the request took longer than 5 s")), at: now)
            }
        case .asking:
            if now - openedAt > .seconds(30) { respondUnanswered(at: now) }
        case .streaming, .showing, .leaving:
            if !output.isEmpty, now - progressAt > .seconds(10) { end() }
        }
    }

    func end() {
        hasEnded = true
        socket.hangUp()
    }
}
