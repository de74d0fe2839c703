/// Puts the sentences of one cycle together: those that name the same time.
///
/// Nothing in the protocol marks the end of a cycle, so an epoch is complete when the next begins.
package struct NMEAEpochAssembler: Sendable {
    /// What is known so far of the epoch that the last report belongs to.
    package private(set) var pending: NMEAReport?

    package init() {}

    /// Takes the next report.
    ///
    /// - Returns: the epoch that the report shows to be complete, if it does.
    package mutating func add(_ report: NMEAReport) -> NMEAReport? {
        // VTG and GSA name no time: they belong to what they follow.
        let isSameEpoch = report.quality == nil || report.time == pending?.time
        guard pending == nil || !isSameEpoch else {
            pending?.merge(report)
            return nil
        }
        guard report.quality != nil else { return nil }
        defer { pending = report }
        return pending
    }

    /// Ends the stream and returns its last epoch.
    package mutating func finish() -> NMEAReport? {
        defer { pending = nil }
        return pending
    }
}

/// Gives the epochs of a log their days: every sentence tells the time, but only RMC the date.
package enum NMEACalendar {
    private static let secondsPerDay = 86_400.0

    /// The moments of epochs in the order of the log.
    ///
    /// A date counts as it stands. Between dates, and before the first, the days are counted: a
    /// time that falls by more than half a day has passed midnight. A smaller step back is left,
    /// for the caller to see.
    ///
    /// - Parameters:
    ///   - epochs: time of day and, where known, days since 1970.
    ///   - startDay: the day of the first epoch where no epoch has a date.
    /// - Returns: seconds since 1970, one for each epoch.
    package static func secondsSince1970(
        _ epochs: [(time: NMEATimeOfDay, day: Int?)], startDay: Int
    ) -> [Double] {
        var midnights = 0
        var start: Int?
        for (index, epoch) in epochs.enumerated() where start == nil {
            if index > 0, passesMidnight(epochs[index - 1].time, epoch.time) { midnights += 1 }
            start = epoch.day.map { $0 - midnights }
        }
        var day = start ?? startDay
        return epochs.enumerated().map { index, epoch in
            if index > 0, passesMidnight(epochs[index - 1].time, epoch.time) { day += 1 }
            day = epoch.day ?? day
            return Double(day) * secondsPerDay + epoch.time.seconds
        }
    }

    private static func passesMidnight(_ earlier: NMEATimeOfDay, _ later: NMEATimeOfDay) -> Bool {
        earlier.seconds - later.seconds > secondsPerDay / 2
    }
}
