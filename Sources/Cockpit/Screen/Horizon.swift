#if canImport(Glibc)
    import Glibc
#endif
import Terminal
import Values

/// An artificial horizon, as from the drone's nose: the ground is hatched, rungs stand every
/// ten degrees of pitch, and the drone itself stays in the middle.
package struct Horizon: Sendable {
    /// From the middle to the upper edge. The drone tilts by 30 degrees at most.
    private static let degreesUp = 26.0
    private static let rungs: [Double] = [-20, -10, 10, 20]

    private let roll: Angle
    private let pitch: Angle
    private let columns: Int
    private let rows: Int
    private let dotsPerDegree: Double
    private let (sine, cosine): (Double, Double)

    /// A positive `roll` has the right side down, a positive `pitch` the nose up.
    package init(roll: Angle, pitch: Angle, columns: Int, rows: Int) {
        self.roll = roll
        self.pitch = pitch
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        dotsPerDegree = Double(self.rows * 4) / 2 / Self.degreesUp
        (sine, cosine) = (sin(roll.radians), cos(roll.radians))
    }

    package func draw() -> [StyledText] {
        let strokes = picture(isStroke)
        let ground = picture(isHatched)
        return (0..<rows).map { row in
            var line = StyledText()
            for column in 0..<columns {
                let (mark, style) = cell(
                    column, row, stroke: strokes[row][column], ground: ground[row][column])
                line.append(mark, style)
            }
            return line
        }
    }

    private func picture(_ isSet: (_ x: Int, _ y: Int) -> Bool) -> [[Character]] {
        var canvas = BrailleCanvas(columns: columns, rows: rows)
        for y in 0..<canvas.dotsHigh {
            for x in 0..<canvas.dotsWide where isSet(x, y) { canvas.set(x: x, y: y) }
        }
        return canvas.lines
    }

    /// Where a dot is: degrees above the horizon, and dots to the right along it.
    ///
    /// With the right side down the world turns the other way, so its right rises.
    private func place(_ x: Double, _ y: Double) -> (above: Double, along: Double) {
        // From the middle of the middle cell, where the aircraft's mark is.
        let (right, up) = (x - Double(columns / 2 * 2 + 1), Double(rows / 2 * 4 + 2) - y)
        let above = (up * cosine - right * sine) / dotsPerDegree + pitch.degrees
        return (above, right * cosine + up * sine)
    }

    /// The horizon, two dots thick, and the rungs, one.
    private func isStroke(_ x: Int, _ y: Int) -> Bool {
        let (above, along) = place(Double(x) + 0.5, Double(y) + 0.5)
        if abs(above) * dotsPerDegree <= 1 { return true }
        guard (rungStart...rungEnd).contains(abs(along)) else { return false }
        return Self.rungs.contains { abs(above - $0) * dotsPerDegree <= 0.5 }
    }

    private func isHatched(_ x: Int, _ y: Int) -> Bool {
        let (above, _) = place(Double(x) + 0.5, Double(y) + 0.5)
        return above < 0 && y % 2 == 1 && (x + y - 1) % 4 == 0
    }

    /// In dots from the middle, on both sides.
    private var rungStart: Double { 8 }
    private var rungEnd: Double { max(rungStart + 6, Double(columns) * 0.4) }

    // MARK: Cells

    /// What is drawn lies on top of the hatching, the drone's own mark on top of all.
    private func cell(
        _ column: Int, _ row: Int, stroke: Character, ground: Character
    ) -> (Character, StyledText.Style) {
        if let mark = aircraft(column, row) { return (mark, .boldYellow) }
        if let digit = label(column, row) { return (digit, .plain) }
        return stroke == " " ? (ground, .yellow) : (stroke, .bold)
    }

    /// The degrees behind the right end of each rung.
    private func label(_ column: Int, _ row: Int) -> Character? {
        for rung in Self.rungs {
            let up = (rung - pitch.degrees) * dotsPerDegree
            let along = rungEnd + 4
            let x = along * cosine - up * sine + Double(columns / 2 * 2 + 1)
            let y = Double(rows / 2 * 4 + 2) - (up * cosine + along * sine)
            guard x.isFinite, y.isFinite, abs(x) < 1e4, abs(y) < 1e4 else { continue }
            let offset = column - Int((x / 2).rounded(.down))
            guard Int((y / 4).rounded(.down)) == row, (0...1).contains(offset) else { continue }
            return Array(String(Int(abs(rung))))[offset]
        }
        return nil
    }

    /// The drone's own place: it does not move, the world does.
    private func aircraft(_ column: Int, _ row: Int) -> Character? {
        guard row == rows / 2 else { return nil }
        switch abs(column - columns / 2) {
        case 0: return "●"
        case 3...6: return "━"
        default: return nil
        }
    }
}
