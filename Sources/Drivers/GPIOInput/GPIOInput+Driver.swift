import Core
import Devices
import LinuxIO
import Synchronization

/// Contacts that are watched: by their edges where the kernel tells them, and by reading them.
///
/// Lines with edges are read every second as well. That keeps their samples fresh, puts right what
/// a full queue of the kernel lost, and notices a chip that is gone, for which the kernel does not
/// wake those who wait (before Linux 6.7).
final class GPIOInputDriver: Driver {
    private struct State {
        var contacts: GPIOInput.Contacts
        /// From the kernel's stamp of an event to its sample.
        var delays = DurationHistogram()
        /// How often the kernel's queue was found full, where it does not say what it dropped.
        var fullQueues: UInt64 = 0
        /// Calls with each edge.
        var edges: ReadLoop?
        /// Calls at regular times.
        var beat: (any Cancellable)?
        /// Calls when the next change under way counts.
        var settling: (any Cancellable)?
        /// Calls to read the levels after a queue that was full.
        var recheck: (any Cancellable)?
        /// Closed or failed: nothing is published any more.
        var isOver = false
    }

    private static let beatOfLinesWithEdges = Duration.seconds(1)
    /// Three beats of the slowest.
    private static let freshness = Duration.seconds(3)
    /// How long after a full queue the levels are read: once for all that fill up meanwhile, for
    /// reading 64 lines takes long enough to make the next one fill up.
    private static let recheckAfter = Duration.milliseconds(20)
    /// Bounds one turn on a line that chatters.
    private static let batchesPerTurn = 64

    private let lines: any DigitalInputs
    private let hasEdges: Bool
    private let pollInterval: Duration
    private let context: DriverContext
    private let ports: [String]
    private let sources: [Source<Contact>]
    private let state: Mutex<State>

    /// Reads the lines and publishes what they are: the first levels count at once.
    init(
        _ lines: any DigitalInputs, _ settings: GPIOInput.Settings, _ context: DriverContext
    ) throws(IOError) {
        self.lines = lines
        self.context = context
        hasEdges = !lines.edgeDescriptors.isEmpty
        pollInterval = settings.pollInterval
        ports = settings.lines.ports
        sources = ports.map { context.source(GPIOInput.port($0)) }
        let levels = try lines.levels()
        let debounce = lines.abilities.debounces ? .zero : settings.debounce
        state = Mutex(State(contacts: GPIOInput.Contacts(levels: levels, debounce: debounce)))
        for (source, isActive) in zip(sources, levels) {
            source.expectEvery(Self.freshness)
            source.publish(Contact(isActive: isActive), at: context.scheduler.now)
        }
    }

    /// - Throws: when the process has no file descriptor left.
    func begin() throws(IOError) {
        let interval = hasEdges ? Self.beatOfLinesWithEdges : pollInterval
        // Whoever calls early waits for the lock.
        try state.withLock { state throws(IOError) in
            if hasEdges {
                state.edges = try ReadLoop(
                    lines.edgeDescriptors, of: lines, name: "\(context.name).edges"
                ) { [weak self] descriptor in
                    self?.attempt { driver, state throws(IOError) in
                        try driver.takeBatch(of: descriptor, &state)
                    }
                }
            }
            state.beat = context.scheduler.every(interval, name: context.name) { [weak self] _ in
                self?.attempt { driver, state throws(IOError) in
                    try driver.takeEdges(&state)
                    try driver.takeLevels(&state)
                }
            }
        }
    }

    /// Takes a turn of one of the callers, one at a time, and ends everything when it fails.
    private func attempt(
        _ turn: (GPIOInputDriver, inout State) throws(IOError) -> Void
    ) {
        let failure = state.withLock { state -> IOError? in
            guard !state.isOver else { return nil }
            do throws(IOError) {
                try turn(self, &state)
                awaitSettling(&state)
                return nil
            } catch {
                end(&state)
                for source in sources {
                    source.publishAbsent(error.description, at: context.scheduler.now)
                }
                return error
            }
        }
        if let failure { context.fail(Fault(failure)) }
    }

