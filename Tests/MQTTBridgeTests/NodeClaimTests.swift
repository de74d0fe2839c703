import Testing
import Values

@testable import MQTTBridge

/// When a place at the broker that another bridge has taken may be taken back.
@Suite struct NodeClaimTests {
    private let start = Instant(nanoseconds: 1_000_000_000_000)

    @Test("not while the other is there, and half a minute after it is gone") func other() {
        var claim = NodeClaim()
        claim.noteTaken(at: start)
        claim.noteLost(at: start)
        #expect(!claim.isFree(at: start + .seconds(3600)))
        claim.noteListening(at: start)
        claim.note(isOnline: true, at: start)
        #expect(!claim.isFree(at: start + .seconds(3600)))
        claim.note(isOnline: false, at: start + .seconds(100))
        #expect(!claim.isFree(at: start + .seconds(129)))
        #expect(claim.isFree(at: start + .seconds(130)))
        // It was only starting again.
        claim.note(isOnline: true, at: start + .seconds(131))
        #expect(!claim.isFree(at: start + .seconds(3600)))
    }

    @Test("where the broker has kept nothing of it, it is gone") func nothingKept() {
        var claim = NodeClaim()
        claim.noteLost(at: start)
        claim.noteListening(at: start)
        claim.noteListening(at: start + .seconds(29))
        #expect(!claim.isFree(at: start + .seconds(29)))
        #expect(claim.isFree(at: start + .seconds(30)))
    }

    @Test("a broker that tells nothing any more leaves it open") func deaf() {
        var claim = NodeClaim()
        claim.noteLost(at: start)
        claim.noteListening(at: start)
        claim.noteDeaf()
        #expect(!claim.isFree(at: start + .seconds(3600)))
    }

    @Test(
        "the more often the place is lost, the longer it is waited, until it was had for ten minutes"
    )
    func backOff() {
        var claim = NodeClaim()
        var now = start
        var waits: [Int] = []
        for _ in 0..<7 {
            claim.noteTaken(at: now)
            claim.noteLost(at: now + .seconds(1))
            claim.noteListening(at: now + .seconds(1))
            let wait = (0...1000).first { claim.isFree(at: now + .seconds(1 + $0)) }
            waits.append(wait ?? -1)
            now = now + .seconds(1 + (wait ?? 0))
        }
        #expect(waits == [30, 60, 120, 300, 600, 600, 600])
        claim.noteTaken(at: now)
        claim.noteLost(at: now + .seconds(600))
        claim.noteListening(at: now + .seconds(600))
        #expect(claim.isFree(at: now + .seconds(630)))
    }
}
