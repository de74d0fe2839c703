import Core

/// The numbers of a range in steps of one size, to be looked through from one of them.
struct NumberSteps: Sendable {
    private let range: ClosedRange<Int>
    private let perUnit: Double
    /// `nil` where there is no number yet: then each end is tried, too.
    private let start: Int?

    init(_ range: ClosedRange<Double>, _ perUnit: Double, from number: Double?) {
        self.range =
            Int(
                (range.lowerBound * perUnit).rounded())...Int(
                (range.upperBound * perUnit).rounded())
        self.perUnit = perUnit
        start = number.map { Int(($0 * perUnit).rounded()) }
    }

    /// What comes of a number.
    enum Outcome {
        case same
        case other(ReasonReport)
        /// It cannot be, or would not have been taken.
        case impossible
    }

    typealias Found = (number: Double, decision: ReasonReport)

    /// Looks below and above, in strides that double, for a number with which something else is decided.
    ///
    /// - Returns: the nearest below and above that were found.
    func nearest(_ decide: (Double) -> Outcome) -> [Found] {
        let (low, high) = (range.lowerBound, range.upperBound)
        guard let start else { return [nearest(from: low - 1, to: high, decide)].compactMap { $0 } }
        let below = start > low ? nearest(from: start, to: low, decide) : nil
        let above = start < high ? nearest(from: start, to: high, decide) : nil
        return [below, above].compactMap { $0 }
    }

    private func number(_ steps: Int) -> Double { Double(steps) / perUnit }

    /// Goes away from `start` in strides that double, up to what can be.
    private func nearest(
        from start: Int, to end: Int, _ decide: (Double) -> Outcome
    ) -> Found? {
        let sign = end < start ? -1 : 1
        var (same, end, stride) = (start, end, 1)
        while same != end {
            let next = sign * min(sign * end, sign * same + stride)
            switch decide(number(next)) {
            case .same: (same, stride) = (next, stride * 2)
            case .other(let decision): return narrow(same, next, decision, decide)
            case .impossible: (end, stride) = (next - sign, max(1, abs(next - same) / 2))
            }
        }
        return nil
    }

    /// Between one that changes nothing and one that does, to the step.
    private func narrow(
        _ same: Int, _ other: Int, _ decision: ReasonReport, _ decide: (Double) -> Outcome
    ) -> Found {
        var (same, other, decision) = (same, other, decision)
        while abs(other - same) > 1 {
            let middle = same + (other - same) / 2
            if case .other(let found) = decide(number(middle)) {
                (other, decision) = (middle, found)
            } else {
                same = middle
            }
        }
        return (number(other), decision)
    }
}
