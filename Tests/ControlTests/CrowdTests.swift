@testable import Control
@testable import Core
import Testing
import Values

@Suite struct CrowdTests {
    /// "a" is of the peer a; "A" may not go.
    private func leaver(_ seats: String) -> Int? {
        Crowd.leaver(
            of: seats.map { Crowd.Seat(of: $0.lowercased(), mayGo: $0.isLowercase) })
    }

    @Test("of a flood from one address or several the oldest of the largest part goes")
    func flood() {
        #expect(leaver("laaaaaaaaaaaa") == 1)
        #expect(leaver("labbbbbbaaaaa") == 1)
        #expect(leaver("lbabbbbbbbbbb") == 1)
        #expect(leaver("lab") == 0)
    }

    @Test("who has asked for something stays, also where everybody comes by one proxy")
    func asked() {
        #expect(leaver("Pppppppppppp") == 1)
        #expect(leaver("PPPPPPPPPPPPp") == 12)
        #expect(leaver("PPP") == nil)
        #expect(leaver("") == nil)
        #expect(leaver("AAAAAAAbcb") == 7)
    }
}

/// How often something may happen.
@Suite struct RateLimitTests {
    @Test("however many others come, who has had enough has had enough") func many() {
        let now = Instant(nanoseconds: 9_000_000_000)
        var limit = RateLimit<Int>(5, each: .seconds(1))
        var passed = 0
        for round in 0..<400 {
            // Later than all others, so that it is not the oldest.
            let time = now + .milliseconds(round)
            if limit.allows(-1, at: time) { passed += 1 }
            _ = limit.allows(round, at: time)
        }
        #expect(passed == 5)
    }
}
