import Core
import Devices
import LinuxIO
import Synchronization

/// One connection to the control socket.
final class ControlSocketClient: Sendable {
    /// What it is told when it watches, how often the state is looked at for it, and what it has not
    /// taken yet.
    private struct Output {
        var feed: WatchFeed?
        var period = Duration.zero
        var rest: [UInt8] = []
    }

    /// Who asks on and reads nothing is not kept. Of a watcher that is a line of the state and the answers
    /// behind it.
    private static let maxWatcherRest = 4 << 20
    private static let maxRest = 256 << 10

    private let socket: StreamSocket
    private let service: ControlService
    private let lines = Mutex(LineBuffer(limit: ControlRequest.maxLineBytes))
    private let output = Mutex(Output())
    private let isOver = Atomic(false)

    init(_ socket: StreamSocket, service: ControlService) {
        self.socket = socket
        self.service = service
    }

    var number: Int32 { socket.descriptor.number }
    var hasEnded: Bool { isOver.load(ordering: .acquiring) }
    /// Whether something waits until it can be written.
    var isFull: Bool { output.withLock { !$0.rest.isEmpty } }
    /// How often the state is looked at for it; `nil` when it does not watch.
    var watchPeriod: Duration? { output.withLock { $0.feed == nil ? nil : $0.period } }

    /// Who writes without end waits for the next wakeup: others may want to land.
    private static let readsPerWakeup = 16

    /// Answers what has come. `watch` makes the feed of one who asks for it.
    func readAll(_ watch: () throws(PlainError) -> WatchFeed) {
        do throws(IOError) {
            for _ in 0..<Self.readsPerWakeup {
                guard let bytes = try socket.read(atMost: 4096) else { return }
                guard !bytes.isEmpty else { return end() }
                for event in lines.withLock({ $0.append(bytes) }) { handle(event, watch) }
            }
        } catch {
            end()
        }
    }

    private func handle(_ event: LineBuffer.Event, _ watch: () throws(PlainError) -> WatchFeed) {
        switch event {
        case .line(let line):
            service.handle(
                line, from: { [socket] in socket.peerUser.map(UserAccount.name) },
                watch: { period throws(PlainError) in
                    let feed = try watch()
                    output.withLock {
                        $0.feed = feed
                        $0.period = period
                    }
                }, reply: { [self] in send($0) })
        case .tooLong: service.handleTooLong { [self] in send($0) }
        }
    }

    /// Tells one who watches what it can take.
    func tell(_ events: EventRing, _ state: WatchedState, at now: Instant) {
        output.withLock { output in
            write(&output)
            while output.rest.isEmpty, !hasEnded,
                let line = output.feed?.next(events, state, at: now)
            {
                output.rest = line
                write(&output)
            }
        }
    }

    /// Writes what can be taken by now of what was not.
    func flush() { output.withLock { write(&$0) } }

    /// Writes an answer. What a slow client does not take at once waits for it, within limits.
    private func send(_ answer: JSONValue) {
        output.withLock { output in
            output.rest += "\(answer.line)\n".utf8
            write(&output)
            let limit = output.feed == nil ? Self.maxRest : Self.maxWatcherRest
            if output.rest.count > limit { end() }
        }
    }

    private func write(_ output: inout Output) {
        guard !output.rest.isEmpty else { return }
        guard let count = try? socket.write(output.rest[...]) else { return end() }
        output.rest.removeFirst(count)
    }

    /// Hangs up, from any thread. That wakes the one that waits for the client, which forgets it.
    func end() {
        isOver.store(true, ordering: .releasing)
        socket.hangUp()
    }
}
