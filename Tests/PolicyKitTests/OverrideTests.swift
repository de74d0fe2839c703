import PolicyKit
import Testing
import Values

struct OverrideTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    private func override(isByHand: Bool = false, endsAtDawn: Bool = false) -> Override<String> {
        Override(
            mode: "open", until: start + .seconds(100), isByHand: isByHand, endsAtDawn: endsAtDawn)
    }

    /// Whether it is over after these steps, one a second.
    private func isOver(_ override: Override<String>, _ days: [Bool]) -> Bool {
        var override = override
        return days.enumerated().contains { second, isDay in
            override.isOver(isDay: isDay, at: start + .seconds(second))
        }
    }

    @Test("it holds until its time is over, whatever the light")
    func time() {
        let days = (0..<100).map { $0 % 7 > 3 }
        #expect(!isOver(override(), days))
        #expect(isOver(override(), days + [false]))
    }

    @Test("one until dawn ends with the next morning, and not with the day on which it began")
    func dawn() {
        #expect(!isOver(override(endsAtDawn: true), [true, true]))
        #expect(!isOver(override(endsAtDawn: true), [true, false]))
        #expect(isOver(override(endsAtDawn: true), [true, false, true]))
    }

    @Test("one by hand ends as soon as it is day")
    func hand() {
        #expect(!isOver(override(isByHand: true), [false, false]))
        #expect(isOver(override(isByHand: true), [false, true]))
        #expect(isOver(override(isByHand: true), [true]))
    }

    @Test("other settings make it shorter and never longer, and what it has seen stays")
    func bounded() {
        var night = override()
        _ = night.isOver(isDay: false, at: start)
        let shorter = night.bounded(by: start + .seconds(5), endsAtDawn: true)
        #expect(shorter.until == start + .seconds(5))
        #expect(shorter.endsAtDawn && shorter.hasSeenNight)
        #expect(night.bounded(by: start + .seconds(500), endsAtDawn: false).until == night.until)
        #expect(!override(isByHand: true).bounded(by: start, endsAtDawn: true).endsAtDawn)
    }
}
