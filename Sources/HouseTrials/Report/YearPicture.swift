import Values

/// A year as a picture (SVG), a row a day from midnight to midnight of the winter's clock: the light and
/// the frost behind, the lock and the cat before them. The first year of each law, side by side.
package struct YearPicture {
    private struct Layer: Sendable {
        let name: String
        let colour: String
        /// Where in a row it begins and how much of the row it fills, of 1.
        let top: Double
        let height: Double
        let isIn: @Sendable (DayResult.Minute) -> Bool
    }

    private static let layers: [Layer] = [
        Layer(name: "night", colour: "#27324f", top: 0, height: 1) { $0.contains(.night) },
        Layer(name: "twilight", colour: "#8c97b8", top: 0, height: 1) { $0.contains(.twilight) },
        Layer(name: "gloom by day", colour: "#d8d2b0", top: 0, height: 1) { $0.contains(.gloom) },
        Layer(name: "frost", colour: "#5fb7e5", top: 2 / 3, height: 1 / 3) { $0.contains(.frost) },
        Layer(name: "bolt out", colour: "#f0a33a", top: 1 / 3, height: 1 / 3) {
            $0.contains(.locked)
        },
        Layer(name: "cat outside", colour: "#3fa35b", top: 0, height: 1 / 3) {
            $0.contains(.outside)
        },
        Layer(name: "wants out in vain", colour: "#c48cf0", top: 0, height: 1 / 3) {
            $0.contains(.lockedIn)
        },
        Layer(name: "shut out", colour: "#e02020", top: 0, height: 1) {
            $0.contains(.shutOut)
        },
    ]

    private static let day = "#f7f1d2"
    /// Its thirds are whole pixels: else the colours of neighbours mix.
    private static let rowHeight = 6.0
    private static let minuteWidth = 0.6
    private static let left = 70.0
    private static let top = 90.0
    private static let gap = 30.0
    private static let legendHeight = 80.0
    private static let fontSize = 18.0
    private static let months = [
        (0, "Jan"), (31, "Feb"), (59, "Mar"), (90, "Apr"), (120, "May"), (151, "Jun"), (181, "Jul"),
        (212, "Aug"), (243, "Sep"), (273, "Oct"), (304, "Nov"), (334, "Dec"),
    ]

    private let years: [HouseResult]

    package init(_ years: [HouseResult]) {
        self.years = years
    }

    private static var panelWidth: Double { 1440 * minuteWidth }

    package var text: String {
        let rows = years.map(\.days.count).max() ?? 0
        let width = Self.left + Double(years.count) * (Self.panelWidth + Self.gap)
        let height = Self.top + Double(rows) * Self.rowHeight + Self.legendHeight
        var parts = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(shown(width))\" "
                + "height=\"\(shown(height))\" font-family=\"sans-serif\" "
                + "shape-rendering=\"crispEdges\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
        ]
        parts += monthLabels(rows)
        for (index, year) in years.enumerated() {
            parts += panel(year, x: Self.left + Double(index) * (Self.panelWidth + Self.gap))
        }
        return (parts + legend(y: height - 44) + ["</svg>", ""]).joined(separator: "\n")
    }

    // MARK: Parts

    private func panel(_ year: HouseResult, x: Double) -> [String] {
        let height = Double(year.days.count) * Self.rowHeight
        var parts = [
            label(
                x: x, y: 34,
                "\(year.law.rawValue): \(year.nightsShutOut.count) nights and "
                    + "\(fixedText(of: year.shutOutHours, decimals: 0)) hours with a cat shut out, "
                    + "\(fixedText(of: year.movesADay, decimals: 1)) moves a day",
                size: 22),
            "<rect x=\"\(shown(x))\" y=\"\(shown(Self.top))\" width=\"\(shown(Self.panelWidth))\" "
                + "height=\"\(shown(height))\" fill=\"\(Self.day)\"/>",
        ]
        parts += stride(from: 0, through: 24, by: 3).map { hour in
            label(
                x: x + Double(hour * 60) * Self.minuteWidth - (hour == 24 ? 40 : 0),
                y: Self.top - 10,
                "\(hour) h")
        }
        return parts + Self.layers.map { path(of: $0, year.days, x: x) }
    }

    /// All of a layer as one path, a stroke for each run of minutes.
    private func path(of layer: Layer, _ days: [DayResult], x: Double) -> String {
        let middle = Self.top + (layer.top + layer.height / 2) * Self.rowHeight
        var strokes: [String] = []
        for (row, day) in days.enumerated() {
            let y = shown(middle + Double(row) * Self.rowHeight)
            strokes += Self.runs(day.minutes, layer.isIn).map { run in
                "M\(shown(x + Double(run.lowerBound) * Self.minuteWidth)) \(y)"
                    + "h\(shown(Double(run.count) * Self.minuteWidth))"
            }
        }
        return "<path d=\"\(strokes.joined())\" stroke=\"\(layer.colour)\" "
            + "stroke-width=\"\(shown(layer.height * Self.rowHeight))\" fill=\"none\"/>"
    }

    /// Where something is so without a break.
    static func runs(
        _ minutes: [DayResult.Minute], _ isIn: (DayResult.Minute) -> Bool
    ) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for (index, minute) in minutes.enumerated() {
            if isIn(minute) {
                start = start ?? index
            } else if let begin = start {
                runs.append(begin..<index)
                start = nil
            }
        }
        return runs + (start.map { [$0..<minutes.count] } ?? [])
    }

    private func monthLabels(_ rows: Int) -> [String] {
        let years = 0...max(0, rows - 1) / 365
        return years.flatMap { year in
            Self.months.compactMap { (first, name) -> String? in
                let day = year * 365 + first
                guard day < rows else { return nil }
                return label(x: 14, y: Self.top + Double(day) * Self.rowHeight + 20, name)
            }
        }
    }

    /// Two rows below the first panel.
    private func legend(y: Double) -> [String] {
        let perRow = (Self.layers.count + 1) / 2
        return Self.layers.enumerated().flatMap { index, layer in
            let x = Self.left + Double(index % perRow) * Self.panelWidth / Double(perRow)
            let y = y + Double(index / perRow) * 26
            return [
                "<rect x=\"\(shown(x))\" y=\"\(shown(y - 14))\" width=\"16\" height=\"16\" "
                    + "fill=\"\(layer.colour)\"/>", label(x: x + 22, y: y, layer.name),
            ]
        }
    }

    private func label(x: Double, y: Double, _ text: String, size: Double = fontSize) -> String {
        "<text x=\"\(shown(x))\" y=\"\(shown(y))\" font-size=\"\(shown(size))\">\(text)</text>"
    }

    private func shown(_ number: Double) -> String { fixedText(of: number, decimals: 1) }
}
