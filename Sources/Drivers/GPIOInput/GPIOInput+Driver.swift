import Core
import Devices
import LinuxIO
import Synchronization

/// Contacts that are watched: by their edges where the kernel tells them, and by reading them.
///
/// Lines with edges are read every second as well. That keeps their samples fresh, puts right what
/// a full queue of the kernel lost, and notices a chip that is gone, for which the kernel does not
/// wake those who wait (before Linux 6.7).
///
/// A reading may hang, as with an expander on a dead I2C bus. Then the samples grow stale; the status
/// and a stop do not wait for it.
final class GPIOInputDriver: Driver {
    struct State {
        var outlet: GPIOInput.Outlet
        /// Calls with each edge.
        var edges: PollThread?
        /// Calls at regular times.
        var beat: (any Cancellable)?
        /// Calls when the next change under way counts.
        var settling: (any Cancellable)?
        /// Calls to read the levels after a queue that was full.
        var recheck: (any Cancellable)?
        /// Closed or failed: nothing is published any more.
        var isOver = false

        /// Silences all callers. (A dead descriptor stays readable: its handler would run without
        /// end.)
        mutating func end() {
            isOver = true
            edges?.cancel()
            beat?.cancel()
            settling?.cancel()
            recheck?.cancel()
        }
    }

    private static let beatOfLinesWithEdges = Duration.seconds(1)

    let lines: any DigitalInputs
    let hasEdges: Bool
    let context: DriverContext
    private let pollInterval: Duration
    private let ports: [String]
    /// Taken before `state` where both are needed; held for one turn.
    let contacts: Mutex<GPIOInput.Contacts>
    let state: Mutex<State>

    /// Reads the lines and publishes what they are: the first levels count at once.
    init(
        _ lines: any DigitalInputs, _ settings: GPIOInput.Settings, _ context: DriverContext
    ) throws(IOError) {
        self.lines = lines
        self.context = context
        hasEdges = !lines.edgeDescriptors.isEmpty
        pollInterval = settings.pollInterval
        ports = settings.lines.ports
        let outlet = GPIOInput.Outlet(ports.map { context.source(GPIOInput.port($0)) })
        let levels = try lines.levels()
        let debounce = lines.capabilities.debounces ? .zero : settings.debounce
        let now = context.scheduler.now
        var first = GPIOInput.Contacts(levels: levels, debounce: debounce, at: now)
        outlet.publish(first.observe(levels, at: now))
        contacts = Mutex(first)
        state = Mutex(State(outlet: outlet))
    }

    /// - Throws: when the process has no file descriptor left.
    func begin() throws(IOError) {
        let interval = hasEdges ? Self.beatOfLinesWithEdges : pollInterval
        // Whoever calls early waits for the lock.
        try state.withLock { state throws(IOError) in
            if hasEdges {
                state.edges = try PollThread(
                    lines.edgeDescriptors, of: lines, name: "\(context.name).edges",
                    onFailure: { [weak self] in self?.fail($0) }
                ) { [weak self] descriptor in
                    self?.turn { driver, contacts throws(IOError) in
                        try driver.takeBatch(of: descriptor, &contacts)
                    }
                }
            }
            state.beat = context.scheduler.every(interval, name: context.name) { [weak self] _ in
                self?.turn { driver, contacts throws(IOError) in
                    try driver.takeEdges(&contacts)
                    try driver.takeLevels(&contacts)
                }
            }
        }
    }

    /// Gives the lines back. A reading that hangs is not waited for: they are given back when it
    /// returns.
    func close() {
        let edges = state.withLock { state in
            state.end()
            return state.edges
        }
        let isDone = withTimeout(.milliseconds(500)) {
            self.contacts.withLock { _ in }
            // Released before the loop is done, the lines would stay busy for whoever comes next.
            edges?.cancelAndWait()
            self.lines.release()
        }
        if !isDone {
            let places = lines.places.joined(separator: ", ")
            context.log.error("\(places): no answer; given back when there is")
        }
    }

    func diagnostics(at now: Instant) -> [Diagnostic] {
        let outlet = state.withLock { $0.outlet }
        return GPIOInput.diagnostics(of: lines, ports: ports) + outlet.diagnostics(of: lines)
    }
}
