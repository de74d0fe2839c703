import Synchronization

/// The exit code, set by whichever thread brings the end about.
final class Outcome: Sendable {
    private let stored = Mutex(ExitCode.done)

    var code: Int32 { stored.withLock { $0 } }

    func set(_ code: Int32) {
        stored.withLock { $0 = code }
    }
}
