import Core
import Glibc
import JSON
import LinuxIO
import Synchronization
import Values

/// One connection to the control socket.
final class ControlSocketClient: Sendable {
    /// What it is told when it watches, how often the state is looked at for it, and what it has not
    /// taken yet.
    private struct Output {
        var feed: WatchFeed?
        var period = Duration.zero
        var rest: [UInt8] = []
    }

    /// What it has sent.
    private struct Input {
        var lines = LineBuffer(limit: ControlRequest.maxLineBytes)
        /// What has come and is not answered yet, since enough is under way.
        var waiting: ArraySlice<LineBuffer.Event> = []
        /// It sends a line without end, and is read seldom.
        var restsUntil = Instant.zero
        var isOver = false
    }

    /// Who asks on and reads nothing is not kept. Of a watcher that is a line of the state and the answers
    /// behind it.
    private static let maxWatcherRest = 4 << 20
    private static let maxRest = 256 << 10
    /// Who writes without end waits for the next wakeup: others may want to land.
    private static let readsPerWakeup = 16
    /// Of one connection so many requests are under way; it is read on when they are answered.
    private static let maxPending = 64
    /// How long one is not read that sends a line without end.
    private static let rest = Duration.milliseconds(10)

    let process: pid_t
    let openedAt: Instant
    private let socket: StreamSocket
    private let service: ControlService
    private let callerNow: @Sendable () -> ControlCaller?
    private let input = Mutex(Input())
    private let output = Mutex(Output())
    private let known = Mutex<ControlCaller?>(nil)
    private let pending = Atomic(0)
    private let isOver = Atomic(false)

    /// `caller` says whose connection it is, once that is known.
    init(
        _ socket: StreamSocket, of process: pid_t, at now: Instant, service: ControlService,
        caller: @escaping @Sendable () -> ControlCaller?
    ) {
        self.socket = socket
        self.process = process
        openedAt = now
        self.service = service
        callerNow = caller
    }

    var number: Int32 { socket.descriptor.number }
    var hasEnded: Bool { isOver.load(ordering: .acquiring) }
    /// Whether something waits until it can be written.
    var isFull: Bool { output.withLock { !$0.rest.isEmpty } }
    /// How often the state is looked at for it; `nil` when it does not watch.
    var watchPeriod: Duration? { output.withLock { $0.feed == nil ? nil : $0.period } }
    /// `nil` while its user is not known.
    var role: ControlRole? { caller?.role }
    /// Whether an answer is still to come, or it is told of changes: else nothing is lost when it goes.
    var isServed: Bool { !isAnswered || watchPeriod != nil || hasWaiting }

    private var isAnswered: Bool { pending.load(ordering: .acquiring) == 0 }
    private var hasWaiting: Bool { input.withLock { !$0.waiting.isEmpty } }
    private var hasRoom: Bool { pending.load(ordering: .acquiring) < Self.maxPending }

    private var caller: ControlCaller? {
        known.withLock { known in
            if known == nil { known = callerNow() }
            return known
        }
    }

    /// Whether what it sends is to be taken now: not while its user is not known, enough of it is under way, or it
    /// sends a line without end. What it sends meanwhile waits in the kernel.
    func isReadable(at now: Instant) -> Bool {
        guard caller != nil, hasRoom else { return false }
        return input.withLock { !$0.isOver && $0.waiting.isEmpty && now >= $0.restsUntil }
    }

    /// Whether it will send nothing more.
    var inputIsOver: Bool { input.withLock { $0.isOver } }

    /// Answers what has come. `watch` makes the feed of one who asks for it.
    func serve(at now: Instant, _ watch: (ControlRole) throws(PlainError) -> WatchFeed) {
        guard let caller else { return }
        handleWaiting(caller, watch)
        do throws(IOError) {
            var left = Self.readsPerWakeup
            while left > 0, isReadable(at: now), let bytes = try socket.read(atMost: pieceBytes) {
                left -= 1
                input.withLock { input in
                    input.waiting += input.lines.append(bytes)
                    input.isOver = bytes.isEmpty
                }
                handleWaiting(caller, watch)
            }
        } catch {
            end()
        }
        input.withLock { if $0.lines.isDropping { $0.restsUntil = now + Self.rest } }
        // Who has asked and then closes its half is answered still; who watches and does so is gone.
        if inputIsOver, watchPeriod != nil || !isServed && !isFull { end() }
    }

    /// What is dropped anyway comes in larger pieces.
    private var pieceBytes: Int { input.withLock { $0.lines.isDropping ? 65536 : 4096 } }

    private func handleWaiting(
        _ caller: ControlCaller, _ watch: (ControlRole) throws(PlainError) -> WatchFeed
    ) {
        while hasRoom, let event = input.withLock({ $0.waiting.popFirst() }) {
            handle(event, caller, watch)
        }
    }

    private func handle(
        _ event: LineBuffer.Event, _ caller: ControlCaller,
        _ watch: (ControlRole) throws(PlainError) -> WatchFeed
    ) {
        pending.add(1, ordering: .acquiringAndReleasing)
        switch event {
        case .line(let line):
            service.handle(
                line, from: caller,
                watch: { period throws(PlainError) in
                    let feed = try watch(caller.role)
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
        pending.subtract(1, ordering: .acquiringAndReleasing)
    }

    private func write(_ output: inout Output) {
        guard !output.rest.isEmpty else { return }
        guard let count = try? socket.write(output.rest[...]) else { return end() }
        output.rest.removeFirst(count)
    }

    /// Says why it is not served, and ends.
    func refuse(_ why: String) {
        let answer: JSONValue = ["ok": false, "code": "busy", "error": .string(why)]
        _ = try? socket.write(Array("\(answer.line)\n".utf8)[...])
        end()
    }

    /// Hangs up, from any thread. That wakes the one that waits for the client, which forgets it.
    func end() {
        isOver.store(true, ordering: .releasing)
        socket.hangUp()
    }
}
