import Testing

@testable import Gateway

@Suite struct CrowdTests {
    /// "a" waits at address a; "A" may not go.
    private func leaver(_ seats: String) -> Int? {
        Crowd.leaver(
            of: seats.map { Crowd.Seat(address: $0.lowercased(), mayGo: $0.isLowercase) })
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
