/// Bars of text.
package enum Gauge {
    /// A share of 0...1 as a bar from left to right.
    package static func bar(_ fraction: Double, width: Int) -> String {
        let full = cells(fraction, width)
        return String(repeating: "█", count: full) + String(repeating: "·", count: width - full)
    }

    /// A stick of -1...1 on a rail with its middle marked.
    package static func rail(_ fraction: Double, width: Int) -> String {
        let half = width / 2
        var rail = [Character](repeating: "─", count: half * 2 + 1)
        rail[half] = "┼"
        let sound = fraction.isFinite ? min(1, max(-1, fraction)) : 0
        // A stick that is not in the middle must not look as if it were.
        let away = Int((abs(sound) * Double(half)).rounded(.up))
        rail[half + (sound < 0 ? -away : away)] = "●"
        return String(rail)
    }

    /// A share of 0...1 as a column of single characters from the top down, in eighths.
    package static func column(_ fraction: Double, height: Int) -> [Character] {
        let eighths = cells(fraction, height * 8)
        let steps: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        return (0..<height).map { row in
            steps[min(8, max(0, eighths - (height - 1 - row) * 8))]
        }
    }

    private static func cells(_ fraction: Double, _ count: Int) -> Int {
        let sound = fraction.isFinite ? min(1, max(0, fraction)) : 0
        return Int((sound * Double(max(0, count))).rounded())
    }
}
