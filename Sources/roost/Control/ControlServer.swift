import Core
import Devices
import Glibc
import LinuxIO
import Threads

/// The control socket: takes connections, cuts lines, writes answers.
///
/// One thread waits for all of it in `poll`. As sources of Dispatch each client was a queue and four
/// blocks, made on one thread and freed on another; of those Dispatch keeps up to 1024 for each of
/// its threads, so that the process grew by some bytes with every question.
///
/// Who watches is told from this thread, too. Nothing that happens wakes it: while somebody watches it
/// looks ten times a second, and while nobody does it makes no state, and looks at the figures every ten seconds.
final class ControlServer: Sendable {
    /// More clients than anyone has; a flood of them must not eat the service's descriptors.
    private static let maxClients = 16
    /// Fewer, so that watchers alone cannot keep out who asks.
    private static let maxWatchers = 8
    /// How soon a watcher hears of an event.
    private static let look = Duration.milliseconds(100)

    private let path: String
    private let listener: StreamListener
    private let service: ControlService
    private let events: EventRing
    private let clock: any Scheduler
    private let log: Log
    /// What is written to `closing` is readable at `end`, and ends the thread.
    private let closing: FileDescriptor
    private let end: FileDescriptor

    init(
        path: String, service: ControlService, events: EventRing, clock: any Scheduler, log: Log
    ) throws(IOError) {
        self.path = path
        self.service = service
        self.events = events
        self.clock = clock
        self.log = log
        listener = try StreamListener(path: path, mode: 0o660)
        (closing, end) = try FileDescriptor.pair()
        guard WorkerThread.start("control", for: .service, { self.serve() }) else {
            throw ReadSource.noThread
        }
    }

    /// Stops listening and removes the socket's file.
    func close() {
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
            for index in ready {
                clients[index].readAll { () throws(PlainError) in try feed(for: clients) }
            }
            for client in clients { client.flush() }
            clients.removeAll { $0.hasEnded }
            let refusal = listener.acceptWaiting { admit($0, to: &clients) }
            if let refusal, !rests {
                log.error("no connection to the control socket: \(refusal)")
            }
            rests = refusal != nil
            tell(clients, &watched)
            recordFigures(&figuresDueAt)
        }
    }

    private func recordFigures(_ dueAt: inout Instant) {
        let now = clock.now
        guard now >= dueAt else { return }
        service.recordFigures(at: now)
        dueAt = now + FigureHistory.period
    }

    /// Waits for something to do, `due` at the latest; who `rests` does not look at new connections for a moment.
    ///
    /// - Returns: which clients can be read; `nil` at the end.
    private func wait(
        for clients: [ControlSocketClient], rests: Bool, until due: Instant
    ) -> [Int]? {
        var polled =
            [end.number, rests ? -1 : listener.descriptor.number].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            + clients.map {
                let events = POLLIN | ($0.isFull ? POLLOUT : 0)
                return pollfd(fd: $0.number, events: Int16(events), revents: 0)
            }
        let looks = rests || clients.contains { $0.watchPeriod != nil }
        let left = max(.zero, due - clock.now) + .milliseconds(1)
        let limit = Int32(min(left, looks ? Self.look : left) / .milliseconds(1))
        do throws(IOError) {
            try systemCall("poll") { poll(&polled, nfds_t(polled.count), limit) }
        } catch {
            log.error("the control socket is closed: \(error)")
            return nil
        }
        guard polled[0].revents == 0 else { return nil }
        return clients.indices.filter { polled[$0 + 2].revents & ~Int16(POLLOUT) != 0 }
    }

    // MARK: Watching

    /// What those who watch are told of the state, and when it is made again.
    private struct Watched {
        var state = WatchedState()
        var dueAt = Instant.zero
    }

    /// What one more is told who asks to watch.
    ///
    /// - Throws: that there are too many.
    private func feed(for clients: [ControlSocketClient]) throws(PlainError) -> WatchFeed {
        guard clients.count(where: { $0.watchPeriod != nil }) < Self.maxWatchers else {
            throw PlainError("\(Self.maxWatchers) watch already, and there cannot be more")
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

    /// Takes a client in; where there are too many, the one that came first has to go, so that
    /// forgotten connections cannot keep others out.
    private func admit(_ socket: StreamSocket, to clients: inout [ControlSocketClient]) {
        clients.append(ControlSocketClient(socket, service: service))
        guard clients.count > Self.maxClients else { return }
        log.warning("more than \(Self.maxClients) clients on the control socket: the oldest goes")
        clients.removeFirst().end()
    }
}
