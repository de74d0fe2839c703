import Trials
import Values

/// A series as a picture (SVG): for each setup the paths of its flights, and where they landed around
/// the place meant, with the circles that hold half of them and 95 %.
package struct TrialPicture {
    private static let side = 620.0
    private static let gap = 40.0
    private static let top = 60.0
    private static let maxPaths = 300

    private let columns: [TrialStatistics]

    package init(_ columns: [TrialStatistics]) {
        self.columns = columns
    }

    package var text: String {
        let width = 2 * Self.side + 3 * Self.gap
        let height = Double(columns.count) * (Self.side + Self.top) + Self.gap
        var parts = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(shown(width))\" "
                + "height=\"\(shown(height))\" font-family=\"sans-serif\" font-size=\"15\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
        ]
        for (index, column) in columns.enumerated() {
            let y = Double(index) * (Self.side + Self.top) + Self.top
            parts += paths(column, Panel(x: Self.gap, y: y, side: Self.side, column.setup))
            parts += landings(
                column, Panel(x: 2 * Self.gap + Self.side, y: y, side: Self.side, column))
        }
        return (parts + ["</svg>", ""]).joined(separator: "\n")
    }

    // MARK: Paths

    private func paths(_ column: TrialStatistics, _ panel: Panel) -> [String] {
        let setup = column.setup
        let shownFlights = column.flights.prefix(Self.maxPaths)
        let title =
            "\(setup.name): \(column.flights.count) flights, the first \(shownFlights.count)"
        var parts = panel.begin("\(title) drawn")
        parts += shownFlights.map { flight in
            let colour = flight.isDone ? "#2b6cb0" : "#c05621"
            return panel.line(
                flight.path, "stroke=\"\(colour)\" stroke-opacity=\"0.25\" stroke-width=\"1\"")
        }
        parts.append(
            panel.line(
                [.zero] + setup.course.corners, "stroke=\"black\" stroke-width=\"2.5\""))
        let limits = setup.limits
        parts.append(panel.circle(.zero, limits.fenceRadiusMetres, "black", dash: "6 4"))
        parts.append(panel.circle(.zero, limits.outerFenceMetres, "#c53030", dash: "6 4"))
        parts += panel.legend([
            ("#2b6cb0", "flown to the end"), ("#c05621", "ended otherwise"),
            ("black", "course, and fence (dashed)"), ("#c53030", "outer fence"),
        ])
        return parts + panel.end(scaleMetres: 50)
    }

    // MARK: Landings

    private func landings(_ column: TrialStatistics, _ panel: Panel) -> [String] {
        let target = column.setup.course.target
        let done = column.flights.filter(\.isDone)
        var parts = panel.begin("where \(done.count) missions landed around the place meant")
        for flight in done {
            parts.append(
                panel.dot(flight.landing + flight.receiverOffset - target, "#38a169"))
            parts.append(panel.dot(flight.landing - target, "#2b6cb0"))
        }
        for (numbers, colour) in [
            (column.missesByReceiver, "#276749"), (column.misses, "#1a365d"),
        ] {
            for (share, dash) in [(0.5, "none"), (0.95, "6 4")] {
                guard let radius = Figures.quantile(share, of: numbers) else { continue }
                parts.append(panel.circle(.zero, radius, colour, dash: dash))
            }
        }
        parts.append(panel.cross(.zero))
        parts += panel.legend([
            (
                "#1a365d",
                "true: CEP50 \(text(0.5, column.misses)), "
                    + "CEP95 (dashed) \(text(0.95, column.misses))"
            ),
            (
                "#276749",
                "by the receiver: CEP50 \(text(0.5, column.missesByReceiver)), "
                    + "CEP95 \(text(0.95, column.missesByReceiver))"
            ),
        ])
        return parts + panel.end(scaleMetres: 2)
    }

    private func text(_ share: Double, _ numbers: [Double]) -> String {
        Figures.quantile(share, of: numbers)
            .map { "\(fixedText(of: $0, decimals: 1)) m" } ?? "-"
    }

    private func shown(_ number: Double) -> String { fixedText(of: number, decimals: 1) }
}

