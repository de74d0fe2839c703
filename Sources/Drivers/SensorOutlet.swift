import Core
import Devices

/// Publishes what a polled sensor gives: forgives a hiccup, and reports a loss and its end once.
///
/// One failed reading on a long wire is noise, so the last good sample stands (with its age) for
/// two misses. The third in a row, or a device that is plainly not there, is an absence.
struct SensorOutlet<Value: DeviceValue>: Sendable {
    private static var forgivenMisses: Int { 2 }

    private let source: Source<Value>
    private let log: Log
    private var missesInARow = 0
    private var hasPublished = false
    /// Why the sensor is absent, as the log was told; `nil` while it is there.
    private var reported: String?
    /// How many readings were rejected so far.
    private var rejectedCount = 0
    /// Why the latest of them was.
    private var lastRejection: String?

    init(_ source: Source<Value>, log: Log) {
        self.source = source
        self.log = log
    }

    /// What `roost status` shows of it.
    var facts: [Fact] {
        [
            Fact("rejected", .number(Double(rejectedCount))),
            Fact("last_rejection", JSONValue(lastRejection)),
        ]
    }

    mutating func publish(_ sample: Sample<Value>) {
        if reported != nil { log.notice("is back") }
        reported = nil
        missesInARow = 0
        hasPublished = true
        source.publish(sample)
    }

    /// A reading was rejected: it came back damaged, empty or implausible.
    mutating func reject(_ why: String, at now: Instant) {
        rejectedCount += 1
        lastRejection = why
        missesInARow += 1
        if hasPublished, missesInARow <= Self.forgivenMisses {
            log.debug("reading rejected: \(why)")
        } else {
            lose(why, at: now)
        }
    }

    /// There is nothing to read from.
    mutating func lose(_ why: String, at now: Instant) {
        if reported != why { log.warning(why) }
        reported = why
        hasPublished = false
        source.publishAbsent(why, at: now)
    }
}
