/// Figures of many trials, from order statistics: no distribution is assumed.
package enum Figures {
    /// The smallest number that this share of them does not exceed; `nil` of none.
    package static func quantile(_ share: Double, of numbers: [Double]) -> Double? {
        guard !numbers.isEmpty else { return nil }
        let rank = Int((share * Double(numbers.count)).rounded(.up))
        return numbers.sorted()[min(numbers.count, max(1, rank)) - 1]
    }

    /// The bounds of a share of which `count` of `total` were seen, with 95 % (Wilson).
    package static func bounds(_ count: Int, of total: Int) -> ClosedRange<Double> {
        guard total > 0 else { return 0...1 }
        let (n, z) = (Double(total), 1.96)
        let share = Double(count) / n
        let middle = share + z * z / (2 * n)
        let half = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
        let scale = 1 + z * z / n
        return max(0, (middle - half) / scale)...min(1, (middle + half) / scale)
    }

    /// How often each word comes, the most frequent first.
    package static func counts(_ words: [String]) -> [WordCount] {
        Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
            .map { WordCount(word: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.word) < ($0.count, $1.word) }
    }
}

/// How often a word comes.
package struct WordCount: Equatable, Sendable {
    package let word: String
    package let count: Int
}
