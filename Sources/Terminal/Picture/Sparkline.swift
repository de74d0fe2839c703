/// The way of a figure in one line of text, in eighths of its height.
package enum Sparkline {
    /// The latest `width` of `figures`, oldest first, between the least and the greatest of them, or
    /// between `limits`; a space where there was none.
    package static func text(
        of figures: [Double?], width: Int, between limits: ClosedRange<Double>? = nil
    ) -> String {
        let shown = figures.suffix(max(0, width)).map { $0.flatMap { $0.isFinite ? $0 : nil } }
        guard let bounds = limits ?? bounds(of: shown) else {
            return String(repeating: " ", count: shown.count)
        }
        let span = bounds.upperBound - bounds.lowerBound
        return String(
            shown.map { figure in
                guard let figure else { return " " }
                // What stays the same is a line in the middle; the least is a line at the bottom.
                let share = span > 0 ? (figure - bounds.lowerBound) / span : 0.5
                return Gauge.column((1 + share * 7) / 8, height: 1)[0]
            })
    }

    /// The least and the greatest of what is finite; `nil` where nothing is.
    package static func bounds(of figures: some Sequence<Double?>) -> ClosedRange<Double>? {
        let finite = figures.compactMap { $0.flatMap { $0.isFinite ? $0 : nil } }
        guard let least = finite.min(), let greatest = finite.max() else { return nil }
        return least...greatest
    }
}
