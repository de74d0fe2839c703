import Core
import Devices
import LinuxIO
import Synchronization

/// A contact that is watched: by its edges where the kernel tells them, and by reading it.
///
/// A line with edges is read every second as well. That keeps its sample fresh, puts right what a
/// full queue of the kernel lost, and notices a chip that is gone, for which the kernel does not
/// wake those who wait (before Linux 6.7).
final class GPIOInputDriver: Driver {
    private struct State {
        var debouncer: Debouncer
        var edgeCount: UInt64 = 0
        /// Calls with each edge.
        var edges: ReadSource?
        /// Calls at regular times.
        var beat: (any Cancellable)?
        /// Calls when the change under way counts.
        var settling: (any Cancellable)?
        /// Closed or failed: nothing is published any more.
        var isOver = false
    }

    private static let beatOfLineWithEdges = Duration.seconds(1)
    /// Three beats of the slowest.
    private static let freshness = Duration.seconds(3)
    /// Bounds one turn on a line that chatters; the kernel queues 16.
    private static let edgesPerTurn = 64

    private let line: any DigitalInput
    private let pollInterval: Duration
    private let context: DriverContext
    private let contact: Source<Contact>
    private let state: Mutex<State>

    /// Reads the line and publishes what it is: the first level counts at once.
    init(
        _ line: any DigitalInput, _ settings: GPIOInput.Settings, _ context: DriverContext
    ) throws(IOError) {
        self.line = line
        self.context = context
        pollInterval = settings.pollInterval
        contact = context.source(GPIOInput.contact)
        let isActive = try line.isActive()
        state = Mutex(
            State(
                debouncer: Debouncer(
                    period: line.isDebounced ? .zero : settings.debounce, isActive: isActive)))
        contact.expectEvery(Self.freshness)
        contact.publish(Contact(isActive: isActive), at: context.scheduler.now)
    }

    func begin() {
        let look: @Sendable () -> Void = { [weak self] in self?.look() }
        // Whoever calls early waits for the lock.
        state.withLock { state in
            state.edges = line.edgeDescriptor.map {
                ReadSource(number: $0, of: line, name: "\(context.name).edges", handler: look)
            }
            let interval = state.edges == nil ? pollInterval : Self.beatOfLineWithEdges
            state.beat = context.scheduler.every(interval, name: context.name) { _ in look() }
        }
    }

    /// Takes what happened since the last look. Runs on the queues of all callers, one at a time.
    private func look() {
        let failure = state.withLock { state -> IOError? in
            guard !state.isOver else { return nil }
            do throws(IOError) {
                try takeEdges(&state)
                try takeLevel(&state)
                awaitSettling(&state)
                return nil
            } catch {
                end(&state)
                contact.publishAbsent(error.description, at: context.scheduler.now)
                return error
            }
        }
        if let failure { context.fail(Fault(failure)) }
    }

    private func takeEdges(_ state: inout State) throws(IOError) {
        for _ in 0..<Self.edgesPerTurn {
            guard let edge = try line.nextEdge() else { return }
            state.edgeCount += 1
            let time = Instant(nanoseconds: edge.nanoseconds)
            for change in state.debouncer.edge(isActive: edge.isActive, at: time) {
                contact.publish(Contact(isActive: change.isActive), at: change.at)
            }
        }
    }

    private func takeLevel(_ state: inout State) throws(IOError) {
        let isActive = try line.isActive()
        let now = context.scheduler.now
        let change = state.debouncer.observe(isActive: isActive, at: now)
        contact.publish(
            Contact(isActive: state.debouncer.isActive), at: change?.at ?? now)
    }

    /// Between edges somebody must look when a change has lasted; a polled line is looked at anyway.
    private func awaitSettling(_ state: inout State) {
        guard line.edgeDescriptor != nil, state.settling == nil,
            let deadline = state.debouncer.deadline
        else { return }
        let delay = max(.zero, deadline - context.scheduler.now)
        state.settling = context.scheduler.after(delay, name: "\(context.name).settling") {
            [weak self] _ in
            self?.state.withLock { $0.settling = nil }
            self?.look()
        }
    }

    /// Silences all callers. (A dead descriptor stays readable: its handler would run without end.)
    private func end(_ state: inout State) {
        state.isOver = true
        state.edges?.cancel()
        state.beat?.cancel()
        state.settling?.cancel()
    }

    func close() {
        let edges = state.withLock { state in
            end(&state)
            return state.edges
        }
        // Released before the source is done, the line would stay busy for whoever comes next.
        edges?.cancelAndWait()
        line.release()
    }

    func facts(at now: Instant) -> [Fact] {
        let lost = line.lostEdges.map { JSONValue.number(Double($0)) }
        return [
            Fact("line", .string(line.place)),
            Fact("edges", .number(Double(state.withLock { $0.edgeCount }))),
            Fact("edges_lost", lost ?? .string("not told by this interface")),
            Fact("debounce", .string(line.isDebounced ? "by the kernel" : "here")),
        ]
    }
}
