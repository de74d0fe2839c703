import Values

/// The figures of the last time, the latest last: a small time series.
package struct Trend: Sendable {
    /// More than a terminal has columns.
    private static let maxFigures = 500
    /// What stands beside the curve: the least and the greatest.
    private static let scaleColumns = 20

    private var figures: [Double?] = []

    /// Takes the next figure; `nil` where there is none.
    mutating func add(_ figure: Double?) {
        figures.append(figure.flatMap { $0.isFinite ? $0 : nil })
        if figures.count > Self.maxFigures { figures.removeFirst() }
    }

    var latest: Double? { figures.last.flatMap { $0 } }
    /// Whether there was a figure at all.
    var isDrawn: Bool { figures.contains { $0 != nil } }

    /// The latest of it in so many columns, or in fewer while there is less.
    func curve(width: Int, between limits: ClosedRange<Double>? = nil) -> String {
        Sparkline.text(of: figures, width: width, between: limits)
    }

    /// The curve with its bounds beside it; `nil` when there is no figure to be seen.
    func line(columns: Int) -> StyledText? {
        let width = max(1, columns - Self.scaleColumns)
        guard let bounds = Sparkline.bounds(of: figures.suffix(width)) else { return nil }
        let scale = "  \(Self.text(bounds.lowerBound)) to \(Self.text(bounds.upperBound))"
        return StyledText(curve(width: width), .cyan).fitted(to: width) + StyledText(scale, .dim)
    }

    private static func text(_ figure: Double) -> String {
        shortText(of: (figure * 1000).rounded() / 1000)
    }
}
