import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing

/// `roost gateway` as a process, with a running roost behind it.
@Suite(.blocking) struct GatewayTests {
    private let home: TestInstallation
    private let roost: RoostProcess
    private let gateway: RoostProcess
    private let port: UInt16
    private let tokens: String

    init() throws {
        home = try TestInstallation()
        tokens = "\(home.directory.path)/tokens.json"
        port = try Self.freePort()
        try home.directory.write(
            "gateway.json",
            """
            {"port": \(port), "control_socket": "\(home.socket)", "tokens": "\(tokens)",
             "page": "\(projectDirectory)/page"}
            """)
        roost = try home.start()
        gateway = try RoostProcess("gateway", "\(home.directory.path)/gateway.json")
        try gateway.waitFor("listening on http://127.0.0.1:\(port)")
    }

    private static func freePort() throws -> UInt16 {
        let listener = try StreamListener(on: IPv4Endpoint("127.0.0.1", port: 0) ?? .any)
        return listener.local?.port ?? 0
    }

    private func token(_ name: String, _ role: String) throws -> String {
        let (end, output, errors) = try finished(
            RoostProcess("token", "add", name, role, "--file", tokens))
        #expect(end == .exited(0) && errors == "")
        return String(output.dropLast())
    }

    private func connect() throws -> StreamSocket {
        let socket = try StreamSocket(
            connectingTo: IPv4Endpoint("127.0.0.1", port: port) ?? .any)
        #expect(try socket.wait(for: POLLOUT, milliseconds: 5000))
        return socket
    }

    /// Sends a request and reads to the end, or until there is `text`.
    private func exchange(_ request: String, until text: String? = nil) throws -> String {
        let socket = try connect()
        #expect(try socket.writeAll(Array(request.utf8), milliseconds: 5000))
        return try read(socket, until: text)
    }

    private func read(_ socket: StreamSocket, until text: String?) throws -> String {
        var answer: [UInt8] = []
        while try socket.wait(milliseconds: 8000) {
            guard let bytes = try? socket.read(atMost: 65536), !bytes.isEmpty else { break }
            answer += bytes
            if let text, String(decoding: answer, as: UTF8.self).contains(text) { break }
        }
        return String(decoding: answer, as: UTF8.self)
    }

    private func head(_ first: String, _ more: String...) -> String {
        ([first + " HTTP/1.1", "Host: localhost:\(port)"] + more + ["", ""])
            .joined(separator: "\r\n")
    }

    private func post(_ body: String, token: String) -> String {
        head(
            "POST /api/send", "Authorization: Bearer \(token)", "Content-Type: application/json",
            "Content-Length: \(body.utf8.count)") + body
    }

    @Test("the page is there, and says nothing without a token") func page() throws {
        let page = try exchange(head("GET /"))
        #expect(page.hasPrefix("HTTP/1.1 200 "))
        #expect(page.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(try exchange(head("HEAD /")).hasSuffix("\r\n\r\n"))
        #expect(try exchange(head("GET /events")).hasPrefix("HTTP/1.1 401 "))
    }

    @Test("who has a token is told how it is and what happens, until the token is taken away")
    func stream() throws {
        let token = try token("kitchen", "command")
        try waitUntilKnown(token)
        let socket = try connect()
        let request = head("GET /events", "Authorization: Bearer \(token)")
        #expect(try socket.writeAll(Array(request.utf8), milliseconds: 5000))
        let begin = try read(socket, until: #""status":"#)
        #expect(begin.contains("Content-Type: text/event-stream"))
        let hello = #"data: {"hello":{"has_video":false,"name":"kitchen","role":"command"}}"#
        #expect(begin.contains(hello))
        let answer = try exchange(post(#"{"name": "fly"}"#, token: token))
        #expect(answer.hasPrefix("HTTP/1.1 409 "))
        #expect(try read(socket, until: "nothing here takes a request").contains(#"{"event":"#))
        #expect(
            try finished(RoostProcess("token", "remove", "kitchen", "--file", tokens)).end
                == .exited(0))
        // It reads to the end of the stream.
        _ = try read(socket, until: nil)
        #expect(
            try exchange(head("GET /events", "Authorization: Bearer \(token)"))
                .hasPrefix("HTTP/1.1 401 "))
    }

    @Test("a code that is shown at the machine lets a browser in, once") func pairing() throws {
        let pair = try RoostProcess("pair", "hall", "watch", "--file", tokens)
        try pair.waitFor("to be typed into the page")
        let shown = String(pair.output.prefix(7)).filter(\.isNumber)
        func type(_ code: String) throws -> String {
            let body = #"{"code": "\#(code)"}"#
            return try exchange(
                head(
                    "POST /pair", "Origin: http://localhost:\(port)",
                    "Content-Type: application/json", "Content-Length: \(body.utf8.count)") + body)
        }
        #expect(try type(shown == "111111" ? "222222" : "111111").hasPrefix("HTTP/1.1 401 "))
        let answer = try type(shown)
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        let (end, output, _) = try finished(pair)
        #expect(end == .exited(0) && output.hasSuffix("paired: hall may watch\n"))
        let cookie = try #require(
            answer.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") })
        let token = cookie.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" }
        #expect(
            try exchange(head("GET /api/status", "Cookie: \(token)")).hasPrefix("HTTP/1.1 200 "))
        #expect(try type(shown).hasPrefix("HTTP/1.1 401 "))
        let (again, _, why) = try finished(
            RoostProcess("pair", "hall", "watch", "--file", tokens))
        #expect(again == .exited(1) && why.contains("there is a token \"hall\" already"))
    }

