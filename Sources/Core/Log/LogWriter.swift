import Synchronization
import Threads

/// Hands log lines to a reader who may take his time: a terminal that is stopped with Ctrl-S, a
/// journal that hangs, a slow card.
///
/// Whoever logs holds up a control tick or a lock, so `add` never waits: lines go through a bounded
/// queue to a thread of low priority, the only one that may block in the output. What does not fit
/// is dropped, counted, and told where it is missing.
package final class LogWriter: Sendable {
    /// Some two minutes of a driver that complains ten times a second.
    package static let defaultCapacityBytes = 128 << 10

    private let queue: Queue
    /// Writes a line where there is no thread that could: rather late than never.
    private let writesItself: (@Sendable (_ line: String) -> Void)?

    /// `output` writes one line and may block. `lossLine` is the line to write for a number of lost
    /// ones. `capacityBytes` bounds what waits; as much again may be about to be written.
    package init(
        capacityBytes: Int = defaultCapacityBytes,
        lossLine: @escaping @Sendable (_ count: Int) -> String,
        output: @escaping @Sendable (_ line: String) -> Void
    ) {
        let queue = Queue(capacityBytes: capacityBytes)
        self.queue = queue
        let hasThread = WorkerThread.start("log", for: .service) {
            while let batch = queue.next() {
                batch.lines.forEach(output)
                if batch.lost > 0 { output(lossLine(batch.lost)) }
                for latch in batch.flushes { latch.open() }
            }
        }
        writesItself = hasThread ? nil : output
    }

    deinit {
        queue.close()
    }

    /// Takes a line, or counts it as lost when too much is waiting. Returns at once.
    package func add(_ line: String) {
        if let writesItself { writesItself(line) } else { queue.add(line) }
    }

    /// How many lines were lost since it was made.
    package var lostLines: UInt64 { queue.lostLines }

    /// Waits until all lines so far are written, at most `limit`: at the end of the process.
    ///
    /// - Returns: whether they were.
    @discardableResult
    package func flush(atMost limit: Duration) -> Bool {
        if writesItself != nil { return true }
        let latch = Latch()
        queue.add(latch)
        return latch.wait(atMost: limit)
    }
}

/// What waits to be written. Apart from the writer, so that its thread does not keep it alive.
private final class Queue: Sendable {
    struct Batch: Sendable {
        var lines: [String] = []
        /// Of lines that came after these.
        var lost = 0
        var flushes: [Latch] = []

        var isEmpty: Bool { lines.isEmpty && lost == 0 && flushes.isEmpty }
    }

    private struct State {
        var waiting = Batch()
        var bytes = 0
        var lostLines: UInt64 = 0
        var isClosed = false
    }

    private let capacityBytes: Int
    private let state = Mutex(State())
    private let wake = Semaphore()

    init(capacityBytes: Int) {
        self.capacityBytes = capacityBytes
    }

    func add(_ line: String) {
        let size = line.utf8.count
        change { state in
            // Once one is lost, those that follow are, too: the gap is told where it ends.
            guard state.waiting.lost == 0, state.bytes + size <= capacityBytes else {
                state.waiting.lost += 1
                state.lostLines += 1
                return
            }
            state.waiting.lines.append(line)
            state.bytes += size
        }
    }

    var lostLines: UInt64 { state.withLock { $0.lostLines } }

    func add(_ flush: Latch) {
        change { $0.waiting.flushes.append(flush) }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        wake.signal()
    }

    /// Wakes the thread for the first thing that waits; it takes all there is.
    private func change(_ body: (inout State) -> Void) {
        let isFirst = state.withLock { state in
            defer { body(&state) }
            return state.waiting.isEmpty
        }
        if isFirst { wake.signal() }
    }

    /// Waits for something to write; `nil` when nothing comes any more.
    func next() -> Batch? {
        wake.wait()
        return state.withLock { state in
            defer { (state.waiting, state.bytes) = (Batch(), 0) }
            return state.waiting.isEmpty && state.isClosed ? nil : state.waiting
        }
    }
}
