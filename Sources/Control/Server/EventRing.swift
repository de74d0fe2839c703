import Core
import Synchronization
import Values

/// The last lines of the log that tell of a change, numbered, for who watches.
///
/// What a person would want to have seen: notices, warnings and errors, whatever level the log is
/// written at. One that is said again within a minute is held back here as in the log.
package final class EventRing: LogOutput {
    /// One line, as a watcher is told of it: `docs/status.md`.
    package struct Entry: Equatable, Sendable {
        /// From 1, one more with each.
        package let number: UInt64
        /// "error", "warning" or "notice".
        package let level: String
        /// The driver or policy that says it, or "roost".
        package let source: String
        package let text: String
        let at: Instant
    }

    private struct State {
        var repeats = RepeatSuppressor()
        var entries: [Entry] = []
        var lastNumber: UInt64 = 0
    }

    private static let capacity = 64
    /// A line may be long; 64 of them must not be.
    private static let maxCharacters = 400

    private let output: any LogOutput
    private let clock: any Scheduler
    private let state = Mutex(State())

    /// Passes each line on to `output`.
    package init(over output: any LogOutput, clock: any Scheduler) {
        self.output = output
        self.clock = clock
    }

    package var lostLines: UInt64 { output.lostLines }

    package func write(_ level: LogLevel, source: String, _ message: String) {
        output.write(level, source: source, message)
        guard level >= .notice else { return }
        let now = clock.now
        let text = String(message.prefix(Self.maxCharacters))
        state.withLock { state in
            guard state.repeats.fold("\(source): \(text)", level, at: now) != nil else { return }
            state.lastNumber += 1
            if state.entries.count == Self.capacity { state.entries.removeFirst() }
            state.entries.append(
                Entry(
                    number: state.lastNumber, level: level.rawValue, source: source, text: text,
                    at: now))
        }
    }

    /// The number before the oldest that is kept: after it, nothing is missing.
    package var beginning: UInt64 {
        state.withLock { $0.lastNumber - UInt64($0.entries.count) }
    }

    /// What comes after the event of a number.
    ///
    /// - Returns: the oldest later one that is kept, with how many between the two are not kept any
    ///   more; `nil` when there is none.
    func next(after number: UInt64) -> (missed: UInt64, entry: Entry)? {
        state.withLock { state in
            guard state.lastNumber > number else { return nil }
            let before = state.lastNumber - UInt64(state.entries.count)
            let missed = before > number ? before - number : 0
            let index = number + missed - before
            return (missed, state.entries[Int(index)])
        }
    }
}
