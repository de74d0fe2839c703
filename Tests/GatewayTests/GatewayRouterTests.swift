import Core
import JSON
import TestSupport
import Testing
import Values

@testable import Gateway

@Suite struct GatewayRouterTests {
    private static let host = "pi.local:8424"
    private let bench: Bench
    private let tokens: [Role: String]
    private let now = Instant(nanoseconds: 1_000_000_000)

    init() throws {
        var book = TokenBook()
        var tokens: [Role: String] = [:]
        for role in Role.allCases { tokens[role] = try book.add(role.rawValue, role) }
        self.tokens = tokens
        bench = Bench(Self.router(book))
    }

    private static func router(_ book: TokenBook, watchersMaySend: Set<String> = [])
        -> GatewayRouter
    {
        GatewayRouter(
            hosts: [host, "localhost:8424"], port: 8424,
            pages: ["/": HTTPResponse(page: Array("page".utf8), type: "text/html")], book: book,
            watchersMaySend: watchersMaySend)
    }

    /// The status of the response, or what is asked of the control socket.
    private func outcome(
        _ method: HTTPRequest.Method, _ target: String, token: String? = nil, cookie: String? = nil,
        origin: String? = nil, host: String = host, type: String? = "application/json",
        body: String = "", at now: Instant? = nil
    ) -> String {
        let request = HTTPRequest(
            method: method, target: target, host: host, origin: origin,
            authorization: token.map { "Bearer \($0)" }, cookie: cookie,
            contentType: method == .post ? type : nil, body: Array(body.utf8))
        do throws(HTTPError) {
            switch try bench.router.route(request, from: "10.0.0.7", at: now ?? self.now) {
            case .respond(let response): return "\(response.status)"
            case .ask(let question), .askForText(let question): return question.line
            case .watch(let holder): return "watch \(holder.name)"
            case .pair(let code): return "pair \(code)"
            case .show(let holder): return "show \(holder.name)"
            }
        } catch {
            return "\(error.status)"
        }
    }

