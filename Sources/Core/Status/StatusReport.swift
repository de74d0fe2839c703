import JSON
import Values

/// How the whole of Roost is, as the control socket tells it: `docs/status.md` has every key.
///
/// What has nothing to say is left out. A key that is added changes nothing for readers; one that
/// is taken away, renamed or changes its meaning makes a new `schema`.
package struct StatusReport: Codable, Sendable {
    package static let currentSchema = 1

    package enum Phase: String, Codable, CaseIterable, Sendable {
        case starting, running, stopping, stopped
    }

    package let schema: Int
    package let name: String
    package let version: String
    package let phase: Phase
    package internal(set) var uptimeSeconds: Double
    /// Which one runs; `nil` of a service that does not tell.
    package internal(set) var configuration: ConfigurationReport?
    /// In the order of their start.
    package internal(set) var drivers: [DriverReport]
    package internal(set) var policies: [PolicyReport]
    /// What a dead process has left in motion, and no driver here is for; left out where there is nothing.
    package internal(set) var leftBehind: [LeftBehindReport]?
    /// How everything is by all of that; `nil` of a service that does not judge.
    package internal(set) var verdict: Verdict?
}

/// A device that a dead process has left in motion.
package struct LeftBehindReport: Codable, Equatable, Sendable {
    /// Which one, for people.
    package let device: String
    /// What is done about it, or why that has failed.
    package let text: String
    /// It could not be made safe, and is not tried again before the next start.
    package let isFailed: Bool
    /// Since the start.
    package internal(set) var ageSeconds: Double
}

/// Which configuration runs.
package struct ConfigurationReport: Codable, Sendable {
    /// Somebody wanted another one, and it came to nothing or was taken back.
    package struct Refusal: Codable, Sendable {
        package let text: String
        /// The user, where one is known.
        package let askedBy: String?
        package internal(set) var ageSeconds: Double
    }

    /// A change that the service has undone by itself, and that nobody has acknowledged.
    package struct Undone: Codable, Sendable {
        package let why: String
        /// What was changed back, and what stays since to change it back would have allowed more; each in a line.
        package let changes: [String]
        package let kept: [String]
        /// The user who had made the change, where one is known.
        package let askedBy: String?
        /// Since it was undone, or the start.
        package internal(set) var ageSeconds: Double
    }

    /// Since it was applied, or the start.
    package internal(set) var ageSeconds: Double
    /// The user; `nil` of the file that it was started with, and of one that came back by itself.
    package let appliedBy: String?
    /// For how long it is taken back still where health falls.
    package internal(set) var probationSeconds: Double?
    /// The latest, also one that is over.
    package internal(set) var lastRefusal: Refusal?
    package internal(set) var undone: Undone?
    /// Settings that hold in the place of those of the configuration, which allow more; each in a line.
    package let kept: [String]?
    /// Why the settings that protect would not outlive a power cut as they are.
    package let notKept: String?
}

/// How one driver is.
package struct DriverReport: Codable, Sendable {
    package enum State: String, Codable, CaseIterable, Sendable {
        case idle, starting, running, closing, backoff, failed, stopped
    }

    package let name: String
    package let driver: String
    package let state: State
    /// Since when it is running.
    package internal(set) var runningSeconds: Double?
    /// Until it starts again, in backoff.
    package internal(set) var retryInSeconds: Double?
    package let restarts: Int
    /// The latest failure, also one that is over.
    package internal(set) var lastError: ErrorReport?
    /// By the names of the ports.
    package internal(set) var sources: [String: SourceReport]
    package let diagnostics: [DiagnosticReport]
    /// Those that people may switch, by the names of the ports; left out where there is none.
    package internal(set) var outputs: [String: OutputReport]?
}

/// What went wrong with a driver, and when.
package struct ErrorReport: Codable, Equatable, Sendable {
    /// "absent", "busy", "timeout", "corrupt", "refused" or "other".
    package let kind: String
    package let text: String
    package internal(set) var ageSeconds: Double
}

/// The latest sample of a source.
package struct SourceReport: Codable, Equatable, Sendable {
    /// What it carries, as `roost reference` names it: "temperature".
    package let kind: String
    package let quality: Quality.Code
    /// Why it is not good.
    package let qualityReason: String?
    /// Of the value; of an absence, since when.
    package internal(set) var ageSeconds: Double
    /// Null when there is none, or none that JSON can hold.
    package let value: JSONValue
    /// The value as a person writes it.
    package internal(set) var text: String?

    init<Value>(_ sample: Sample<Value>, at now: Instant) {
        kind = Value.kind
        quality = sample.quality.code
        qualityReason = sample.quality.reason
        // It may be newer than the time that the report is for.
        ageSeconds = max(.zero, sample.age(at: now)).seconds
        value = sample.value.flatMap { JSONValue(encoding: $0, keys: .snakeCase) } ?? .null
        text = sample.value?.description
    }
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
    /// Nil before the first step.
    package let reason: ReasonReport?
    /// What a page shows of it, by its kind.
    package let details: JSONValue?
    /// Which end of which driver each port is bound to: "garden.temperature".
    package let inputs: [String: String]
    package let outputs: [String: String]
    package let periodMilliseconds: Double
    package let ticks: UInt64
    /// Ticks that a late one made needless.
    package let skippedTicks: UInt64
    package let sinceLastTickSeconds: Double?
    package let lateness: DurationReport
    package let stepTime: DurationReport
    /// Steps that hung and were abandoned; left out where there is none.
    package let hangs: UInt64?
    /// Since a step began that is overdue, or the last one of a policy that is given up.
    package let hangsForSeconds: Double?
    /// What it remembers would not survive a power cut, and why; left out where it would.
    package internal(set) var memoryFault: MemoryFaultReport?
    /// It hung too often and does not restart by itself; left out otherwise.
    package let isGivenUp: Bool?
    /// The shadow whose settings it has; left out where it has its own.
    package let uses: String?
    /// Those that decide beside it, without hands; left out where there is none.
    package let shadows: [ShadowReport]?
}

/// Why the memory of a policy cannot be saved, and since when.
package struct MemoryFaultReport: Codable, Equatable, Sendable {
    package let text: String
    package internal(set) var ageSeconds: Double
}

/// Why a policy does what it does.
package struct ReasonReport: Codable, Equatable, Sendable {
    package let code: String
    package let text: String
    package let isFailsafe: Bool
    /// A device or the program does not do what it should; left out where nothing of the kind is known.
    package var isFault: Bool?
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
