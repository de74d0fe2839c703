import Control
import Core
import Glibc
import JSON
import LinuxIO
import Values

/// The gateway's loop: one thread, and nothing in it waits but `poll`.
package final class GatewayServer {
    private static let maxClients = 12
    private static let maxStreams = 4
    /// One for each page would take the radio from the commands.
    private static let maxVideos = 2
    /// So that what has come is served between a flood's connections, and before any of them goes.
    private static let acceptsPerWakeup = 4

    private let listener: StreamListener
    private let controlSocket: String
    private let tokens: TokenFile
    private let video: String?
    private let clock: any Scheduler
    private let log: Log
    private var router: GatewayRouter
    private var pairing: PairingDesk
    /// In the order in which they came.
    private var clients: [GatewayClient] = []
    private var tokensReadAt = Instant.zero
    private var rests = false

    package init(
        _ listener: StreamListener, _ router: GatewayRouter, controlSocket: String,
        tokens: TokenFile, video: String? = nil, clock: any Scheduler, log: Log
    ) {
        self.listener = listener
        self.router = router
        self.controlSocket = controlSocket
        self.tokens = tokens
        self.video = video
        pairing = PairingDesk(tokens)
        self.clock = clock
        self.log = log
    }

    /// Serves until a signal ends the process; there is nothing to clear up.
    package func run() throws(IOError) {
        while true {
            let ready = try wait()
            let now = clock.now
            for client in ready.upstream { client.readUpstream(at: now) }
            for client in ready.writable { client.write(at: now) }
            for client in ready.readable { serve(client, at: now) }
            accept(at: now)
            readTokens(at: now)
            for client in clients { client.checkTime(at: now) }
            clients.removeAll { $0.hasEnded }
        }
    }

    private func wait() throws(IOError) -> (
        readable: [GatewayClient], writable: [GatewayClient], upstream: [GatewayClient]
    ) {
        let clients = clients
        let upstreams = clients.filter { $0.upstream != nil }
        var polled = [pollfd(fd: rests ? -1 : listener.descriptor.number, events: 1, revents: 0)]
        polled += clients.map {
            let events = ($0.isHalfClosed ? 0 : POLLIN) | ($0.wantsToWrite ? POLLOUT : 0)
            return pollfd(fd: $0.socket.descriptor.number, events: Int16(events), revents: 0)
        }
        polled += upstreams.map {
            pollfd(fd: $0.upstream?.descriptor.number ?? -1, events: Int16(POLLIN), revents: 0)
        }
        // With nobody there, nothing has to be looked at.
        let limit: Int32 = clients.isEmpty && !rests ? -1 : rests ? 100 : 1000
        try systemCall("poll") { poll(&polled, nfds_t(polled.count), limit) }
        let seen = polled.dropFirst().prefix(clients.count).map(\.revents)
        let others = polled.dropFirst(1 + clients.count).map(\.revents)
        return (
            zip(clients, seen).filter { $0.1 & ~Int16(POLLOUT) != 0 }.map(\.0),
            zip(clients, seen).filter { $0.1 & Int16(POLLOUT) != 0 }.map(\.0),
            zip(upstreams, others).filter { $0.1 != 0 }.map(\.0)
        )
    }

    // MARK: Taking connections

    private func accept(at now: Instant) {
        let refusal = listener.acceptWaiting(atMost: Self.acceptsPerWakeup) { admit($0, at: now) }
        if let refusal, !rests { log.error("no connection is taken: \(refusal)") }
        rests = refusal != nil
    }

    /// Takes one more in. Where there are too many, what has come is served, and then one goes that has
    /// asked for nothing: so a stranger cannot keep out who is to land something.
    private func admit(_ socket: StreamSocket, at now: Instant) {
        guard let address = try? socket.peerEndpoint().host else { return socket.hangUp() }
        clients.append(GatewayClient(socket, address: address, at: now))
        guard clients.count > Self.maxClients else { return }
        for client in clients.dropLast() where client.isReading { serve(client, at: now) }
        clients.removeAll { $0.hasEnded }
        let seats = clients.map { Crowd.Seat(of: $0.address, mayGo: $0.mayGo) }
        guard clients.count > Self.maxClients, let leaver = Crowd.leaver(of: seats) else { return }
        log.warning("too many connections: one from \(clients[leaver].address) goes")
        clients.remove(at: leaver).end()
    }

    /// What `roost token` has changed counts within a second, also for streams.
    private func readTokens(at now: Instant) {
        guard now - tokensReadAt >= .seconds(1) else { return }
        tokensReadAt = now
        router.book = Self.book(in: tokens, log)
        for client in clients {
            if let holder = client.watcher, !router.book.tokens.contains(holder) { client.end() }
        }
    }

    /// The tokens of a file; none where it cannot be read, so that nobody gets in.
    package static func book(in file: TokenFile, _ log: Log) -> TokenBook {
        do throws(PlainError) {
            return try file.read()
        } catch {
            log.error("no token is good: \(file.path): \(error)")
            return TokenBook()
        }
    }

    // MARK: Serving

    private func serve(_ client: GatewayClient, at now: Instant) {
        let progress = client.read { request throws(HTTPError) in
            try router.admitLongBody(of: request, from: client.address, at: now)
        }
        switch progress {
        case .incomplete: break
        case .refused(let refusal): refuse(client, refusal, at: now)
        case .complete(let request):
            do throws(HTTPError) {
                let action = try router.route(request, from: client.address, at: now)
                try perform(action, request, client, at: now)
            } catch {
                refuse(client, error, headOnly: request.method == .head, at: now)
            }
        }
    }

    private func refuse(
        _ client: GatewayClient, _ refusal: HTTPError, headOnly: Bool = false, at now: Instant
    ) {
        if refusal.status != 429 {
            log.warning("refused to \(client.address): \(refusal.why) (\(refusal.status))")
        }
        client.respond(HTTPResponse(refusal), headOnly: headOnly, at: now)
    }

    private func perform(
        _ action: GatewayRouter.Action, _ request: HTTPRequest, _ client: GatewayClient,
        at now: Instant
    ) throws(HTTPError) {
        let isHead = request.method == .head
        switch action {
        case .respond(let response): client.respond(response, headOnly: isHead, at: now)
        case .pair(let code): client.respond(try pair(code, client), at: now)
        case .ask(let question): client.ask(try ask(question), headOnly: isHead)
        case .askForText(let question):
            client.ask(try ask(question), headOnly: isHead, forText: true)
        case .watch(let holder):
            try makeRoomForStream(of: holder)
            let question: JSONValue = ["request": "watch", "every_ms": 200]
            client.stream(
                try ask(question), for: holder, hasVideo: video != nil, at: now)
        case .show(let holder): client.show(try connectToVideo(), to: holder, at: now)
        }
    }

    /// Where too many pages are open, the oldest goes of the token that has most of them; of different ones each stays.
    private func makeRoomForStream(of holder: TokenBook.Entry) throws(HTTPError) {
        let streams = clients.filter { $0.watcher != nil && !$0.isShowing && !$0.hasEnded }
        guard streams.count >= Self.maxStreams else { return }
        let names = streams.map { $0.watcher?.name ?? "" }
        let seats = names.map { name in
            let isOneOfSeveral = name == holder.name || names.count { $0 == name } > 1
            return Crowd.Seat(of: name, mayGo: isOneOfSeveral)
        }
        guard let leaver = Crowd.leaver(of: seats) else {
            throw HTTPError(503, "\(Self.maxStreams) pages are open already")
        }
        log.notice("too many pages: the oldest of \(names[leaver]) goes")
        streams[leaver].end()
    }

    /// The video's relay drops whole pictures for who is slow.
    private func connectToVideo() throws(HTTPError) -> StreamSocket {
        guard let video else { throw HTTPError(404, "there is no video: no socket of it is given") }
        guard clients.count(where: \.isShowing) < Self.maxVideos else {
            throw HTTPError(503, "\(Self.maxVideos) look at the video already")
        }
        do throws(IOError) {
            return try StreamSocket(connectingTo: video)
        } catch {
            log.warning("no video: \(error)")
            throw HTTPError(503, "there is no video now")
        }
    }

    private func pair(
        _ code: String, _ client: GatewayClient
    ) throws(HTTPError) -> HTTPResponse {
        let (token, made) = try pairing.token(for: code, from: client.address)
        log.notice("paired: \(made.name), who may \(made.role.rawValue), at \(client.address)")
        router.book = Self.book(in: tokens, log)
        return router.signedIn(with: token, made.name, made.role)
    }

    /// Asks the control socket on a connection of its own, which lives as long as who waits for it.
    private func ask(_ question: JSONValue) throws(HTTPError) -> ControlWatch {
        do throws(IOError) {
            return try ControlWatch(controlSocket, asking: question)
        } catch {
            log.warning("roost does not answer: \(error)")
            throw HTTPError(503, "roost is not running, or has no time")
        }
    }
}
