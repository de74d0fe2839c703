import PolicyKit
import Testing
import Values

struct DoubtTimerTests {
    private let start = Instant(nanoseconds: 1_000_000_000)
    private let limit = Duration.seconds(60)

    /// One that was noted each second, as the word has it: `d` is in doubt, `g` is good.
    private func timer(_ story: [(isDoubtful: Bool, seconds: Int)]) -> DoubtTimer {
        var (timer, now) = (DoubtTimer(), start)
        for part in story {
            for _ in 0..<part.seconds {
                timer.note(part.isDoubtful, limit: limit, at: now)
                now = now + .seconds(1)
            }
        }
        return timer
    }

    @Test("a doubt is exhausted when it has lasted for the limit, and not a second before")
    func limits() {
        // The first note begins it.
        #expect(!timer([(true, 60)]).isExhausted)
        #expect(timer([(true, 60)]).left(of: limit) == .seconds(1))
        #expect(timer([(true, 61)]).isExhausted)
        #expect(timer([(true, 500)]).left(of: limit) == .zero)
    }

    @Test("a good moment does not begin it again: the time leaks away as fast as it grew")
    func leaks() {
        let loose = timer([(true, 40), (false, 10), (true, 31)])
        #expect(loose.isExhausted)
        #expect(!timer([(true, 40), (false, 50), (true, 59)]).isExhausted)
    }

    @Test("an exhausted doubt is over when all of it has leaked away, and not before")
    func over() {
        #expect(timer([(true, 61), (false, 60)]).isExhausted)
        #expect(!timer([(true, 61), (false, 61)]).isExhausted)
    }

    @Test("another limit counts from the next note on")
    func otherLimit() {
        var timer = timer([(true, 31)])
        timer.note(true, limit: .seconds(20), at: start + .seconds(31))
        #expect(timer.isExhausted)
        #expect(timer.elapsed == .seconds(20))
    }
}
