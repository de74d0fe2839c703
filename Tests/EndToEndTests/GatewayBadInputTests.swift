import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing

/// What anybody may send to the running gateway: each is refused with its reason, and nothing of it reaches roost.
@Suite(.blocking) struct GatewayBadInputTests {
    private let gateway: GatewayAlone

    init() throws {
        gateway = try GatewayAlone()
    }

    /// A request, and the status and the reason that it must get.
    private struct Case {
        let bytes: [UInt8]
        let status: Int
        let why: String

        init(_ text: String, _ status: Int, _ why: String) {
            self.init(Array(text.utf8), status, why)
        }

        init(_ bytes: [UInt8], _ status: Int, _ why: String) {
            self.bytes = bytes
            self.status = status
            self.why = why
        }
    }

    private func expectRefused(_ cases: [Case]) throws {
        for each in cases {
            let answer = try gateway.read(gateway.send(each.bytes))
            let shown = String(decoding: each.bytes.prefix(160), as: UTF8.self).debugDescription
            #expect(answer.hasPrefix("HTTP/1.1 \(each.status) "), "\(shown): \(answer)")
            let body = answer.split(separator: "\r\n\r\n", maxSplits: 1).last ?? ""
            let json = try? JSONValue(parsing: Array(body.utf8.dropLast()))
            #expect(json?["ok"] == false, "\(shown): \(body)")
            guard case .string(let error)? = json?["error"] else {
                Issue.record("no reason: \(shown): \(answer)")
                continue
            }
            #expect(error.contains(each.why), "\(shown): \(error)")
        }
        try expectNothingDone()
    }