    private func send(
        _ name: String, as role: Role, at now: Instant? = nil
    ) -> String {
        outcome(
            .post, "/api/send", token: tokens[role], body: #"{"name": "\#(name)"}"#, at: now)
    }

    @Test("without a token there is the page, and nothing of what it shows")
    func stranger() {
        #expect(outcome(.get, "/") == "200")
        for target in [
            "/events", "/api/status", "/api/checks", "/api/requests", "/api/history", "/api/years",
            "/metrics", "/video",
        ] {
            #expect(outcome(.get, target) == "401")
            #expect(outcome(.get, target, token: "00000000000000000000000000000000") == "401")
        }
        #expect(outcome(.post, "/api/send", origin: "http://\(Self.host)", body: "{}") == "401")
        #expect(outcome(.get, "/../etc/passwd") == "404")
        #expect(outcome(.get, "/api/status?since=1", token: tokens[.watch]) == "404")
        #expect(outcome(.get, "/%2e%2e/", token: tokens[.watch]) == "404")
    }

    @Test("a host that is not on the list is refused, with a token, too: DNS rebinding")
    func rebinding() {
        for host in [
            "evil.example", "evil.example:8424", "pi.local", "localhost:80", "", "127.0.0.1",
        ] {
            #expect(outcome(.get, "/", host: host) == "421")
            #expect(
                outcome(
                    .post, "/api/send", token: tokens[.admin], origin: "http://\(host)", host: host,
                    body: #"{"name": "lock"}"#) == "421")
        }
        #expect(outcome(.get, "/", host: "localhost:8424") == "200")
    }

    @Test("a post of another page is refused, whatever cookie comes with it")
    func crossSite() {
        let cookie = "roost_8424=\(tokens[.admin] ?? "")"
        let body = #"{"name": "takeoff"}"#
        for origin in [
            "http://evil.example", "null", "http://pi.local", "http://localhost:8424",
            "http://pi.local:8424.evil.example", "file://", "",
        ] {
            #expect(
                outcome(.post, "/api/send", cookie: cookie, origin: origin, body: body) == "403")
        }
        #expect(outcome(.post, "/api/send", cookie: cookie, body: body) == "403")
        for type in [nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
        {
            #expect(
                outcome(
                    .post, "/api/send", cookie: cookie, origin: "http://\(Self.host)", type: type,
                    body: body) == "415")
        }
        let own = outcome(
            .post, "/api/send", cookie: cookie, origin: "http://\(Self.host)", body: body)
        #expect(own.contains(#""name":"takeoff""#))
    }

    @Test("what is read changes nothing, and what changes something is not read")
    func methods() {
        #expect(outcome(.get, "/api/send", token: tokens[.admin]) == "405")
        #expect(outcome(.get, "/login") == "405")
        #expect(outcome(.post, "/api/status", token: tokens[.admin]) == "405")
        #expect(outcome(.post, "/metrics", token: tokens[.admin]) == "405")
        #expect(outcome(.post, "/", token: tokens[.admin]) == "405")
    }

    @Test("each role may what it may, and no more") func roles() {
        #expect(outcome(.get, "/events", token: tokens[.watch]) == "watch watch")
        #expect(outcome(.get, "/video", token: tokens[.watch]) == "show watch")
        #expect(outcome(.get, "/api/checks", token: tokens[.watch]) == #"{"request":"checks"}"#)
        #expect(outcome(.get, "/api/history", token: tokens[.watch]) == #"{"request":"history"}"#)
        #expect(outcome(.get, "/metrics", token: tokens[.watch]) == #"{"request":"metrics"}"#)
        for name in ["lock", "takeoff", "land", "cut-motors"] {
            #expect(send(name, as: .watch) == "403")
        }
        let cut = #"{"name": "cut-motors", "arguments": {"confirm": "let-it-fall"}}"#
        #expect(outcome(.post, "/api/send", token: tokens[.watch], body: cut) == "403")
        #expect(send("takeoff", as: .command).contains(#""name":"takeoff""#))
        #expect(
            outcome(.post, "/api/send", token: tokens[.command], body: cut)
                .contains(#""at_most":"hazardous""#))
        #expect(
            outcome(.post, "/api/send", token: tokens[.admin], body: cut)
                .contains(#""at_most":"irreversible""#))
        func acknowledge(_ role: Role, _ body: String = "{}") -> String {
            outcome(.post, "/api/acknowledge", token: tokens[role], body: body)
        }
        #expect(acknowledge(.watch) == "403")
        #expect(acknowledge(.command) == #"{"request":"acknowledge"}"#)
        for body in ["", "[]", #"{"request": "apply"}"#] {
            #expect(acknowledge(.admin, body) == "400")
        }
        #expect(outcome(.get, "/api/acknowledge", token: tokens[.admin]) == "405")
    }

    @Test("watchers land and hover where the configuration lets them, and do nothing else")
    func watchersLand() {
        bench.router = Self.router(bench.router.book, watchersMaySend: ["land", "hover"])
        for name in ["land", "hover"] {
            #expect(send(name, as: .watch).contains(#""at_most":"safer""#))
            #expect(send(name, as: .command).contains(#""at_most":"hazardous""#))
        }
        #expect(send("unlock", as: .watch) == "403")
        #expect(send("takeoff", as: .watch) == "403")
    }

    @Test("who guesses is slowed down, and locks nobody out") func guessing() {
        for _ in 0..<10 { #expect(outcome(.get, "/events", token: "guess") == "401") }
        #expect(outcome(.get, "/events", token: "guess") == "429")
        #expect(outcome(.get, "/events", token: tokens[.watch]) == "watch watch")
    }

    @Test("a request says for whom it is, and by when it is too late")
    func origin() {
        let lock = send("lock", as: .command)
        #expect(lock.contains(#""by":"command at 10.0.0.7""#))
        #expect(lock.contains(#""deadline_ns":6000000000"#))
    }

    @Test("a mission may be long, and comes from who may fly it") func longBodies() {
        func admitted(_ target: String, _ token: String?) -> Int {
            let request = HTTPRequest(
                method: .post, target: target, host: Self.host, origin: nil,
                authorization: token.map { "Bearer \($0)" }, cookie: nil,
                contentType: "application/json")
            do throws(HTTPError) {
                try bench.router.admitLongBody(of: request, from: "10.0.0.7", at: now)
                return 200
            } catch {
                return error.status
            }
        }
        #expect(admitted("/api/send", tokens[.command]) == 200)
        #expect(admitted("/api/send", tokens[.watch]) == 413)
        #expect(admitted("/login", tokens[.admin]) == 413)
        #expect(admitted("/api/send", nil) == 401)
        for _ in 0..<10 { #expect(admitted("/api/send", "guess") == 401) }
        #expect(admitted("/api/send", "guess") == 429)
    }

    @Test("a body that is more than a request, or none, is refused") func bodies() {
        let bomb = String(repeating: "[", count: 4000)
        for body in [
            "", "{}", "[]", bomb, #"{"name": 7}"#, #"{"name": "lock", "by": "me"}"#,
            #"{"name": "lock", "request": "status"}"#, #"{"name": "lock", "deadline_ns": 1}"#,
            #"{"words": ["lock"], "name": "lock"}"#,
            #"{"name": "lock", "at_most": "irreversible"}"#, #"{"name": "lock", "name": "land"}"#,
        ] {
            #expect(
                outcome(.post, "/api/send", token: tokens[.admin], body: body) == "400", "\(body)")
        }
    }

    @Test("a code is six digits, from our own page") func pairing() {
        func pair(_ body: String, origin: String? = "http://\(Self.host)") -> String {
            outcome(.post, "/pair", origin: origin, body: body)
        }
        #expect(pair(#"{"code": "123456"}"#) == "pair 123456")
        #expect(pair(#"{"code": " 123 456 "}"#) == "pair 123456")
        for code in ["12345", "1234567", "12345x", "१२३४५६", "", "-12345"] {
            #expect(pair(#"{"code": "\#(code)"}"#) == "400")
        }
        #expect(pair(#"{"code": 123456}"#) == "400")
        #expect(pair(#"{"code": "123456"}"#, origin: "http://evil.example") == "403")
        #expect(pair(#"{"code": "123456"}"#, origin: nil) == "403")
        #expect(outcome(.get, "/pair") == "405")
    }

    @Test("a login makes a cookie that no script reads and no other page sends")
    func login() throws {
        let body = #"{"token": "\#(tokens[.watch] ?? "")"}"#
        let request = HTTPRequest(
            method: .post, target: "/login", host: Self.host, origin: "http://\(Self.host)",
            authorization: nil, cookie: nil, contentType: "application/json",
            body: Array(body.utf8))
        guard
            case .respond(let response) = try bench.router.route(request, from: "10.0.0.7", at: now)
        else {
            Issue.record("no response")
            return
        }
        let head = String(decoding: response.bytes(headOnly: true), as: UTF8.self)
        #expect(
            head.contains(
                "Set-Cookie: roost_8424=\(tokens[.watch] ?? ""); HttpOnly; SameSite=Strict"))
        #expect(head.contains("Content-Security-Policy: default-src 'none'"))
        #expect(!head.contains("Access-Control"))
        #expect(
            outcome(.post, "/login", origin: "http://\(Self.host)", body: #"{"token": "x"}"#)
                == "401")
        #expect(outcome(.post, "/login", origin: "http://evil.example", body: body) == "403")
    }
}

/// A router that goes from one request to the next.
private final class Bench {
    var router: GatewayRouter

    init(_ router: GatewayRouter) {
        self.router = router
    }
}
