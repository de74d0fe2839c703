@testable import Core
import Testing
import Values

@Suite struct DeadlineGridTests {
    private let start = Instant(nanoseconds: 1_000_000_000)
    private func at(_ milliseconds: Int64) -> Instant { start + .milliseconds(milliseconds) }

    @Test("a timer that is never late serves every deadline") func punctual() {
        var grid = DeadlineGrid(start: start, period: .milliseconds(20))
        for number in 0..<5 {
            let due = at(Int64(number) * 20)
            #expect(grid.serve(at: due) == Tick(due: due, now: due, skipped: 0))
        }
    }

    @Test("lateness does not add up: the next deadline is where it always was")
    func noDrift() {
        var grid = DeadlineGrid(start: start, period: .milliseconds(20))
        #expect(grid.serve(at: at(7)).lateness == .milliseconds(7))
        #expect(grid.serve(at: at(39)) == Tick(due: at(20), now: at(39), skipped: 0))
        #expect(grid.due == at(40))
    }

    @Test("deadlines that passed meanwhile are skipped and counted, not made up for")
    func skips() {
        var grid = DeadlineGrid(start: start, period: .milliseconds(20))
        _ = grid.serve(at: at(0))
        #expect(grid.serve(at: at(85)) == Tick(due: at(80), now: at(85), skipped: 3))
        #expect(grid.serve(at: at(100)) == Tick(due: at(100), now: at(100), skipped: 0))
    }

    @Test("a timer that fires a hair early serves the deadline that it was meant for")
    func early() {
        var grid = DeadlineGrid(start: start, period: .milliseconds(20))
        _ = grid.serve(at: at(0))
        let hair = at(20) - .nanoseconds(500)
        #expect(grid.serve(at: hair) == Tick(due: at(20), now: hair, skipped: 0))
        #expect(grid.due == at(40))
    }

    @Test("a machine that was suspended for a year serves one tick, not a year of them")
    func suspended() {
        var grid = DeadlineGrid(start: start, period: .milliseconds(5))
        let year = Duration.seconds(365 * 86400)
        let tick = grid.serve(at: start + year)
        #expect(tick.skipped == 365 * 86400 * 200)
        #expect(tick.lateness == .zero)
    }
}
