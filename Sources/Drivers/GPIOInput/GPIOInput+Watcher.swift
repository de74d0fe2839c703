import Core
import DriverKit
import LinuxIO
import Synchronization
import Values

extension GPIOInput {
    /// What the driver's callers do with the lines, one at a time: take edges, read levels, let
    /// changes count.
    ///
    /// A reading may hang, as with an expander on a dead I2C bus. Then the samples grow stale; the
    /// status and a stop do not wait for it.
    final class Watcher: Sendable {
        typealias Shell = DriverShell<State>

        struct State: Sendable {
            var publisher: Publisher
            /// Set to when the next change under way counts.
            var debounceTimer: WakeTimer?
            /// Set to when what a line did becomes something by the time alone, as a long press.
            var publisherTimer: WakeTimer?
            /// Set to soon after edges were lost.
            var resyncTimer: WakeTimer?
            var isResyncing = false
        }

        /// How long after edges were lost the levels are read: once for all that are lost meanwhile,
        /// for reading 64 lines takes long enough for the queue to fill up again.
        private static let resyncAfter = Duration.milliseconds(20)
        /// Bounds what is taken at once of a line that chatters.
        private static let batchesPerWakeup = 64

        private let lines: any DigitalInputs
        private let hasEdges: Bool
        /// Whether time alone makes something of what the lines did.
        private let hasTimedPublishers: Bool
        /// Taken before the shell's lock where both are needed; held while one caller works.
        private let contacts: Mutex<DebouncedLines>

        init(_ lines: any DigitalInputs, _ contacts: DebouncedLines, _ mode: Mode) {
            self.lines = lines
            hasTimedPublishers = mode != .contact
            hasEdges = !lines.edgeDescriptors.isEmpty
            self.contacts = Mutex(contacts)
        }

        /// Takes what every caller but the edges' own takes.
        func readAll(_ shell: Shell) {
            access(shell) { contacts throws(IOError) in
                let isComplete = try readAllEdges(shell, &contacts)
                try readLevels(shell, &contacts)
                return isComplete
            }
        }

        /// Takes the edges behind one descriptor. What is left is told again.
        func readEdges(of descriptor: Int, _ shell: Shell) {
            access(shell) { contacts throws(IOError) in
                try readEdges(of: descriptor, shell, &contacts)
                return false
            }
        }

        func settle(_ shell: Shell) {
            access(shell) { contacts throws(IOError) in try readAllEdges(shell, &contacts) }
        }

        func resync(_ shell: Shell) {
            shell.with { $0.isResyncing = false }
            readAll(shell)
        }

        /// Gives the lines back, when a reading that may hang has returned.
        func release() {
            contacts.withLock { _ in }
            lines.release()
        }
    }
}

extension GPIOInput.Watcher {
    /// `work` says whether it has taken everything there was when it began.
    private func access(
        _ shell: Shell, _ work: (inout GPIOInput.DebouncedLines) throws(IOError) -> Bool
    ) {
        do throws(IOError) {
            try contacts.withLock { contacts throws(IOError) in
                guard !shell.hasEnded else { return }
                // Between an edge and its sample a look at the clock counts: on some machines it is a system call.
                let began = hasTimedPublishers ? shell.now : nil
                let isComplete = try work(&contacts)
                awaitDebounce(of: contacts, shell)
                guard let began else { return }
                shell.with { state in
                    if isComplete { state.publisher.settle(at: began) }
                    state.publisherTimer?.set(state.publisher.deadline.map { .at($0) } ?? .never)
                }
            }
        } catch {
            shell.fail(DeviceError(error))
        }
    }

    /// - Returns: how many edges there were.
    @discardableResult
    private func readEdges(
        of descriptor: Int, _ shell: Shell, _ contacts: inout GPIOInput.DebouncedLines
    ) throws(IOError) -> Int {
        let edges = try lines.nextEdges(of: descriptor)
        guard !edges.isEmpty else { return 0 }
        // A queue that was full has dropped its newest edges, so that the last one known may not
        // be the last there was. Where losses are counted, it is the oldest that were dropped.
        let capabilities = lines.capabilities
        let mayHaveOverflowed =
            edges.count >= capabilities.queueLength ?? .max && !capabilities.countsDroppedEdges
        let now = shell.now
        let hasLost = contacts.recordDroppedEdges(
            lines.droppedEdges, mayHaveOverflowed: mayHaveOverflowed, at: now)
        let events = contacts.add(edges)
        shell.with { state in
            state.publisher.publish(events)
            state.publisher.time(events, at: now)
            state.publisher.count(edges.count, queueWasFull: mayHaveOverflowed)
            if hasLost { state.publisher.recordDroppedEdges(at: now) }
            guard hasLost, !state.isResyncing else { return }
            state.isResyncing = true
            state.resyncTimer?.set(.at(now + Self.resyncAfter))
        }
        return edges.count
    }

    /// Takes all edges until now, so that what has lasted can be told from what has not.
    ///
    /// - Returns: false when a line chatters so much that there are more.
    private func readAllEdges(
        _ shell: Shell, _ contacts: inout GPIOInput.DebouncedLines
    ) throws(IOError) -> Bool {
        guard hasEdges else { return true }
        let now = shell.now
        for descriptor in lines.edgeDescriptors.indices {
            var batches = 0
            while try readEdges(of: descriptor, shell, &contacts) > 0 {
                batches += 1
                if batches == Self.batchesPerWakeup { return false }
            }
        }
        let events = contacts.settle(at: now)
        guard !events.isEmpty else { return true }
        shell.with { state in
            state.publisher.publish(events)
            state.publisher.time(events, at: shell.context.scheduler.now)
        }
        return true
    }

    private func readLevels(
        _ shell: Shell, _ contacts: inout GPIOInput.DebouncedLines
    ) throws(IOError) {
        let events = contacts.observe(try lines.levels(), at: shell.now)
        shell.with { $0.publisher.publish(events) }
    }

    /// Between edges somebody must look when a change has lasted; polled lines are looked at anyway.
    private func awaitDebounce(of contacts: GPIOInput.DebouncedLines, _ shell: Shell) {
        guard hasEdges, let deadline = contacts.deadline else { return }
        shell.with { _ = $0.debounceTimer?.set(.at(deadline)) }
    }
}