    @Test("every file that the page asks for is there, and no other script or style runs")
    func files() throws {
        let page = try exchange(head("GET /"))
        for path in try pageFiles() {
            let text = String(decoding: try projectFile("page/\(path)"), as: UTF8.self)
            let name = path.split(separator: "/").last ?? ""
            if name == "index.html" { continue }
            let isThere =
                try name.hasSuffix(".html")
                ? page.contains(text)
                : exchange(head("GET /\(name)")).hasSuffix("\r\n\r\n\(text)")
            #expect(isThere, "\(path)")
        }
        #expect(!page.contains("<!--"))
    }

    /// Those of the page and of the views, within its folder.
    private func pageFiles() throws -> [String] {
        let folder = "\(projectDirectory)/page"
        return try directoryNames(folder).flatMap { name in
            try name.contains(".")
                ? [name] : directoryNames("\(folder)/\(name)").map { "\(name)/\($0)" }
        }
    }

    @Test("a mission of 128 KiB reaches roost whole") func mission() throws {
        let token = try token("kitchen", "command")
        try waitUntilKnown(token)
        let mission = String(repeating: "fifteen letters\n", count: 8 << 10)
        let arguments: JSONValue = ["mission": ["file": "long.txt", "text": .string(mission)]]
        let body: JSONValue = ["name": "fly", "arguments": arguments]
        #expect(
            try exchange(post(body.line, token: token)).contains("nothing here takes a request"))
    }

    @Test("Prometheus gets its text with a token, that of the running roost") func metrics() throws
    {
        let token = try token("prometheus", "watch")
        try waitUntilKnown(token)
        let request = head("GET /metrics", "Authorization: Bearer \(token)", "Accept: text/plain")
        let answer = try exchange(request)
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.contains("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"))
        let local = try home.run("metrics")
        #expect(local.end == .exited(0))
        // The same families, whatever time has passed.
        func heads(_ text: String) -> [Substring] {
            text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("# ") }
        }
        #expect(heads(answer) == heads(local.output))
        #expect(local.output.contains("roost_phase{phase=\"running\"} 1\n"))
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
        #expect(try exchange(request).hasPrefix("HTTP/1.1 503 "))
        #expect(try home.run("metrics").end == .exited(11))
    }

    @Test("with roost gone it says so, and goes on when roost is back") func restart() throws {
        let token = try token("kitchen", "watch")
        try waitUntilKnown(token)
        let request = head("GET /api/status", "Authorization: Bearer \(token)")
        #expect(try exchange(request).contains(#""phase":"running""#))
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0))
        #expect(try exchange(request).hasPrefix("HTTP/1.1 503 "))
        let again = try home.start()
        #expect(try exchange(request).contains(#""phase":"running""#))
        withExtendedLifetime(again) {}
    }

    @Test("a head that comes slowly, byte by byte, ends after five seconds") func slow() throws {
        let socket = try connect()
        var sent = 0
        let isEnded = eventually(within: .seconds(12), every: .milliseconds(200)) {
            if (try? socket.writeAll([UInt8(ascii: "G")], milliseconds: 100)) == true { sent += 1 }
            return (try? socket.wait(milliseconds: 0)) == true
        }
        #expect(isEnded && sent > 10)
        #expect(try read(socket, until: nil).hasPrefix("HTTP/1.1 408 "))
    }

    @Test("connections that say nothing keep nobody out, and cost little") func crowd() throws {
        let token = try token("kitchen", "command")
        try waitUntilKnown(token)
        var silent: [StreamSocket] = []
        for _ in 0..<500 { silent.append(try connect()) }
        let answer = try exchange(post(#"{"name": "land"}"#, token: token))
        #expect(answer.contains("nothing here takes a request"))
        #expect(gateway.end == nil)
        let status = try readFile("/proc/\(gateway.pid)/status", atMost: 4096)
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("VmRSS") }
        print("gateway", line ?? "")
        withExtendedLifetime(silent) {}
    }

    @Test("noise of every kind ends a connection and nothing else") func noise() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<100 {
            let socket = try connect()
            let noise = (0..<300).map { _ in UInt8.random(in: 0...255, using: &generator) }
            _ = try? socket.writeAll(noise, milliseconds: 1000)
        }
        #expect(try exchange(head("GET /")).hasPrefix("HTTP/1.1 200 "))
        #expect(gateway.end == nil)
    }

    @Test("a configuration with a mistake starts nothing, and says where it is") func mistake()
        throws
    {
        try home.directory.write("wrong.json", #"{"prot": 8424}"#)
        let (end, _, errors) = try finished(
            RoostProcess("gateway", "\(home.directory.path)/wrong.json"))
        #expect(end == .exited(10))
        #expect(errors.contains("prot: unknown key"))
        let (other, _, why) = try finished(
            RoostProcess("token", "add", "x", "owner", "--file", tokens))
        #expect(other == .exited(2) && why.contains("watch, command or admin"))
    }

    /// The gateway looks at the file once a second.
    private func waitUntilKnown(_ token: String) throws {
        let request = head("GET /api/status", "Authorization: Bearer \(token)")
        let isKnown = try eventually(every: .milliseconds(100)) {
            try exchange(request).hasPrefix("HTTP/1.1 200 ")
        }
        #expect(isKnown)
    }
}
