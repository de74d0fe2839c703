import Devices

/// A source as `roost status` shows it: value, age, quality.
package struct SourceReport: Codable, Equatable, Sendable {
    package let value: JSONValue
    package let ageSeconds: Double
    package let quality: String

    init<Value>(_ sample: Sample<Value>, at now: Instant) {
        value = sample.value.flatMap(JSONValue.init(encoding:)) ?? .null
        ageSeconds = sample.age(at: now).seconds
        quality = sample.quality.description
    }
}

/// How the whole of Roost is, as the control socket tells it.
package struct StatusReport: Codable, Sendable {
    package let name: String
    package let version: String
    package let phase: String
    package let uptimeSeconds: Double
    package let drivers: [DriverReport]
    package let policies: [PolicyReport]
}

/// How one driver is.
package struct DriverReport: Codable, Sendable {
    package let name: String
    package let driver: String
    /// "idle", "starting", "running", "closing", "backoff", "failed" or "stopped".
    package let state: String
    package let stateSeconds: Double?
    /// What is wrong, in words.
    package let fault: String?
    package let retryInSeconds: Double?
    package let restarts: Int
    package let sources: [String: SourceReport]
    package let diagnostics: [DiagnosticReport]
}

/// One line of what a driver tells of itself, in its order.
package struct DiagnosticReport: Codable, Sendable {
    package let name: String
    package let value: JSONValue
}

/// How one policy is.
package struct PolicyReport: Codable, Sendable {
    package let name: String
    package let policy: String
    package let reason: String?
    package let periodMilliseconds: Double
    package let ticks: UInt64
    package let skipped: UInt64
    package let sinceLastTickSeconds: Double?
    package let lateness: DurationReport
    package let stepTime: DurationReport
}

/// How long something takes, in milliseconds.
package struct DurationReport: Codable, Equatable, Sendable {
    package let p50Milliseconds: Double
    package let p99Milliseconds: Double
    package let maxMilliseconds: Double

    package init(_ histogram: DurationHistogram) {
        p50Milliseconds = histogram.percentile(0.5).milliseconds
        p99Milliseconds = histogram.percentile(0.99).milliseconds
        maxMilliseconds = histogram.max.milliseconds
    }
}
