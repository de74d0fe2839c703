import PolicyKit
import Testing
import Values

struct MoveBudgetTests {
    private let start = Instant(nanoseconds: 1_000_000_000_000)

    /// One that has moved so often, once a minute.
    private func spent(_ count: Int, countsForDay: Bool = true) -> MoveBudget {
        var budget = MoveBudget()
        for minute in 0..<count {
            budget.spend(at: start + .seconds(60 * minute), countsForDay: countsForDay)
        }
        return budget
    }

    private func wait(
        _ budget: MoveBudget, count: Int = 1, perDay: Int? = nil, minute: Int
    ) -> Duration {
        budget.wait(count: count, perHour: 6, perDay: perDay, at: start + .seconds(60 * minute))
    }

    @Test("within the moves of an hour it need not wait; then until the oldest is an hour ago")
    func hour() {
        #expect(wait(spent(5), minute: 5) == .zero)
        #expect(wait(spent(6), minute: 6) == .seconds(3600 - 360))
        #expect(wait(spent(6), minute: 60) == .zero)
        #expect(wait(spent(5), count: 2, minute: 5) == .seconds(3600 - 300))
    }

    @Test("the day counts where it is given, but not moves with a rhythm of their own")
    func day() {
        #expect(wait(spent(5), perDay: 5, minute: 90) == .seconds(86400 - 5400))
        #expect(wait(spent(5), perDay: nil, minute: 90) == .zero)
        #expect(wait(spent(5, countsForDay: false), perDay: 5, minute: 90) == .zero)
        #expect(spent(5).isDayOver(perDay: 5, at: start + .seconds(3600)))
        #expect(!spent(5).isDayOver(perDay: 6, at: start + .seconds(3600)))
        #expect(!spent(5).isDayOver(perDay: 5, at: start + .seconds(86400)))
    }

    @Test("more at once than are ever allowed wait for a whole hour, each time")
    func tooMany() {
        #expect(wait(MoveBudget(), count: 7, minute: 0) == .seconds(3600))
    }

    @Test("it has rested since its last move")
    func rest() {
        #expect(MoveBudget().rest(at: start) == nil)
        #expect(spent(2).rest(at: start + .seconds(100)) == .seconds(40))
    }
}