    /// Nothing was let through, and whoever comes next is served as ever.
    private func expectNothingDone() throws {
        #expect(try gateway.page().hasSuffix("</html>\n"))
        #expect(try !gateway.hasAsked())
        let landing = try gateway.send(Array(gateway.post(#"{"name": "land"}"#).utf8))
        try gateway.answer(gateway.asked())
        let answer = try gateway.read(landing)
        #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
        #expect(try !gateway.hasAsked() && gateway.isRunning)
    }

    private var land: String { gateway.post(#"{"name": "land"}"#) }

    /// A landing behind something else: whoever reads the end of the first request otherwise would find it.
    private func smuggled(_ headers: String, _ body: String) -> String {
        "POST /api/send HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\nAuthorization: Bearer \(gateway.token)\r\n"
            + "Content-Type: application/json\r\n\(headers)\r\n\r\n\(body)\(land)"
    }

    @Test(
        "two ends of a request, a bare CR, a folded line: refused, and what is behind it is not read"
    )
    func smuggling() throws {
        let post = land
        try expectRefused([
            Case(
                smuggled("Content-Length: 2\r\nContent-Length: 0", "{}"), 400,
                "content-length comes twice"),
            Case(
                smuggled("Content-Length: 2\r\nContent-Length: 2", "{}"), 400,
                "content-length comes twice"),
            Case(smuggled("Content-Length: 2, 2", "{}"), 400, "the Content-Length is no number"),
            Case(smuggled("Content-Length: 0x2", "{}"), 400, "the Content-Length is no number"),
            Case(
                smuggled("Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), 400,
                "contradict"),
            Case(smuggled("Transfer-Encoding: chunked", "0\r\n\r\n"), 501, "no transfer coding"),
            Case(
                smuggled("Transfer-Encoding: identity, chunked", "0\r\n\r\n"), 501,
                "no transfer coding"),
            Case(smuggled("Content-Length : 2", "{}"), 400, "a header is not NAME: VALUE"),
            Case(smuggled("X: y\r\n Content-Length: 2", "{}"), 400, "a header is not NAME: VALUE"),
            Case(smuggled("X: y\rContent-Length: 2", "{}"), 400, "a line ends with CR LF"),
            Case(smuggled("X: y\nContent-Length: 2", "{}"), 400, "a line ends with CR LF"),
            Case(smuggled("X: y\u{0}", "{}"), 400, "no control characters"),
            Case(
                smuggled("Expect: 100-continue\r\nContent-Length: 2", "{}"), 417,
                "nothing is promised"),
            // The first is answered, and the second, which is good, is not looked at.
            Case(smuggled("Content-Length: 2", "{}"), 400, "the body is"),
            Case(gateway.get("/nothing") + post, 404, "nothing of that name"),
            Case(
                gateway.get("/", "Content-Length: \(post.utf8.count)") + post, 400,
                "only a POST has a body"),
            Case("\r\n" + post, 400, "the first line"),
            Case(post.replacingFirst("HTTP/1.1", "HTTP/1.0"), 505, "HTTP/1.1 is spoken"),
            Case(post.replacingFirst("POST ", "PUT "), 405, "only GET, HEAD and POST"),
            Case(
                post.replacingFirst("/api/send", "http://localhost/api/send"), 400, "the first line"
            ),
            Case([0x16, 0x03, 0x01, 0x02, 0x00], 400, "no control characters"),
        ])
    }

    @Test("what is too long is refused as soon as that is seen, whatever was promised")
    func lengths() throws {
        let long = String(repeating: "A", count: 9000)
        try expectRefused([
            Case(gateway.get("/", "X: \(long)"), 431, "more than 8192 bytes"),
            Case(gateway.get("/\(long.prefix(300))"), 414, "longer than any"),
            Case(
                gateway.post(
                    "{}", headers: ["Authorization: Bearer 0", "Content-Type: application/json"]
                )
                .replacingFirst("Content-Length: 2", "Content-Length: 5000"), 401, "not known"),
            Case(
                land.replacingFirst("Content-Length: 16", "Content-Length: 200000"), 413,
                "at most 196608"),
            Case(
                land.replacingFirst("Content-Length: 16", "Content-Length: 99999999999999999999"),
                413, "at most"),
        ])
    }

    @Test("another host, another page, a form: refused, though the token is right")
    func otherPages() throws {
        let cookie = "Cookie: roost_\(gateway.port)=\(gateway.token)"
        let json = "Content-Type: application/json"
        let own = "Origin: http://localhost:\(gateway.port)"
        func post(_ headers: String...) -> String {
            gateway.post(#"{"name": "takeoff"}"#, headers: headers)
        }
        let host = "localhost:\(gateway.port)"
        try expectRefused([
            // DNS rebinding: the name leads here, and is not ours.
            Case(
                land.replacingFirst(host, "evil.example:\(gateway.port)"), 421,
                "this host is not one"),
            Case(
                post(cookie, json, "Origin: http://evil.example").replacingFirst(
                    host, "evil.example"), 421, "this host"),
            Case(gateway.get("/").replacingFirst(host, "\(host).evil.example"), 421, "this host"),
            // Cross-site posts.
            Case(post(cookie, json, "Origin: http://evil.example"), 403, "that page may not"),
            Case(post(cookie, json, "Origin: null"), 403, "that page may not"),
            Case(post(cookie, json, "Origin: http://localhost"), 403, "that page may not"),
            Case(post(cookie, json), 403, "without an Origin"),
            Case(post(cookie, own, "Content-Type: text/plain"), 415, "application/json"),
            Case(
                post(cookie, own, "Content-Type: application/x-www-form-urlencoded"), 415,
                "application/json"),
            Case(post(cookie, own), 415, "application/json"),
            Case(gateway.get("/api/send", cookie), 405, "takes a POST"),
        ])
    }

    @Test("a token of somewhere else, a part of one, its hash, one that was taken away: refused")
    func tokens() throws {
        func status(_ headers: String) -> String { gateway.get("/api/status", headers) }
        let token = gateway.token
        let book = try JSONValue(parsing: readFile(gateway.tokenFile, atMost: 4096))
        guard case .array(let entries)? = book["tokens"],
            case .string(let hash)? = entries.first?["sha256"]
        else {
            Issue.record("no hash in \(book.line)")
            return
        }
        try expectRefused([
            Case(gateway.get("/api/status"), 401, "a token is needed"),
            Case(status("Authorization: Bearer \(hash)"), 401, "not known"),
            Case(status("Authorization: Bearer \(token.dropLast())"), 401, "not known"),
            Case(status("Authorization: Bearer \(token)0"), 401, "not known"),
            Case(status("Authorization: Bearer \(token), Bearer 0"), 401, "not known"),
            Case(status("Authorization: Basic \(token)"), 401, "a token is needed"),
            Case(status("Authorization: bearer\(token)"), 401, "a token is needed"),
            Case(status("Cookie: roost_1=\(token)"), 401, "a token is needed"),
            Case(gateway.get("/api/status?token=\(token)"), 404, "nothing of that name"),
            Case(
                status("Authorization: Bearer \(token)\r\nAuthorization: Bearer \(token)"), 400,
                "comes twice"),
        ])
        let removed = try finished(
            RoostProcess("token", "remove", "kitchen", "--file", gateway.tokenFile))
        #expect(removed.end == .exited(0))
        let isRefused = try eventually(every: .milliseconds(100)) {
            try gateway.exchangeAndAnswer(status("Authorization: Bearer \(token)")).hasPrefix(
                "HTTP/1.1 401 ")
        }
        #expect(isRefused)
        #expect(try gateway.exchange(land).hasPrefix("HTTP/1.1 401 "))
        #expect(try !gateway.hasAsked())
    }

    @Test("a body that is no request, nests without end or says something twice is refused whole")
    func bodies() throws {
        let open = String(repeating: "[", count: 190_000)
        let nested = #"{"name": "target", "arguments": "# + String(repeating: #"{"a":"#, count: 600)
        let number = #"{"name": "lock", "arguments": {"a": 1e999999}}"#
        let invalid = Array(#"{"name": ""#.utf8) + [0xFF, 0xC0] + Array(#""}"#.utf8)
        let head = gateway.post(String(repeating: " ", count: invalid.count)).utf8
            .dropLast(invalid.count)
        try expectRefused(
            [
                "", "[]", "null", "{", open, #"{"name":"# + open, nested, number, "{}",
                #"{"name": 7}"#,
                #"{"name": "lock", "name": "land"}"#, #"{"name": "lock", "by": "the owner"}"#,
                #"{"name": "lock", "deadline_ns": 1}"#, #"{"name": "lock", "request": "apply"}"#,
                #"{"name": "lock"} {"name": "land"}"#, "{\"name\": \"\n\"}",
            ].map { Case(gateway.post($0), 400, "the body is") }
                + [Case(Array(head) + invalid, 400, "the body is")])
    }

    @Test("half a request is none: not when its sender goes away, nor when it comes too slowly")
    func halves() throws {
        let bytes = Array(land.utf8)
        for count in stride(from: 1, to: bytes.count, by: 7) {
            let socket = try gateway.send(Array(bytes.prefix(count)))
            shutdown(socket.descriptor.number, Int32(SHUT_WR))
            #expect(try gateway.read(socket) == "")
        }
        let slow = try gateway.send(Array(bytes.dropLast()))
        #expect(try gateway.read(slow).hasPrefix("HTTP/1.1 408 "))
        _ = try? slow.writeAll([bytes[bytes.count - 1]], milliseconds: 100)
        try expectNothingDone()
    }

    @Test("a request that is one too many for roost is refused as such") func busy() throws {
        let refusal =
            #"{"ok": false, "code": "busy", "error": "at most 5 requests a second"}"#
        let answer = try gateway.exchangeAndAnswer(gateway.post(#"{"name": "lock"}"#), refusal)
        #expect(answer.hasPrefix("HTTP/1.1 429 ") && answer.contains("at most 5 requests a second"))
    }

    @Test("a flood of guesses is refused; a landing after it is not") func guesses() throws {
        let guesses = try (0..<30).map { number in
            try gateway.exchange(gateway.get("/events", "Authorization: Bearer \(number)"))
        }
        #expect(guesses.count { $0.hasPrefix("HTTP/1.1 401 ") } == 10)
        #expect(guesses.last?.contains("too many wrong tokens; wait a minute") == true)
        #expect(try gateway.exchangeAndAnswer(land).hasPrefix("HTTP/1.1 200 "))
        #expect(try !gateway.hasAsked())
    }

    @Test(
        "10,000 connections, of which each says nothing, half of something or nonsense, keep no landing out"
    )
    func tenThousand() throws {
        var open: [StreamSocket] = []
        let kinds = [[], Array("GET / HT".utf8), [0x16, 0x03, 0x01], Array(land.utf8.dropLast())]
        for number in 0..<10_000 {
            open.append(try gateway.send(kinds[number % kinds.count]))
            if open.count > 500 { open.removeFirst(250) }
        }
        try expectNothingDone()
        withExtendedLifetime(open) {}
    }
}

extension String {
    fileprivate func replacingFirst(_ text: String, _ other: String) -> String {
        guard let place = firstRange(of: text) else { return self }
        return String(self[..<place.lowerBound]) + other + String(self[place.upperBound...])
    }

    private func firstRange(of text: String) -> Range<Index>? {
        indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
    }
}
