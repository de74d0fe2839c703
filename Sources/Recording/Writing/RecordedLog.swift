import Core
import Synchronization
import Values

/// Writes what is logged to the record, too. What is said again and again is folded as in the log.
package final class RecordedLog: LogOutput {
    private let output: any LogOutput
    private let recorder: Recorder
    private let clock: any Scheduler
    private let repeats = Mutex(RepeatSuppressor())

    package init(_ output: any LogOutput, _ recorder: Recorder, clock: any Scheduler) {
        self.output = output
        self.recorder = recorder
        self.clock = clock
    }

    package var lostLines: UInt64 { output.lostLines }

    package func write(_ level: LogLevel, source: String, _ message: String) {
        output.write(level, source: source, message)
        guard level >= .info else { return }
        let now = clock.now
        let isNew = repeats.withLock { $0.fold("\(source): \(message)", level, at: now) }
        if isNew != nil { recorder.note(level, source: source, message, at: now) }
    }
}
