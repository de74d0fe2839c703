import DriverKit
import Core
import Devices
import LinuxIO
import Synchronization

/// What the callers do with the lines, one at a time: take edges, read levels, let changes count.
///
/// The state is locked only to publish what came of it, unless the driver is over by then.
extension GPIOInputDriver {
    /// How long after a full queue the levels are read: once for all that fill up meanwhile, for
    /// reading 64 lines takes long enough to make the next one fill up.
    private static let recheckAfter = Duration.milliseconds(20)
    /// Bounds one turn on a line that chatters.
    private static let batchesPerTurn = 64

    /// Takes a turn of one of the callers, and ends everything when it fails.
    func turn(
        _ work: (GPIOInputDriver, inout GPIOInput.Contacts) throws(IOError) -> Void
    ) {
        let failure = contacts.withLock { contacts -> IOError? in
            guard !state.withLock({ $0.isOver }) else { return nil }
            do throws(IOError) {
                try work(self, &contacts)
                awaitSettling(of: contacts)
                return nil
            } catch {
                return error
            }
        }
        if let failure { fail(failure) }
    }

    func fail(_ error: IOError) {
        let isNew = state.withLock { state in
            guard !state.isOver else { return false }
            state.end()
            state.outlet.publishAbsent(error.description, at: context.scheduler.now)
            return true
        }
        if isNew { context.fail(DeviceError(error)) }
    }

    /// Takes a batch of edges. What is left is told again.
    ///
    /// - Returns: how many there were.
    @discardableResult
    func takeBatch(
        of descriptor: Int, _ contacts: inout GPIOInput.Contacts
    ) throws(IOError) -> Int {
        let edges = try lines.nextEdges(of: descriptor)
        guard !edges.isEmpty else { return 0 }
        // A queue that was full has dropped its newest edges, so that the last one known may not
        // be the last there was. Where losses are counted, it is the oldest that were dropped.
        let capabilities = lines.capabilities
        let isUnsure =
            edges.count >= capabilities.queueLength ?? .max && !capabilities.countsLostEdges
        let hasLost = contacts.noteLostEdges(
            lines.droppedEdges, isUnsure: isUnsure, at: context.scheduler.now)
        let events = contacts.take(edges)
        publish(events) { state in
            state.outlet.time(events, at: context.scheduler.now)
            state.outlet.count(edges.count, queueWasFull: isUnsure)
            if hasLost { recheckLevels(&state) }
        }
        return edges.count
    }

    /// Takes all edges until now, so that what has lasted can be told from what has not.
    func takeEdges(_ contacts: inout GPIOInput.Contacts) throws(IOError) {
        guard hasEdges else { return }
        let now = context.scheduler.now
        for descriptor in lines.edgeDescriptors.indices {
            var batches = 0
            while try takeBatch(of: descriptor, &contacts) > 0 {
                batches += 1
                if batches == Self.batchesPerTurn { return }
            }
        }
        let events = contacts.settle(at: now)
        guard !events.isEmpty else { return }
        publish(events) { $0.outlet.time(events, at: context.scheduler.now) }
    }

    func takeLevels(_ contacts: inout GPIOInput.Contacts) throws(IOError) {
        let levels = try lines.levels()
        publish(contacts.observe(levels, at: context.scheduler.now)) { _ in }
    }

    private func publish(
        _ events: [GPIOInput.Contacts.Event], then note: (inout State) -> Void
    ) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.outlet.publish(events)
            note(&state)
        }
    }

    private func recheckLevels(_ state: inout State) {
        guard state.recheck == nil else { return }
        state.recheck = context.scheduler.after(
            Self.recheckAfter, name: "\(context.name).levels"
        ) { [weak self] _ in
            self?.turn { driver, contacts throws(IOError) in
                driver.state.withLock { $0.recheck = nil }
                try driver.takeEdges(&contacts)
                try driver.takeLevels(&contacts)
            }
        }
    }

    /// Between edges somebody must look when a change has lasted; polled lines are looked at anyway.
    private func awaitSettling(of contacts: GPIOInput.Contacts) {
        guard hasEdges, let deadline = contacts.deadline else { return }
        state.withLock { state in
            guard !state.isOver, state.settling == nil else { return }
            let delay = max(.zero, deadline - context.scheduler.now)
            state.settling = context.scheduler.after(delay, name: "\(context.name).settling") {
                [weak self] _ in
                self?.turn { driver, contacts throws(IOError) in
                    driver.state.withLock { $0.settling = nil }
                    try driver.takeEdges(&contacts)
                }
            }
        }
    }
}
