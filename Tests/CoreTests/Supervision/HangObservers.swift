@testable import Core
import JSON
import TestSupport
import Values

/// Notes what it is shown of a counter.
final class SpyObserver: StepObserver {
    private let eventLog = EventLog()

    var entries: [String] { eventLog.entries }
    var counts: [Int] { entries.compactMap { Int($0) } }
    var steps: Int { counts.count }

    func observed<Inputs: Codable & Equatable & Sendable, Outputs: PolicyOutputs>(
        inputs: Inputs, outputs: Outputs, at now: Instant
    ) {
        if let outputs = outputs as? TestCounter.Outputs { eventLog.note("\(outputs.count)") }
    }

    func goesOn(with settings: JSONValue) { eventLog.note("other settings") }

    func restarted(with settings: JSONValue, resuming memory: PolicyMemory?) {
        eventLog.note("restarted from \(memory?.content.line ?? "nothing")")
    }
}

struct LimitedManager: ServiceManager {
    let limit: Duration
    let sent = EventLog()

    var watchdogLimit: Duration? { limit }
    func notify(_ lines: String) { sent.note(lines) }
}
