import Core
import LinuxIO
import Synchronization
import Threads

/// Hands frames to a store on a thread of its own, where a card that thinks for seconds or a
/// pipe that is not read keeps nobody else waiting.
final class FrameWriter: FrameSink {
    private struct State {
        var queue = FrameQueue()
        var isWriting = false
        var isClosed = false
        var name: String
        var end: FrameSinkError?
    }

    private static let timeout = Duration.milliseconds(500)

    private let state: Mutex<State>
    /// Apart, because it is held while the store takes its time; on `worker` only.
    private let store: Mutex<any FrameStore>
    private let worker = WorkQueue("video.writer", for: .service)
    private let log: Log
    private let onEnd: @Sendable () -> Void

    /// `onEnd` is called once, when the store takes no more.
    init(
        _ store: any FrameStore, log: Log, onEnd: @escaping @Sendable () -> Void = {}
    ) {
        state = Mutex(State(name: store.name))
        self.store = Mutex(store)
        self.log = log
        self.onEnd = onEnd
    }

    var wantsFrames: Bool {
        state.withLock { $0.end == nil && !$0.isClosed }
    }

    var report: FrameSinkReport {
        state.withLock {
            var report = FrameSinkReport(name: $0.name, clients: $0.end == nil ? 1 : 0)
            (report.sent, report.dropped) = ($0.queue.sent, $0.queue.dropped)
            (report.problem, report.hasFailed) = ($0.end?.message, $0.end?.isFailure ?? false)
            return report
        }
    }

    func enqueue(_ frame: VideoFrame) {
        let begins = state.withLock { state in
            guard state.end == nil, !state.isClosed else { return false }
            state.queue.enqueue(frame)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if begins { worker.add { self.drain() } }
    }

    func flush() {}

    /// Waits for what is queued, but not for long: a client may have stopped reading.
    func close() {
        state.withLock { $0.isClosed = true }
        let isDone = Latch()
        worker.add { isDone.open() }
        _ = isDone.wait(atMost: Self.timeout)
    }

    private func drain() {
        while let frame = next() {
            do throws(FrameSinkError) {
                let name = try store.withLock { store throws(FrameSinkError) in
                    try store.append(frame.bytes)
                    return store.name
                }
                state.withLock { $0.name = name }
            } catch {
                return end(error)
            }
        }
    }

    /// The next frame; without one there is no more to write for now.
    private func next() -> VideoFrame? {
        state.withLock { state in
            let frame = state.queue.take()
            state.isWriting = frame != nil
            return frame
        }
    }

    private func end(_ end: FrameSinkError) {
        let name = state.withLock { state in
            state.end = end
            state.isWriting = false
            state.queue.removeAll()
            return state.name
        }
        let words = "video: nothing more is written to \(name): \(end.message)"
        if end.isFailure { log.error(words) } else { log.notice(words) }
        onEnd()
    }
}
