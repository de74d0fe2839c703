/// A picture of dots, two wide and four high in each character cell (Unicode braille patterns).
package struct BrailleCanvas: Sendable {
    package let columns: Int
    package let rows: Int
    private var cells: [UInt8]

    package init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        cells = [UInt8](repeating: 0, count: self.columns * self.rows)
    }

    package var dotsWide: Int { columns * 2 }
    package var dotsHigh: Int { rows * 4 }

    /// Sets the dot `x` from the left and `y` from the top; outside the picture nothing happens.
    package mutating func set(x: Int, y: Int) {
        guard (0..<dotsWide).contains(x), (0..<dotsHigh).contains(y) else { return }
        cells[y / 4 * columns + x / 2] |= Self.bit(column: x % 2, row: y % 4)
    }

    /// Draws a straight line of dots (Bresenham's algorithm).
    package mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
        let (width, height) = (abs(end.x - start.x), -abs(end.y - start.y))
        let (stepX, stepY) = (start.x < end.x ? 1 : -1, start.y < end.y ? 1 : -1)
        var (x, y, error) = (start.x, start.y, width + height)
        // A line cannot have more dots than this, whatever it is given.
        for _ in 0...(width - height) {
            set(x: x, y: y)
            if x == end.x && y == end.y { return }
            let doubled = 2 * error
            if doubled >= height { (error, x) = (error + height, x + stepX) }
            if doubled <= width { (error, y) = (error + width, y + stepY) }
        }
    }

    /// The rows of the picture as characters; an empty cell is a space.
    package var lines: [[Character]] {
        (0..<rows).map { row in
            cells[row * columns..<(row + 1) * columns].map { bits in
                guard bits != 0, let scalar = Unicode.Scalar(0x2800 + UInt32(bits)) else {
                    return " "
                }
                return Character(scalar)
            }
        }
    }

    /// The bit of a dot in its cell: the dots are numbered 1 2 3 7 down the left column and
    /// 4 5 6 8 down the right (Unicode, block 2800).
    private static func bit(column: Int, row: Int) -> UInt8 {
        row == 3 ? 0x40 << column : 1 << (row + 3 * column)
    }
}
