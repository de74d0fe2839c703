import Terminal

/// The day so far: how light it was, and when the door was locked.
struct DayChart: Sendable {
    /// One moment of the simulated day.
    struct Moment: Equatable, Sendable {
        /// 0 is the first midnight, 1 the next.
        let days: Double
        let lightRatio: Double
        let celsius: Double
        let isLocked: Bool
    }

    private(set) var moments: [Moment] = []

    /// Adds a moment; they come in the order of time, and a thousand are kept.
    mutating func add(_ moment: Moment) {
        moments.append(moment)
        if moments.count > 1000 { moments.removeFirst(500) }
    }

    /// Three rows: light as bars, the door as a band, the hours.
    func draw(columns: Int) -> [StyledText] {
        guard let first = moments.first, columns > 0 else { return [] }
        let start = first.days.rounded(.down)
        let span = max(1.25, (moments.last?.days ?? first.days) - start)
        let slots = slots(columns, start: start, span: span)
        let light = slots.map { StyledText(bar($0?.lightRatio), .yellow) }
        let door = slots.map(band)
        return [
            light.reduce(StyledText(), +), door.reduce(StyledText(), +),
            hours(columns, span: span),
        ]
    }

    /// For each column the last moment that falls into it.
    private func slots(_ columns: Int, start: Double, span: Double) -> [Moment?] {
        var slots = [Moment?](repeating: nil, count: columns)
        for moment in moments {
            let column = Int((moment.days - start) / span * Double(columns))
            if slots.indices.contains(column) { slots[column] = moment }
        }
        return slots
    }

    private func bar(_ ratio: Double?) -> String {
        let bars = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        guard let ratio, ratio.isFinite else { return " " }
        return bars[Int((min(1, max(0, ratio)) * 8).rounded())]
    }

    private func band(_ moment: Moment?) -> StyledText {
        guard let moment else { return " " }
        return moment.isLocked ? StyledText("█", .red) : StyledText("░", .green)
    }

    private func hours(_ columns: Int, span: Double) -> StyledText {
        var row = [Character](repeating: " ", count: columns)
        for hour in stride(from: 0, to: Int(span * 24), by: 6) {
            let label = Array(hour % 24 < 10 ? "0\(hour % 24)" : "\(hour % 24)")
            let column = Int(Double(hour) / 24 / span * Double(columns))
            for (offset, digit) in label.enumerated() where column + offset < columns {
                row[column + offset] = digit
            }
        }
        return StyledText(String(row), .dim)
    }
}
