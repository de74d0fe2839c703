import Core
import TestSupport
import Testing

@testable import Gateway

/// Rules by RFC 9112 (sections 2.2, 3, 5.1, 5.2, 6.1, 6.3) and RFC 9110 (5.5, 5.6.2, 8.6).
@Suite struct HTTPRequestParserTests {
    private static let get = "GET /events HTTP/1.1\r\nHost: pi.local:8424\r\n"
    private static let post = "POST /api/send HTTP/1.1\r\nHost: pi.local:8424\r\n"

    private func parse(_ text: String) -> HTTPRequestParser.Progress {
        var parser = HTTPRequestParser()
        return parser.append(Array(text.utf8))
    }

    @Test("a request of a browser is read") func browser() throws {
        let head = """
            POST /api/send HTTP/1.1\r
            Host: PI.local:8424\r
            User-Agent: Mozilla/5.0 (X11; Linux)\r
            Accept: */*\r
            Content-Type: application/json\r
            Origin: http://pi.local:8424\r
            cookie:  a=b; roost_8424=secret \r
            Content-Length: 15\r
            \r
            {"name":"land"}
            """
        guard case .complete(let request) = parse(head) else {
            Issue.record("\(parse(head))")
            return
        }
        #expect(request.method == .post)
        #expect(request.target == "/api/send")
        #expect(request.host == "pi.local:8424")
        #expect(request.origin == "http://pi.local:8424")
        #expect(request.cookie == "a=b; roost_8424=secret")
        #expect(request.contentType == "application/json")
        #expect(request.body == Array(#"{"name":"land"}"#.utf8))
    }

    // Swift 6.0 cannot compile interpolations among the arguments of a test.
    private static let refusedTexts: [(String, Int)] = [
        // Two lengths, also equal ones, and a length beside a coding: request smuggling.
        (post + "Content-Length: 4\r\nContent-Length: 4\r\n\r\n", 400),
        (post + "Content-Length: 4, 4\r\n\r\n", 400),
        (post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (post + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501),
        (post + "Transfer-Encoding: xchunked\r\n\r\n", 501),
        (post + "Content-Length: +4\r\n\r\n", 400), (post + "Content-Length: -1\r\n\r\n", 400),
        (post + "Content-Length: 0x4\r\n\r\n", 400), (post + "Content-Length:\r\n\r\n", 400),
        (post + "Content-Length: 4097\r\n\r\n", 413),
        (post + "Content-Length: 99999999999999999999\r\n\r\n", 413),
        (post + "\r\n", 411), (get + "Content-Length: 4\r\n\r\n", 400),
        // Ends of lines.
        ("GET / HTTP/1.1\nHost: a\n\n", 400), (get + "A: b\rC: d\r\n\r\n", 400),
        (get + "A: b\nC: d\r\n\r\n", 400), (get + "\r\r\n", 400), ("\r\n" + get + "\r\n", 400),
        // Headers.
        (get + "Content-Length : 0\r\n\r\n", 400), (get + " folded: yes\r\n\r\n", 400),
        (get + "A: b\r\n c\r\n\r\n", 400), (get + "no colon\r\n\r\n", 400),
        (get + ": no name\r\n\r\n", 400), (get + "A: b\u{0}c\r\n\r\n", 400),
        (get + "A: b\u{7}\r\n\r\n", 400), (get + "A: b\u{7F}\r\n\r\n", 400),
        (get + "A\t: b\r\n\r\n", 400), (get + "Ä: b\r\n\r\n", 400),
        (get + "Content-Length: 0\t0\r\n\r\n", 400),
        (post + "Content-Length: ２\r\n\r\n", 400),
        (get + "Host: other\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
        (get + "Origin: a\r\nOrigin: b\r\n\r\n", 400),
        (get + "Cookie: a=b\r\nCookie: c=d\r\n\r\n", 400),
        (get + "Expect: 100-continue\r\n\r\n", 417),
        // The first line.
        ("GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET /\t HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /ü HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /\r\nHost: a\r\n\r\n", 400),
        ("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.0\r\nHost: a\r\n\r\n", 505), ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400), ("\u{16}\u{3}\u{1}", 400),
        ("PUT / HTTP/1.1\r\nHost: a\r\n\r\n", 405), ("get / HTTP/1.1\r\nHost: a\r\n\r\n", 405),
        ("GET /\(String(repeating: "a", count: 256)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
        (get + "A: \(String(repeating: "a", count: 8192))\r\n\r\n", 431),
        (get + String(repeating: "A: b\r\n", count: 2000), 431),
    ]

    @Test("what has two readings, or none, is refused", arguments: refusedTexts)
    func refused(text: String, status: Int) {
        guard case .refused(let refusal) = parse(text) else {
            Issue.record("taken: \(text.debugDescription)")
            return
        }
        #expect(refusal.status == status, "\(text.debugDescription)")
    }

    @Test("a tab, and bytes beyond ASCII, in a header's value are no reason to refuse a request")
    func fieldValues() {
        let latin = Array("\(Self.get)X-Name: caf".utf8) + [0xE9, 0xFF] + Array("\r\n".utf8)
        let text = "User-Agent: a\tb ü 猫\r\nCookie:\t a=ü\tb; roost_8424=secret\t\r\n\r\n"
        var parser = HTTPRequestParser()
        guard case .complete(let request) = parser.append(latin + Array(text.utf8)) else {
            Issue.record("not taken")
            return
        }
        #expect(request.cookie == "a=ü\tb; roost_8424=secret")
        #expect(request.host == "pi.local:8424")
    }

    @Test("a longer body is taken from whom it is admitted of, up to its own limit") func longBody()
    {
        let long = String(repeating: "a", count: 5000)
        let text = Array((Self.post + "Content-Length: 5000\r\n\r\n" + long).utf8)
        var parser = HTTPRequestParser()
        guard case .complete(let request) = parser.append(text, admit: { _ in }) else {
            Issue.record("not taken")
            return
        }
        #expect(request.body.count == 5000)
        var other = HTTPRequestParser()
        let huge = Array((Self.post + "Content-Length: 200000\r\n\r\n").utf8)
        guard case .refused(let refusal) = other.append(huge, admit: { _ in }) else {
            Issue.record("taken")
            return
        }
        #expect(refusal.status == 413)
    }

    @Test("half a request is waited for, and what is behind one is not looked at") func parts() {
        #expect(parse(Self.get) == .incomplete)
        #expect(parse(Self.post + "Content-Length: 4\r\n\r\nabc") == .incomplete)
        let whole = parse(Self.get + "\r\n")
        #expect(whole != .incomplete)
        #expect(parse(Self.get + "\r\nGET /smuggled HTTP/1.1\r\n") == whole)
    }

    @Test(
        "however the bytes are cut and whatever they are, the outcome is the same, and none traps")
    func cuts() {
        var generator = SeededGenerator(seed: 1)
        let seeds = [
            Self.get + "\r\n", Self.post + "Content-Length: 4\r\n\r\nabcd",
            Self.post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
        ].map { Array($0.utf8) }
        for round in 0..<3000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<(round % 4) {
                let place = Int.random(in: bytes.indices, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            var whole = HTTPRequestParser()
            let expected = whole.append(bytes)
            var cut = HTTPRequestParser()
            var outcome = HTTPRequestParser.Progress.incomplete
            var rest = bytes[...]
            while outcome == .incomplete, !rest.isEmpty {
                let count = Int.random(in: 1...7, using: &generator)
                outcome = cut.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(outcome == expected, "\(bytes)")
        }
    }
}
