import Testing
import Values

@Suite struct SampleTests {
    private let taken = Instant(nanoseconds: 5_000_000_000)
    private let limit = Duration.seconds(2)
    private var sample: Sample<Temperature> { .good(Temperature(celsius: 21), at: taken) }

    @Test("a sample is fresh up to its limit and stale beyond it") func staleness() {
        #expect(sample.judged(at: taken + limit, staleAfter: limit) == sample)
        let later = sample.judged(at: taken + limit + .nanoseconds(1), staleAfter: limit)
        #expect(later.quality == .stale(limit: limit))
        #expect(later.good == nil)
        #expect(later.value == Temperature(celsius: 21))
        #expect(later.takenAt == taken)
    }

    @Test("without a limit it stays fresh for ever") func noLimit() {
        #expect(sample.judged(at: Instant(nanoseconds: .max), staleAfter: nil) == sample)
    }

    @Test("one from the future is trusted no further than one from the past") func future() {
        #expect(sample.judged(at: taken - .milliseconds(1), staleAfter: limit).good != nil)
        let ahead = sample.judged(at: taken - limit - .nanoseconds(1), staleAfter: limit)
        #expect(ahead.good == nil)
    }

    @Test("an absence does not become stale, and says since when") func absence() {
        let absent = Sample<Temperature>.absent(since: taken, because: "unplugged")
        #expect(absent.judged(at: taken + .seconds(60), staleAfter: limit) == absent)
        #expect(absent.age(at: taken + .seconds(60)) == .seconds(60))
        #expect(absent.value == nil)
        #expect(absent.good == nil)
    }

    @Test("a doubtful value is shown, but no decision rests on it") func doubtful() {
        let doubtful = Sample.doubtful(
            Temperature(celsius: 85), at: taken, because: "the power-on value")
        #expect(doubtful.value != nil)
        #expect(doubtful.good == nil)
        #expect(doubtful.quality.description == "doubtful: the power-on value")
    }

    @Test(
        "every quality survives a recording",
        arguments: [
            Sample.good(Contact(isActive: true), at: .zero),
            .doubtful(Contact(isActive: false), at: .zero, because: "bouncing"),
            .absent(since: .zero, because: "no such line"),
            Sample.good(Contact(isActive: true), at: .zero)
                .judged(at: Instant(nanoseconds: 9), staleAfter: .nanoseconds(1)),
        ])
    func recorded(sample: Sample<Contact>) throws {
        #expect(try roundTrip(sample) == sample)
    }
}
