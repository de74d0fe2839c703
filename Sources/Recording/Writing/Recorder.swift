import Core
import Synchronization
import Threads
import Values

/// The black box: writes down every step of each policy and every line of the log, on a thread of its own.
///
/// Nobody who moves something waits for it: steps and lines go through bounded queues, and what does not fit is
/// counted and told.
package final class Recorder: Sendable {
    /// How often the queues are emptied. What is in them is lost with the process.
    private static let drainPeriod = Duration.seconds(1)
    /// A card may pause for so long before steps are lost.
    private static let tapeSpan = Duration.seconds(10)
    private static let maxLines = 1000

    private struct Line: Sendable {
        let level: LogLevel
        let source: String
        let text: String
        let at: Instant
    }

    private struct Queue: Sendable {
        var lines: [Line] = []
        var lostLines = 0
        var tapes: [Tape] = []
        /// Another configuration that runs since the queue was emptied.
        var configuration: Configuration?
    }

    private struct Tape: Sendable {
        let policy: String
        let tape: any StepTape
        /// Its policy does not run any more: what is on it is the last.
        var isOver = false
    }

    private let clock: any Scheduler
    private let queue = Mutex(Queue())
    private let writer: Mutex<RecordWriter>
    private let end = Latch()
    private let isOver = Latch()

    /// `subject` is what is recorded, and stands in each segment. `log` is told when nothing can be
    /// written: not through this recorder.
    package init(
        _ settings: RecorderSettings, of subject: RecordSubject, in store: any RecordStore,
        clock: any Scheduler, wall: @escaping @Sendable () -> WallTime?, log: Log
    ) {
        self.clock = clock
        writer = Mutex(
            RecordWriter(settings, of: subject, in: store, wall: wall, log: log))
    }

    /// Whom to show the steps of a policy; one that is given another observer later has one after the other.
    package func observer(of entry: PolicyEntry) -> any StepObserver {
        let steps = Int(Self.tapeSpan.seconds / entry.period.seconds)
        let tape = entry.kind.makeTape(capacity: max(64, min(1024, steps)))
        queue.withLock { $0.tapes.append(Tape(policy: entry.name, tape: tape)) }
        return tape
    }

    /// Another configuration runs. Returns at once.
    package func goOn(with configuration: Configuration) {
        let names = Set(configuration.policies.map(\.name))
        queue.withLock { queue in
            queue.configuration = configuration
            var newest: Set<String> = []
            for index in queue.tapes.indices.reversed() {
                let name = queue.tapes[index].policy
                queue.tapes[index].isOver = !names.contains(name) || !newest.insert(name).inserted
            }
        }
    }

    /// Writes down a line of the log. Returns at once.
    package func note(_ level: LogLevel, source: String, _ text: String, at now: Instant) {
        queue.withLock { queue in
            guard queue.lines.count < Self.maxLines else { return queue.lostLines += 1 }
            queue.lines.append(Line(level: level, source: source, text: text, at: now))
        }
    }

    // MARK: The thread

    /// Begins to write.
    package func start() {
        WorkerThread.start("recorder", for: .service) { [self] in
            while !end.wait(atMost: Self.drainPeriod) { drain() }
            finish()
            isOver.open()
        }
    }

    /// Writes what is left, and that this is the end: for whoever calls `drain` himself.
    package func finish() {
        drain()
        writer.withLock { $0.finish(at: clock.now) }
    }

    /// Writes what is left, and that this is the end. Waits two seconds for that at most.
    package func close() {
        end.open()
        _ = isOver.wait(atMost: .seconds(2))
    }

    /// Empties the queues, in the order of time. The thread does so; without it somebody else must, each second.
    package func drain() {
        let (lines, lost, tapes, configuration) = queue.withLock { queue in
            defer {
                (queue.lines, queue.lostLines, queue.configuration) = ([], 0, nil)
                queue.tapes.removeAll(where: \.isOver)
            }
            return (queue.lines, queue.lostLines, queue.tapes, queue.configuration)
        }
        let lostSteps = tapes.reduce(0) { $0 + $1.tape.takeOver() }
        writer.withLock { writer in
            if let configuration { writer.goOn(with: configuration) }
            var left = TimeOrder(lines.sorted { $0.at < $1.at }, tapes)
            while let (item, at) = left.next() { writer.add(item, at: at) }
            writer.noteLoss(steps: lostSteps, lines: lost, at: clock.now)
            writer.write(at: clock.now)
        }
    }

    /// Lines and steps, the earliest first; of the same time lines come first.
    private struct TimeOrder {
        private var lines: ArraySlice<Line>
        private let tapes: [Tape]
        /// When the next step of each tape was taken.
        private var due: [Instant?]

        init(_ lines: [Line], _ tapes: [Tape]) {
            self.lines = lines[...]
            self.tapes = tapes
            due = tapes.map(\.tape.nextStepAt)
        }

        mutating func next() -> (RecordWriter.Item, Instant)? {
            var earliest = lines.first?.at
            var next: Int?
            for (index, at) in due.enumerated() {
                guard let at, earliest.map({ at < $0 }) ?? true else { continue }
                (earliest, next) = (at, index)
            }
            guard let next, let step = tapes[next].tape.next() else {
                return lines.popFirst().map {
                    (.line($0.level, source: $0.source, $0.text), $0.at)
                }
            }
            due[next] = tapes[next].tape.nextStepAt
            return (.step(step, of: tapes[next].policy), step.at)
        }
    }
}
