import Terminal
import Values

/// A strip of the compass with the nose in its middle.
package struct HeadingTape: Sendable {
    private static let degreesPerColumn = 3.0
    private static let names = [0: "N", 90: "E", 180: "S", 270: "W"]

    private let heading: Angle?
    private let columns: Int

    package init(_ heading: Angle?, columns: Int) {
        self.heading = heading.flatMap { $0.degrees.isFinite ? $0.compass : nil }
        self.columns = max(1, columns)
    }

    /// One line: a name or number every 30 degrees, a dot every 10.
    package func draw() -> StyledText {
        guard let heading else {
            return StyledText(String(repeating: "·", count: columns), .dim)
        }
        var cells = [Character](repeating: " ", count: columns)
        for tick in 0..<36 { put("·", at: tick * 10, heading, &cells) }
        for number in 0..<12 { put(Self.label(number * 30), at: number * 30, heading, &cells) }
        return StyledText(String(cells))
    }

    /// Which column points there; `nil` when it is off the strip.
    private func column(_ degrees: Int, _ heading: Angle) -> Int? {
        let away = (Angle.degrees(Double(degrees)) - heading).wrapped.degrees
        let column = Int((away / Self.degreesPerColumn).rounded()) + columns / 2
        return (0..<columns).contains(column) ? column : nil
    }

    private func put(_ text: String, at degrees: Int, _ heading: Angle, _ cells: inout [Character])
    {
        guard let middle = column(degrees, heading) else { return }
        for (offset, character) in text.enumerated() {
            let column = middle - text.count / 2 + offset
            if cells.indices.contains(column) { cells[column] = character }
        }
    }

    private static func label(_ degrees: Int) -> String {
        names[degrees] ?? padded(degrees, to: 3)
    }
}
