import Cockpit
import Terminal
import Testing
import Values

/// What is expected is reckoned by hand: a cell is 2 by 4 dots, the middle of the picture is the
/// middle of its middle cell, and 26 degrees reach from there to the upper edge.
@Suite struct HorizonTests {
    private func lines(
        roll: Double = 0, pitch: Double = 0, columns: Int = 21, rows: Int
    ) -> [[Character]] {
        Horizon(roll: .degrees(roll), pitch: .degrees(pitch), columns: columns, rows: rows).draw()
            .map { Array($0.rendered(colour: false)) }
    }

    // 20 dots high: 10/26 dot a degree. The rungs for 10 and 20 degrees are 3.8 and 7.7 dots above the
    // middle at y = 10, so in the dot rows 6 and 2, both the third row of their cells; they reach
    // from 8 to 14 dots beside the middle at x = 21, so over the dots 7-12 and 29-34.
    @Test("level: the horizon lies in the middle, with rungs and their degrees above it")
    func level() {
        let lines = lines(rows: 5).map { String($0) }
        #expect(lines[0] == "   ⠠⠤⠤⠄       ⠠⠤⠤⠄ 20")
        #expect(lines[1] == "   ⠠⠤⠤⠄       ⠠⠤⠤⠄ 10")
        #expect(lines[2] == "⠶⠶⠶⠶━━━━⠶⠶●⠶⠶━━━━⠶⠶⠶⠶")
    }

    @Test("level: above the horizon is nothing but rungs, below it the ground everywhere")
    func hatching() {
        let lines = lines(rows: 13)
        for row in 0..<6 { #expect(lines[row][0] == " " && lines[row][1] == " ") }
        for row in 7..<13 { #expect(lines[row].allSatisfy { $0 != " " }) }
    }

    // 52 dots high: one dot a degree, so 8 degrees are two cells.
    @Test("nose up: the horizon sinks; nose down: it rises", arguments: [(8.0, 8), (-8.0, 4)])
    func pitch(degrees: Double, row: Int) {
        let lines = lines(pitch: degrees, rows: 13)
        #expect(lines[row][0] == "⠶" && lines[row][20] == "⠶")
    }

    // At 45 degrees a step of two columns (four dots) is one of one row (four dots).
    @Test("right side down: the horizon rises to the right; left side down: to the left")
    func roll() {
        for (roll, right) in [(45.0, 1), (-45.0, -1)] {
            let lines = lines(roll: roll, rows: 13)
            for step in 1...4 {
                #expect(lines[6 - step][10 + 2 * step * right] != " ", "roll \(roll), \(step)")
                #expect(lines[6 - step][10 - 2 * step * right] == " ", "roll \(roll), \(step)")
            }
        }
    }

    @Test("beyond the picture it is all ground, or all sky; nonsense is no trap") func extremes() {
        #expect(lines(pitch: -60, rows: 5).allSatisfy { $0.allSatisfy { $0 != " " } })
        #expect(lines(pitch: 60, rows: 5)[4].prefix(3) == [" ", " ", " "])
        for angle in [Double.nan, .infinity, 1e300] {
            #expect(lines(roll: angle, pitch: angle, rows: 5).count == 5)
        }
    }
}