/// A square of the picture with a plane in it.
private struct Panel {
    let x: Double
    let y: Double
    let side: Double
    private let centre: PlaneVector
    private let metresAcross: Double

    /// All of the course and its fences.
    init(x: Double, y: Double, side: Double, _ setup: TrialSetup) {
        (self.x, self.y, self.side) = (x, y, side)
        centre = .zero
        metresAcross = 2.15 * setup.limits.outerFenceMetres
    }

    /// The landings, around the place meant.
    init(x: Double, y: Double, side: Double, _ column: TrialStatistics) {
        (self.x, self.y, self.side) = (x, y, side)
        centre = .zero
        let widest = Figures.quantile(0.97, of: column.misses) ?? 5
        metresAcross = 2.3 * max(5, widest)
    }

    private var pixelsPerMetre: Double { side / metresAcross }

    func begin(_ title: String) -> [String] {
        [
            "<text x=\"\(shown(x))\" y=\"\(shown(y - 12))\" font-size=\"18\">\(title)</text>",
            "<svg x=\"\(shown(x))\" y=\"\(shown(y))\" width=\"\(shown(side))\" "
                + "height=\"\(shown(side))\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"#fafafa\" stroke=\"#cccccc\"/>",
        ]
    }

    func end(scaleMetres: Double) -> [String] {
        let length = scaleMetres * pixelsPerMetre
        let (left, low) = (side - length - 20, side - 20)
        return [
            "<path d=\"M\(shown(left)) \(shown(low))h\(shown(length))\" stroke=\"black\" "
                + "stroke-width=\"3\"/>",
            "<text x=\"\(shown(left))\" y=\"\(shown(low - 8))\">\(shortText(of: scaleMetres)) m"
                + "</text>", "</svg>",
        ]
    }

    func line(_ points: [PlaneVector], _ style: String) -> String {
        let pairs = points.map { "\(shown(across($0))),\(shown(down($0)))" }
        return "<polyline points=\"\(pairs.joined(separator: " "))\" fill=\"none\" \(style)/>"
    }

    func circle(_ point: PlaneVector, _ metres: Double, _ colour: String, dash: String) -> String {
        "<circle cx=\"\(shown(across(point)))\" cy=\"\(shown(down(point)))\" "
            + "r=\"\(shown(metres * pixelsPerMetre))\" fill=\"none\" stroke=\"\(colour)\" "
            + "stroke-width=\"2\" stroke-dasharray=\"\(dash)\"/>"
    }

    func dot(_ point: PlaneVector, _ colour: String) -> String {
        "<circle cx=\"\(shown(across(point)))\" cy=\"\(shown(down(point)))\" r=\"2\" "
            + "fill=\"\(colour)\" fill-opacity=\"0.4\"/>"
    }

    func cross(_ point: PlaneVector) -> String {
        "<path d=\"M\(shown(across(point) - 8)) \(shown(down(point)))h16m-8 -8v16\" "
            + "stroke=\"black\" stroke-width=\"2\"/>"
    }

    func legend(_ lines: [(colour: String, text: String)]) -> [String] {
        lines.enumerated().map { index, line in
            "<text x=\"14\" y=\"\(shown(26 + 20 * Double(index)))\" fill=\"\(line.colour)\" "
                + "stroke=\"#fafafa\" stroke-width=\"4\" paint-order=\"stroke\">"
                + "\(line.text)</text>"
        }
    }

    private func across(_ point: PlaneVector) -> Double {
        side / 2 + (point.east - centre.east) * pixelsPerMetre
    }

    private func down(_ point: PlaneVector) -> Double {
        side / 2 - (point.north - centre.north) * pixelsPerMetre
    }

    private func shown(_ number: Double) -> String { fixedText(of: number, decimals: 1) }
}
