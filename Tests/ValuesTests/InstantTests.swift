import Testing
import Values

@Suite struct InstantTests {
    @Test("adding and taking away a duration are exact to the nanosecond") func exact() {
        let instant = Instant(nanoseconds: 1_000_000_000_007)
        #expect((instant + .milliseconds(250)).nanoseconds == 1_000_250_000_007)
        #expect((instant - .nanoseconds(8)).nanoseconds == 999_999_999_999)
        #expect((instant + .milliseconds(250)) - instant == .milliseconds(250))
        #expect(instant - (instant + .seconds(1)) == .seconds(-1))
    }

    @Test("arithmetic at the ends of the clock stays there instead of trapping") func saturates() {
        let first = Instant(nanoseconds: .min)
        let last = Instant(nanoseconds: .max)
        #expect(last + .seconds(1) == last)
        #expect(first - .seconds(1) == first)
        #expect(last - .seconds(-1) == last)
        #expect(last - first == .nanoseconds(Int64.max))
        #expect(first - last == .nanoseconds(Int64.min))
        #expect(Instant.zero - first == .nanoseconds(Int64.max))
        #expect(first + .seconds(Int64.max) > first)
    }

    @Test("an instant travels as a bare number") func coding() throws {
        let sample = Sample.good(Temperature(celsius: 21), at: Instant(nanoseconds: 42))
        #expect(try roundTrip(sample) == sample)
    }
}

@Suite struct DurationNanosecondsTests {
    @Test("a duration that 64 bits hold is exact, also below zero")
    func exact() {
        #expect(Duration.milliseconds(250).nanoseconds == 250_000_000)
        #expect(Duration.nanoseconds(-1_500_000_001).nanoseconds == -1_500_000_001)
        // Beyond 9.2 s, which 64 bits of attoseconds hold, either way.
        let hour = Duration.seconds(3600) + .nanoseconds(1)
        #expect(hour.nanoseconds == 3_600_000_000_001)
        #expect((Duration.zero - hour).nanoseconds == -3_600_000_000_001)
        for last in [807, 808] as [Int64] {
            let edge = Duration(
                secondsComponent: 9, attosecondsComponent: 223_372_036_854_775_000 + last)
            #expect(edge.nanoseconds == 9_223_372_036)
            #expect((Duration.zero - edge).nanoseconds == -9_223_372_036)
        }
        #expect(Duration.milliseconds(1500).seconds == 1.5)
        #expect(Duration.microseconds(1500).milliseconds == 1.5)
    }

    @Test(
        "one that they do not hold is held where it can still be doubled and negated",
        arguments: [Duration.seconds(Int64.max), .seconds(Int64.max / 1_000_000_000)])
    func saturates(duration: Duration) {
        let most = duration.nanoseconds
        let least = (Duration.zero - duration).nanoseconds
        #expect(most > 4_000_000_000_000_000_000)
        #expect(least == -most)
        #expect(!most.multipliedReportingOverflow(by: 2).overflow)
    }
}
