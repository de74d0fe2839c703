import Core
import Glibc
import LinuxIO
import Threads
import Values

/// The control socket: takes connections, cuts lines, writes answers.
///
/// One thread waits for all of it in `poll`. As sources of Dispatch each client was a queue and four
/// blocks, made on one thread and freed on another; of those Dispatch keeps up to 1024 for each of
/// its threads, so that the process grew by some bytes with every question.
///
/// Who watches is told from this thread, too. Nothing that happens wakes it: while somebody watches it
/// looks ten times a second, and while nobody does it makes no state, and looks at the figures every ten seconds.
///
/// Each role has places of its own (`ControlRole`), so that none can take those of another. Whoever waits for an answer
/// or watches stays, however many come; of those who do neither, one goes.
package final class ControlServer: Sendable {
    /// A flood of clients must not eat the service's descriptors. All of these wait for answers: the next ones wait in
    /// the kernel.
    private static let maxClients = 512
    /// One process alone has no more of them, so that there is always a place for another.
    private static let maxOfProcess = 256
    /// So long one that has come may take to ask, and so many times more of these may lie idle.
    private static let grace = Duration.seconds(1)
    private static let youngFactor = 4
    /// How soon a watcher hears of an event.
    private static let look = Duration.milliseconds(100)
    /// How soon one is looked at again that is not read at the moment.
    private static let pause = Duration.milliseconds(10)

    private let path: String
    private let listener: StreamListener
    private let service: ControlService
    private let events: EventRing
    private let clock: any Scheduler
    private let log: Log
    private let peers: PeerDirectory
    /// What is written to `closing` is readable at `end`, and ends the thread.
    private let closing: FileDescriptor
    private let end: FileDescriptor

    package init(
        path: String, service: ControlService, events: EventRing, clock: any Scheduler, log: Log
    ) throws(IOError) {
        self.path = path
        self.service = service
        self.events = events
        self.clock = clock
        self.log = log
        peers = PeerDirectory(clock: clock)
        listener = try StreamListener(path: path, mode: 0o660)
        (closing, end) = try FileDescriptor.pair()
        guard WorkerThread.start("control", for: .service, { self.serve() }) else {
            throw ReadSource.noThread
        }
    }

    /// Stops listening and removes the socket's file.
    package func close() {
        // Fails only when nothing more fits, and then the thread has been told often enough.
        try? closing.write([0])
        unlink(path)
    }

    /// Serves until it is closed.
    private func serve() {
        /// In the order in which they came.
        var clients: [ControlSocketClient] = []
        var watched = Watched()
        var rests = false
        var figuresDueAt = clock.now
        while let ready = wait(for: clients, rests: rests, until: figuresDueAt) {
            for index in ready { serve(clients[index], of: clients) }
            for client in clients { client.flush() }
            clients.removeAll { $0.hasEnded }
            let room = min(StreamListener.acceptsPerWakeup, Self.maxClients - clients.count)
            let refusal = listener.acceptWaiting(atMost: room) { admit($0, to: &clients) }
            if let refusal, !rests {
                log.error("no connection to the control socket: \(refusal)")
            }
            rests = refusal.map { !makeRoom($0, among: clients) } ?? false
            thinOut(&clients)
            tell(clients, &watched)
            recordFigures(&figuresDueAt)
        }
    }

    private func serve(_ client: ControlSocketClient, of clients: [ControlSocketClient]) {
        client.serve(at: clock.now) { role throws(PlainError) in try feed(for: role, of: clients) }
    }

    private func recordFigures(_ dueAt: inout Instant) {
        let now = clock.now
        guard now >= dueAt else { return }
        service.recordFigures(at: now)
        dueAt = now + FigureHistory.period
    }

    /// Waits for something to do, `due` at the latest; who `rests` does not look at new connections for a moment.
    ///
    /// - Returns: which clients are to be served; `nil` at the end.
    private func wait(
        for clients: [ControlSocketClient], rests: Bool, until due: Instant
    ) -> [Int]? {
        let now = clock.now
        let readable = clients.map { $0.isReadable(at: now) }
        let isClosed = rests || clients.count >= Self.maxClients
        var polled =
            [end.number, isClosed ? -1 : listener.descriptor.number].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            + zip(clients, readable).map { client, isReadable in
                let events = (isReadable ? POLLIN : 0) | (client.isFull ? POLLOUT : 0)
                // Of one that waits for its answer, that it is gone; of one that is not read now, nothing.
                let isLookedAt = events != 0 || client.inputIsOver
                return pollfd(
                    fd: isLookedAt ? client.number : -1, events: Int16(events), revents: 0)
            }
        let isHeld = readable.contains(false)
        let looks = rests || clients.contains { $0.watchPeriod != nil }
        let left = max(.zero, due - now) + .milliseconds(1)
        let most = isHeld ? Self.pause : looks ? Self.look : left
        let limit = Int32(min(left, most) / .milliseconds(1))
        do throws(IOError) {
            try systemCall("poll") { poll(&polled, nfds_t(polled.count), limit) }
        } catch {
            log.error("the control socket is closed: \(error)")
            return nil
        }
        guard polled[0].revents == 0 else { return nil }
        for (client, seen) in zip(clients, polled.dropFirst(2))
        where client.inputIsOver && seen.revents & Int16(POLLHUP | POLLERR) != 0 {
            client.end()
        }
        return clients.indices.filter {
            !readable[$0] || polled[$0 + 2].revents & ~Int16(POLLOUT) != 0
        }
    }

    // MARK: Watching

    /// What those who watch are told of the state, and when it is made again.
    private struct Watched {
        var state = WatchedState()
        var dueAt = Instant.zero
    }

    /// What one more of a role is told who asks to watch.
    ///
    /// - Throws: that there are too many.
    private func feed(
        for role: ControlRole, of clients: [ControlSocketClient]
    ) throws(PlainError) -> WatchFeed {
        let limit = role.rights.watchers
        guard clients.count(where: { $0.watchPeriod != nil && $0.role == role }) < limit else {
            throw PlainError("\(limit) watch already, and there cannot be more")
        }
        return WatchFeed(events)
    }

    /// Tells those who watch what is new. As often as the hastiest of them wants it, the state is made.
    private func tell(_ clients: [ControlSocketClient], _ watched: inout Watched) {
        let watchers = clients.filter { $0.watchPeriod != nil }
        guard let period = watchers.compactMap(\.watchPeriod).min() else {
            watched = Watched()
            return
        }
        let now = clock.now
        if now >= watched.dueAt || period < watched.dueAt - now {
            watched.state.update(to: service.watched(at: now), at: now)
            watched.dueAt = now + period
        }
        for client in watchers { client.tell(events, watched.state, at: now) }
    }

    /// Takes a client in, and answers what it has sent already.
    private func admit(_ socket: StreamSocket, to clients: inout [ControlSocketClient]) {
        guard let (process, user) = socket.peer else { return socket.hangUp() }
        let client = ControlSocketClient(
            socket, of: process, at: clock.now, service: service
        ) { [peers] in
            peers.caller(of: user)
        }
        guard clients.count(where: { $0.process == process }) < Self.maxOfProcess else {
            return client.refuse("\(Self.maxOfProcess) connections of one process wait already")
        }
        clients.append(client)
        serve(client, of: clients)
    }

    /// Where too many of a role lie idle, the oldest goes of the process that has most of them: forgotten connections
    /// cannot keep others out. One that has just come may be about to ask: it goes only where there are many more.
    private func thinOut(_ clients: inout [ControlSocketClient]) {
        clients.removeAll { $0.hasEnded }
        let now = clock.now
        for role in ControlRole.allCases {
            let limit = role.rights.idle
            guard clients.count > limit else { continue }
            let idle = clients.filter { $0.role == role && !$0.isServed }
            let old = idle.filter { now - $0.openedAt >= Self.grace }
            let isThinned =
                thinOut(old, to: limit) + thinOut(idle, to: limit * Self.youngFactor) > 0
            guard isThinned else { continue }
            let name = role == .person ? "" : " of \(role.rawValue)"
            log.warning(
                "more than \(limit) idle connections\(name) to the control socket: the oldest goes")
        }
        clients.removeAll { $0.hasEnded }
    }

    /// Where descriptors are what is missing, a connection that lies idle has one to spare: whoever asks next needs it.
    ///
    /// - Returns: whether there was one.
    private func makeRoom(_ refusal: IOError, among clients: [ControlSocketClient]) -> Bool {
        guard [EMFILE, ENFILE].contains(refusal.code) else { return false }
        let idle = clients.filter { !$0.isServed && !$0.hasEnded }
        return !idle.isEmpty && thinOut(idle, to: idle.count - 1) > 0
    }

    /// - Returns: how many went.
    private func thinOut(_ clients: [ControlSocketClient], to limit: Int) -> Int {
        var left = clients.filter { !$0.hasEnded }
        let count = left.count
        while left.count > limit {
            let seats = left.map { Crowd.Seat(of: $0.process, mayGo: true) }
            guard let leaver = Crowd.leaver(of: seats) else { break }
            left.remove(at: leaver).end()
        }
        return count - left.count
    }
}
