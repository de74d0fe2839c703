import Devices
import Testing

@testable import Policies

@Suite("The proof that the flap is shut")
struct FlapMonitorTests {
    private func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: 1_000_000_000_000 + milliseconds * 1_000_000)
    }

    private func shut(_ changes: UInt64, _ changedAt: Int64, at now: Int64) -> Sample<Contact> {
        .good(Contact(isActive: true, changes: changes, changedAt: at(changedAt)), at: at(now))
    }

    private func monitor() -> PetDoor.FlapMonitor { .init(closedFor: .seconds(2)) }

    @Test("takes as long as it should, for a contact that is read again and again")
    func undisturbed() {
        var flap = monitor()
        for now in stride(from: Int64(0), to: 2000, by: 250) {
            #expect(
                flap.note(shut(0, 0, at: now), at: at(now))
                    == .flapJustClosed(left: .milliseconds(2000 - now)))
        }
        #expect(flap.note(shut(0, 0, at: 2000), at: at(2000)) == nil)
    }

    @Test("begins again when the flap opened and shut between two steps")
    func between() {
        var flap = monitor()
        _ = flap.note(shut(7, 0, at: 0), at: at(0))
        #expect(
            flap.note(shut(9, 1900, at: 1950), at: at(2000))
                == .flapJustClosed(left: .seconds(2)))
        #expect(flap.note(shut(9, 1900, at: 3000), at: at(4000)) == nil)
        #expect(
            flap.note(shut(11, 4100, at: 4200), at: at(4250))
                == .flapJustClosed(left: .seconds(2)), "also after it was complete")
    }

    @Test("begins again when the driver of the flap began to watch it again")
    func restarted() {
        var flap = monitor()
        _ = flap.note(shut(0, 0, at: 0), at: at(0))
        #expect(
            flap.note(shut(0, 1900, at: 1900), at: at(2000))
                == .flapJustClosed(left: .seconds(2)))
    }
}
