import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

@testable import HTTPClient

@Suite("Posts over HTTP")
struct HTTPClientTests {
    private static func outcome(
        _ url: String, headers: [String] = [], body: [UInt8] = Array("{}".utf8)
    ) throws -> HTTPOutcome? {
        let client = try HTTPClient()
        try client.begin(HTTPPost(url: url, headers: headers, body: body), as: "a")
        var outcome: HTTPOutcome?
        _ = eventually {
            client.wait(alsoFor: nil, atMost: .milliseconds(50))
            outcome = client.finished()["a"] ?? outcome
            return outcome != nil
        }
        #expect(client.isIdle)
        return outcome
    }

    @Test("the body and the headers arrive as they are, and the answer is told")
    func post() throws {
        let inbox = try PostInbox(
            answers: ["HTTP/1.1 418 Teapot\r\nRetry-After: 17\r\nContent-Length: 5\r\n\r\nshort"])
        defer { inbox.end() }
        let body = Array(#"{"text":"ü \\ \" "}"#.utf8)
        let outcome = try Self.outcome(
            inbox.url, headers: ["Content-Type: application/json", "Authorization: Bearer tk_1"],
            body: body)
        #expect(outcome == .answered(status: 418, text: "short", retryAfter: .seconds(17)))
        let post = try #require(inbox.posts.first)
        #expect(post.head.hasPrefix("POST /hook HTTP/1.1\r\n"))
        #expect(post.head.contains("\r\nAuthorization: Bearer tk_1"))
        #expect(!post.head.contains("Expect:"))
        #expect(try post.body == JSONValue(parsing: body))
    }

    @Test("a redirect is an answer: nothing is sent anywhere else")
    func redirect() throws {
        let other = try PostInbox()
        let inbox = try PostInbox(
            answers: [
                "HTTP/1.1 307 Elsewhere\r\nLocation: \(other.url)\r\nContent-Length: 0\r\n\r\n"
            ])
        defer {
            inbox.end()
            other.end()
        }
        #expect(
            try Self.outcome(inbox.url) == .answered(status: 307, text: "", retryAfter: nil))
        #expect(other.posts.isEmpty)
    }

    @Test("an answer without an end is not read to its end: its status counts")
    func endless() throws {
        let body = String(repeating: "x", count: 1 << 20)
        let inbox = try PostInbox(answers: ["HTTP/1.1 200 OK\r\n\r\n" + body])
        defer { inbox.end() }
        let outcome = try Self.outcome(inbox.url)
        guard case .answered(200, let text, nil)? = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(text.utf8.count == 1024)
    }

    @Test("of a long answer only the beginning is kept")
    func long() throws {
        let inbox = try PostInbox(
            answers: [
                "HTTP/1.1 500 No\r\nContent-Length: 100000\r\n\r\n"
                    + String(repeating: "x", count: 100_000)
            ])
        defer { inbox.end() }
        let text = String(repeating: "x", count: 1024)
        #expect(try Self.outcome(inbox.url) == .answered(status: 500, text: text, retryAfter: nil))
    }

    @Test("nobody there, an answer that is none and another protocol are failures with a reason")
    func failures() throws {
        let inbox = try PostInbox(answers: ["SSH-2.0-OpenSSH_9.2\r\n"])
        defer { inbox.end() }
        for url in ["http://127.0.0.1:1/x", inbox.url, "ftp://127.0.0.1/x", "file:///etc/passwd"] {
            guard case .failed(let why)? = try Self.outcome(url) else {
                Issue.record("\(url) should fail")
                continue
            }
            #expect(!why.isEmpty)
        }
    }

    @Test("whoever waits for an answer is woken by another descriptor")
    func wake() throws {
        let client = try HTTPClient()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        try #require(write(ends[1], "x", 1) == 1)
        let clock = DispatchScheduler()
        let begin = clock.now
        client.wait(alsoFor: ends[0], atMost: .seconds(20))
        #expect(clock.now - begin < .seconds(10))
    }
}
