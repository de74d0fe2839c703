import Control
import Core
import JSON
import Values

/// Decides each request of a browser: who it is, what its role may ask for, and the most that the service may do for it
/// (`at_most`). The service judges the effect itself. Nothing here waits.
package struct GatewayRouter: Sendable {
    package enum Action: Equatable, Sendable {
        case respond(HTTPResponse)
        /// A token for who has typed in the code that is shown.
        case pair(code: String)
        /// To be asked of the running roost; its answer is the response.
        case ask(JSONValue)
        /// The same; of its answer the text alone is the response.
        case askForText(JSONValue)
        /// To be told of every change, for as long as the token is good.
        case watch(TokenBook.Entry)
        /// To be shown the video, as watchers are told of changes.
        case show(TokenBook.Entry)
    }

    private let hosts: Set<String>
    private let cookieName: String
    private let pages: [String: HTTPResponse]
    private let watchersMaySend: Set<String>
    package var book: TokenBook
    private var wrongTokens = RateLimit<String>(10, each: .seconds(60))
    private var acknowledgements = RateLimit<String>(5, each: .seconds(1))

    /// `hosts` is what a Host header may say, with the port, in lower case. `port` is in the name of the
    /// cookie, since cookies do not know ports.
    package init(
        hosts: Set<String>, port: UInt16, pages: [String: HTTPResponse], book: TokenBook,
        watchersMaySend: Set<String>
    ) {
        self.hosts = hosts
        cookieName = "roost_\(port)"
        self.pages = pages
        self.book = book
        self.watchersMaySend = watchersMaySend
    }

    /// - Throws: why not.
    package mutating func route(
        _ request: HTTPRequest, from address: String, at now: Instant
    ) throws(HTTPError) -> Action {
        // A page of somebody else's whose name now leads here still says that name.
        guard hosts.contains(request.host) else {
            throw HTTPError(421, "this host is not one of those under which it may be reached")
        }
        if let page = pages[request.target] {
            guard request.method != .post else { throw HTTPError(405, "that is only to be read") }
            return .respond(page)
        }
        guard let isPost = Self.targets[request.target] else {
            throw HTTPError(404, "there is nothing of that name")
        }
        guard isPost == (request.method == .post) else {
            throw HTTPError(405, isPost ? "that takes a POST" : "that is only to be read")
        }
        if isPost { try checkSender(of: request) }
        return try answer(request, from: address, at: now)
    }

    /// A mission is longer than what a stranger may send.
    ///
    /// - Throws: why it is not taken from this one.
    package mutating func admitLongBody(
        of request: HTTPRequest, from address: String, at now: Instant
    ) throws(HTTPError) {
        guard request.target == "/api/send" else { throw HTTPRequestParser.tooLong }
        let holder = try holder(of: bearer(request) ?? cookie(request), from: address, at: now)
        guard holder.role >= .command else { throw HTTPRequestParser.tooLong }
    }

    /// What there is, and whether it is posted to.
    private static let targets = [
        "/login": true, "/pair": true, "/logout": true, "/api/send": true,
        "/api/acknowledge": true, "/api/status": false,
        "/api/checks": false, "/api/requests": false, "/api/history": false, "/api/years": false,
        "/events": false, "/metrics": false, "/video": false,
    ]

    private mutating func answer(
        _ request: HTTPRequest, from address: String, at now: Instant
    ) throws(HTTPError) -> Action {
        switch request.target {
        case "/login": return .respond(try login(request, from: address, at: now))
        case "/pair": return .pair(code: try code(in: request))
        case "/logout": return .respond(signedOut)
        default: break
        }
        let token = bearer(request) ?? cookie(request)
        let holder = try holder(of: token, from: address, at: now)
        switch request.target {
        case "/events", "/video":
            guard request.method == .get else {
                throw HTTPError(405, "a stream has no head alone")
            }
            return request.target == "/video" ? .show(holder) : .watch(holder)
        case "/metrics": return .askForText(["request": "metrics"])
        case "/api/send": return .ask(try send(request, by: holder, from: address, at: now))
        case "/api/acknowledge": return .ask(try acknowledge(request, by: holder, at: now))
        default: return .ask(["request": .string(String(request.target.dropFirst("/api/".count)))])
        }
    }

    // MARK: Who it is

    /// A browser says on each POST which page made it. What says nothing is no browser, and shows a
    /// token that no other page can put there.
    private func checkSender(of request: HTTPRequest) throws(HTTPError) {
        let type = request.contentType?.lowercased() ?? ""
        guard type == "application/json" || type == "application/json;charset=utf-8" else {
            throw HTTPError(415, "the body is application/json")
        }
        guard let origin = request.origin else {
            guard bearer(request) != nil else {
                throw HTTPError(403, "without an Origin it takes an Authorization header")
            }
            return
        }
        guard origin == "http://\(request.host)" || origin == "https://\(request.host)" else {
            throw HTTPError(403, "that page may not ask for anything here")
        }
    }

    private func bearer(_ request: HTTPRequest) -> String? {
        guard let value = request.authorization, value.hasPrefix("Bearer ") else { return nil }
        return String(value.dropFirst("Bearer ".count))
    }

    private func cookie(_ request: HTTPRequest) -> String? {
        let pairs = request.cookie?.split(separator: ";").map { $0.drop { $0 == " " } } ?? []
        let ours = pairs.first { $0.hasPrefix("\(cookieName)=") }
        return ours.map { String($0.dropFirst(cookieName.count + 1)) }
    }

    /// A right token is taken however many wrong ones came from the same address: nobody can lock out
    /// another.
    private mutating func holder(
        of token: String?, from address: String, at now: Instant
    ) throws(HTTPError) -> TokenBook.Entry {
        guard let token else { throw HTTPError(401, "a token is needed: roost token add") }
        if let holder = book.holder(of: token) { return holder }
        guard wrongTokens.allows(address, at: now) else {
            throw HTTPError(429, "too many wrong tokens; wait a minute")
        }
        throw HTTPError(401, "that token is not known, or not any more")
    }

    private mutating func login(
        _ request: HTTPRequest, from address: String, at now: Instant
    ) throws(HTTPError) -> HTTPResponse {
        guard let json = try? JSONValue(parsing: request.body),
            case .string(let token)? = json["token"]
        else { throw HTTPError(400, "the body is {\"token\": TEXT}") }
        let holder = try holder(of: token, from: address, at: now)
        return signedIn(with: token, holder.name, holder.role)
    }

    /// A browser keeps the token in a cookie, where no script sees it.
    package func signedIn(with token: String, _ name: String, _ role: Role) -> HTTPResponse {
        var response = HTTPResponse(
            200, json: ["ok": true, "name": .string(name), "role": .string(role.rawValue)])
        response.headers = [
            "Set-Cookie: \(cookieName)=\(token); HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000"
        ]
        return response
    }

    /// People read it in groups.
    private func code(in request: HTTPRequest) throws(HTTPError) -> String {
        guard let json = try? JSONValue(parsing: request.body),
            case .string(let text)? = json["code"]
        else { throw HTTPError(400, "the body is {\"code\": TEXT}") }
        let code = text.filter { $0 != " " }
        guard code.utf8.count == 6, code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw HTTPError(400, "a code has six digits")
        }
        return code
    }

    private var signedOut: HTTPResponse {
        var response = HTTPResponse(200, json: ["ok": true])
        response.headers = [
            "Set-Cookie: \(cookieName)=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0"
        ]
        return response
    }

    // MARK: What is asked for

    /// The request for the control socket.
    private mutating func send(
        _ request: HTTPRequest, by holder: TokenBook.Entry, from address: String, at now: Instant
    ) throws(HTTPError) -> JSONValue {
        guard case .object(let members)? = try? JSONValue(parsing: request.body),
            members.keys.allSatisfy({ ["to", "name", "arguments"].contains($0) }),
            case .string(let name)? = members["name"]
        else {
            throw HTTPError(400, "the body is {\"to\": TEXT, \"name\": TEXT, \"arguments\": {}}")
        }
        var control = members.merging(try limit(of: holder, for: name).members) { $1 }
        control["request"] = "send"
        control["by"] = .string("\(holder.name) at \(address)")
        // Nobody waits longer for the answer, so nothing is begun later.
        control["deadline_ns"] = JSONValue(integer: (now + .seconds(5)).nanoseconds)
        return .object(control)
    }

    /// A person knows of the change that was undone.
    private mutating func acknowledge(
        _ request: HTTPRequest, by holder: TokenBook.Entry, at now: Instant
    ) throws(HTTPError) -> JSONValue {
        guard (try? JSONValue(parsing: request.body)) == .object([:]) else {
            throw HTTPError(400, "the body is {}")
        }
        try require(.command, of: holder)
        guard acknowledgements.allows(holder.name, at: now) else {
            throw HTTPError(429, "at most five requests a second")
        }
        return ["request": "acknowledge"]
    }

    /// Nobody but an admin can ask for what cannot be undone.
    private func limit(
        of holder: TokenBook.Entry, for name: String
    ) throws(HTTPError) -> RequestLimit {
        if holder.role < .command, watchersMaySend.contains(name) {
            return RequestLimit(atMost: .safer)
        }
        try require(.command, of: holder)
        return RequestLimit(atMost: holder.role >= .admin ? .irreversible : .hazardous)
    }

    private func require(_ needed: Role, of holder: TokenBook.Entry) throws(HTTPError) {
        guard holder.role >= needed else {
            throw HTTPError(
                403, "\(holder.name) may \(holder.role.rawValue); this takes \(needed.rawValue)")
        }
    }
}