    /// Takes a batch of edges. What is left is told again.
    ///
    /// - Returns: how many there were.
    @discardableResult
    private func takeBatch(of descriptor: Int, _ state: inout State) throws(IOError) -> Int {
        let edges = try lines.nextEdges(of: descriptor)
        deliver(state.contacts.take(edges), &state)
        // A queue that was full has dropped its newest edges, so that the last one known may not
        // be the last there was. Where losses are counted, it is the oldest that were dropped.
        if let limit = lines.abilities.queueLength, edges.count >= limit,
            !lines.abilities.countsLostEdges
        {
            state.fullQueues += 1
            recheckLevels(&state)
        }
        return edges.count
    }

    private func recheckLevels(_ state: inout State) {
        guard state.recheck == nil else { return }
        state.recheck = context.scheduler.after(
            Self.recheckAfter, name: "\(context.name).levels"
        ) { [weak self] _ in
            self?.attempt { driver, state throws(IOError) in
                state.recheck = nil
                try driver.takeEdges(&state)
                try driver.takeLevels(&state)
            }
        }
    }

    /// Publishes events of the kernel's, and measures how late that is.
    private func deliver(_ events: [GPIOInput.Contacts.Event], _ state: inout State) {
        guard !events.isEmpty else { return }
        publish(events)
        let now = context.scheduler.now
        for event in events { state.delays.record(now - event.at) }
    }

    private func publish(_ events: [GPIOInput.Contacts.Event]) {
        for event in events {
            sources[event.line].publish(Contact(isActive: event.isActive), at: event.at)
        }
    }

    /// Takes all edges until now, so that what has lasted can be told from what has not.
    private func takeEdges(_ state: inout State) throws(IOError) {
        guard hasEdges else { return }
        let now = context.scheduler.now
        for descriptor in lines.edgeDescriptors.indices {
            var batches = 0
            while try takeBatch(of: descriptor, &state) > 0 {
                batches += 1
                if batches == Self.batchesPerTurn { return }
            }
        }
        deliver(state.contacts.settle(at: now), &state)
    }

    private func takeLevels(_ state: inout State) throws(IOError) {
        let levels = try lines.levels()
        publish(state.contacts.observe(levels, at: context.scheduler.now))
    }

    /// Between edges somebody must look when a change has lasted; polled lines are looked at anyway.
    private func awaitSettling(_ state: inout State) {
        guard hasEdges, state.settling == nil, let deadline = state.contacts.deadline else {
            return
        }
        let delay = max(.zero, deadline - context.scheduler.now)
        state.settling = context.scheduler.after(delay, name: "\(context.name).settling") {
            [weak self] _ in
            self?.attempt { driver, state throws(IOError) in
                state.settling = nil
                try driver.takeEdges(&state)
            }
        }
    }

    /// Silences all callers. (A dead descriptor stays readable: its handler would run without end.)
    private func end(_ state: inout State) {
        state.isOver = true
        state.edges?.cancel()
        state.beat?.cancel()
        state.settling?.cancel()
        state.recheck?.cancel()
    }

    func close() {
        let edges = state.withLock { state in
            end(&state)
            return state.edges
        }
        // Released before the loop is done, the lines would stay busy for whoever comes next.
        edges?.cancelAndWait()
        lines.release()
    }

    func facts(at now: Instant) -> [Fact] {
        let (edges, full, delays) = state.withLock {
            ($0.contacts.edgeCount, $0.fullQueues, $0.delays)
        }
        return GPIOInput.facts(of: lines, ports: ports)
            + GPIOInput.facts(ofEdges: edges, lost: lines.lostEdges, fullQueues: full)
            + GPIOInput.facts(of: delays)
    }
}
