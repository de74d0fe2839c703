import Synchronization

/// What happened in a test, in its order, noted from any thread.
package final class EventLog: Sendable {
    private let kept = Mutex<[String]>([])

    package init() {}

    package func note(_ entry: String) {
        kept.withLock { $0.append(entry) }
    }

    package var entries: [String] {
        kept.withLock { $0 }
    }

    /// What was noted since the last call, for tests that go on step by step.
    package func take() -> [String] {
        kept.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}
