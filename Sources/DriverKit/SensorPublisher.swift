import Core
import JSON
import Values

/// Publishes what a polled sensor gives: forgives a hiccup, and reports a loss and its end.
///
/// One failed reading on a long wire is noise, so the last good sample stands (with its age) for
/// two misses. The third in a row, or a device that is plainly not there, is an absence.
///
/// The log is told once of each kind of fault in an absence: the words of a fault hold figures, and
/// a wire that is loose makes several kinds by turns, hundreds of times an hour. The status has the
/// latest words.
package struct SensorPublisher<Reading: DeviceValue>: Sendable {
    private static var toleratedMisses: Int { 2 }

    private let publishReading: @Sendable (Measured<Reading>, Instant) -> Void
    private let publishAbsence: @Sendable (String, Instant) -> Void
    private let log: Log
    private var missesInARow = 0
    private var hasPublished = false
    /// What the log was told of since the sensor is absent; empty while it is there.
    private var reported: Set<DeviceError.Kind> = []
    /// How many readings were rejected so far.
    private var rejectedCount = 0
    /// Why the latest of them was.
    private var lastRejection: String?

    /// `period` is that of the readings. A sample is fresh for four of them: after two misses that are
    /// forgiven the next one comes at three, and takes its time.
    package init(_ source: Source<Reading>, every period: Duration, log: Log) {
        self.init(source, every: period, log: log) { $0 }
    }

    /// One whose port carries something that is made of each reading.
    init<Value: DeviceValue>(
        _ source: Source<Value>, every period: Duration, log: Log,
        _ convert: @escaping @Sendable (Reading) -> Value
    ) {
        source.setStaleAfter(period * (Self.toleratedMisses + 2))
        publishReading = { reading, now in
            let value = Measured(convert(reading.value), doubt: reading.doubt)
            source.publish(value.sample(at: now))
        }
        publishAbsence = { why, now in source.publishAbsent(why, at: now) }
        self.log = log
    }

    /// What `roost status` shows of it.
    package var diagnostics: [Diagnostic] {
        [
            Diagnostic("rejected", .number(Double(rejectedCount))),
            Diagnostic("last_rejection", JSONValue(lastRejection)),
        ]
    }

    /// Whether the sensor is absent for a reason that was reported.
    package var isAbsent: Bool { !reported.isEmpty }

    package mutating func publish(_ reading: Measured<Reading>, at now: Instant) {
        if isAbsent { log.notice("is back") }
        reported = []
        missesInARow = 0
        hasPublished = true
        publishReading(reading, now)
    }

    /// A reading was rejected: it came back damaged, empty or implausible.
    package mutating func recordRejection(_ fault: DeviceError, at now: Instant) {
        rejectedCount += 1
        lastRejection = fault.message
        missesInARow += 1
        if hasPublished, missesInARow <= Self.toleratedMisses {
            log.debug("reading rejected: \(fault)")
        } else {
            markAbsent(fault, at: now)
        }
    }

    /// There is nothing to read from.
    package mutating func markAbsent(_ fault: DeviceError, at now: Instant) {
        if reported.insert(fault.kind).inserted { log.warning(fault.message) }
        hasPublished = false
        publishAbsence(fault.message, now)
    }
}
