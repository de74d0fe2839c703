import Core
import Synchronization

/// A log that keeps its lines, for tests to read.
package final class MemoryLog: LogOutput {
    private let kept = Mutex<[String]>([])

    package init() {}

    package func write(_ level: LogLevel, source: String, _ message: String) {
        kept.withLock { $0.append("\(level.rawValue) \(source): \(message)") }
    }

    /// Every line so far: "warning gps: no fix".
    package var lines: [String] {
        kept.withLock { $0 }
    }
}
