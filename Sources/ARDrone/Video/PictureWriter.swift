import Core
import Dispatch
import LinuxIO
import Synchronization

extension ARDrone {
    /// Hands pictures to a store on a queue of its own, where a card that thinks for seconds or a
    /// pipe that is not read keeps nobody else waiting.
    final class PictureWriter: PictureOutlet {
        private struct State {
            var queue = PictureQueue()
            var isWriting = false
            var isClosed = false
            var name: String
            var end: FrameSinkError?
        }

        private static let timeout = DispatchTimeInterval.milliseconds(500)

        private let state: Mutex<State>
        /// Apart, because it is held while the store takes its time; on `turns` only.
        private let store: Mutex<any PictureStore>
        private let turns = DispatchQueue(label: "roost.video.writer")
        private let log: Log
        private let onEnd: @Sendable () -> Void

        /// `onEnd` is called once, when the store takes no more.
        init(
            _ store: any PictureStore, log: Log, onEnd: @escaping @Sendable () -> Void = {}
        ) {
            state = Mutex(State(name: store.name))
            self.store = Mutex(store)
            self.log = log
            self.onEnd = onEnd
        }

        var wantsPictures: Bool {
            state.withLock { $0.end == nil && !$0.isClosed }
        }

        var report: PictureOutletReport {
            state.withLock {
                var report = PictureOutletReport(name: $0.name, readers: $0.end == nil ? 1 : 0)
                (report.passed, report.dropped) = ($0.queue.passed, $0.queue.dropped)
                (report.problem, report.hasFailed) = ($0.end?.message, $0.end?.isFailure ?? false)
                return report
            }
        }

        func offer(_ picture: VideoPicture) {
            let begins = state.withLock { state in
                guard state.end == nil, !state.isClosed else { return false }
                state.queue.offer(picture)
                defer { state.isWriting = true }
                return !state.isWriting
            }
            if begins { turns.async { self.drain() } }
        }

        func flush() {}

        /// Waits for what is queued, but not for long: a reader may have stopped reading.
        func close() {
            state.withLock { $0.isClosed = true }
            let isDone = DispatchSemaphore(value: 0)
            turns.async { isDone.signal() }
            _ = isDone.wait(timeout: .now() + Self.timeout)
        }

        private func drain() {
            while let picture = next() {
                do throws(FrameSinkError) {
                    let name = try store.withLock { store throws(FrameSinkError) in
                        try store.append(picture.bytes)
                        return store.name
                    }
                    state.withLock { $0.name = name }
                } catch {
                    return end(error)
                }
            }
        }

        /// The next picture; without one the turn is over.
        private func next() -> VideoPicture? {
            state.withLock { state in
                let picture = state.queue.take()
                state.isWriting = picture != nil
                return picture
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
}
