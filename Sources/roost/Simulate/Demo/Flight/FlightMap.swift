import Terminal
import Values

/// The drone's path seen from above: north is up.
struct FlightMap: Sendable {
    /// A place on the map, in metres from where the drone started.
    struct Place: Equatable, Sendable {
        let east: Double
        let north: Double
    }

    var path: [Place] = []
    var targets: [Place] = []
    /// How many of the targets were reached.
    var reached = 0
    var heading = Angle.degrees(0)

    /// The picture, `columns` wide and `rows` high, with a scale in its last row.
    func draw(columns: Int, rows: Int) -> [StyledText] {
        let projection = Projection(
            path + targets + [Place(east: 0, north: 0)], columns: columns, rows: rows - 1)
        var canvas = BrailleCanvas(columns: columns, rows: rows - 1)
        for (from, to) in zip(path, path.dropFirst()) {
            canvas.line(from: projection.dot(from), to: projection.dot(to))
        }
        let lines = canvas.lines.enumerated().map { row, characters in
            line(characters, marks: marks(projection).filter { $0.row == row })
        }
        return lines + [scale(projection, columns: columns)]
    }

    private struct Mark {
        let column: Int
        let row: Int
        let text: StyledText
    }

    private func marks(_ projection: Projection) -> [Mark] {
        var marks = [mark(Place(east: 0, north: 0), "H", .dim, projection)]
        for (index, target) in targets.enumerated() {
            let style: StyledText.Style = index < reached ? .green : .boldYellow
            marks.append(mark(target, "\(index + 1)", style, projection))
        }
        if let here = path.last { marks.append(mark(here, arrow, .boldCyan, projection)) }
        return marks
    }

    private func mark(
        _ place: Place, _ text: String, _ style: StyledText.Style, _ projection: Projection
    ) -> Mark {
        let dot = projection.dot(place)
        return Mark(column: dot.x / 2, row: dot.y / 4, text: StyledText(text, style))
    }

    /// An arrow that points where the nose does.
    private var arrow: String {
        let arrows = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]
        return arrows[Int((heading.compass.degrees / 45).rounded()) % arrows.count]
    }

    private func line(_ characters: [Character], marks: [Mark]) -> StyledText {
        var line = StyledText()
        for (column, character) in characters.enumerated() {
            // The drone is the last of the marks and lies on top.
            line += marks.last { $0.column == column }?.text ?? StyledText("\(character)", .cyan)
        }
        return line
    }

    private func scale(_ projection: Projection, columns: Int) -> StyledText {
        let metres = projection.scaleMetres
        let length = max(2, Int((metres / projection.metresPerDot / 2).rounded()))
        let bar = "├" + String(repeating: "─", count: min(columns - 12, length - 2)) + "┤"
        return StyledText("\(bar) \(Int(metres)) m, north is up", .dim)
    }
}

/// Turns metres into dots so that everything fits and north is up.
private struct Projection {
    let metresPerDot: Double
    private let middle: FlightMap.Place
    private let (width, height): (Double, Double)

    init(_ places: [FlightMap.Place], columns: Int, rows: Int) {
        let (east, north) = (places.map(\.east), places.map(\.north))
        let (west, right) = (east.min() ?? 0, east.max() ?? 0)
        let (south, top) = (north.min() ?? 0, north.max() ?? 0)
        (width, height) = (Double(columns * 2), Double(rows * 4))
        middle = FlightMap.Place(east: (west + right) / 2, north: (south + top) / 2)
        // A margin of a few dots, and never closer than five metres across.
        let fit = max((right - west) / (width - 8), (top - south) / (height - 8))
        metresPerDot = max(fit, 5 / width)
    }

    func dot(_ place: FlightMap.Place) -> (x: Int, y: Int) {
        let x = (place.east - middle.east) / metresPerDot + width / 2
        let y = height / 2 - (place.north - middle.north) / metresPerDot
        guard x.isFinite, y.isFinite else { return (0, 0) }
        return (Int(min(max(x, 0), width - 1)), Int(min(max(y, 0), height - 1)))
    }

    /// A round length that takes about a quarter of the width.
    var scaleMetres: Double {
        let wanted = metresPerDot * width / 4
        return [1, 2, 5, 10, 20, 50, 100, 200, 500].last { $0 <= wanted } ?? 1
    }
}
