/// Puts the sentences of one cycle together: those that name the same time.
///
/// Nothing in the protocol marks the end of a cycle, so an epoch is complete when the next begins.
package struct NMEAEpochAssembler: Sendable {
    /// What is known so far of the epoch that the last report belongs to.
    package private(set) var open: NMEAReport?

    package init() {}

    /// Takes the next report.
    ///
    /// - Returns: the epoch that the report shows to be complete, if it does.
    package mutating func take(_ report: NMEAReport) -> NMEAReport? {
        // VTG names no time: it belongs to what it follows.
        let isSameEpoch = report.quality == nil || report.time == open?.time
        guard open == nil || !isSameEpoch else {
            open?.merge(report)
            return nil
        }
        guard report.quality != nil else { return nil }
        defer { open = report }
        return open
    }

    /// Ends the stream and returns its last epoch.
    package mutating func finish() -> NMEAReport? {
        defer { open = nil }
        return open
    }
}
