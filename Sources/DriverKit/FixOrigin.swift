/// How a receiver came by a position, and so what it is worth. The same whether gpsd, a sentence or a log says it.
package enum FixOrigin: Equatable, Sendable {
    /// By satellites.
    case measured
    /// Not by satellites, or not by satellites alone: why it is a position to show and not one to steer by.
    case doubtful(String)
    /// Nobody measured it.
    case notMeasured(String)

    package static let estimated = FixOrigin.notMeasured("dead reckoning, without satellites")
    package static let simulated = FixOrigin.notMeasured("the receiver simulates")
    package static let manual = FixOrigin.doubtful(
        "surveyed or typed in, as for a receiver that only gives the time")

    /// Why a fix is not a good one; `nil` when it is.
    package var doubt: String? {
        if case .doubtful(let why) = self { why } else { nil }
    }

    /// Why there is no fix.
    package var reasonForNoFix: String {
        if case .notMeasured(let why) = self {
            "no measured position: \(why)"
        } else {
            "the receiver has no fix"
        }
    }
}
