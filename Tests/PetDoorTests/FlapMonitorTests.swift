import Testing
import Values

@testable import PetDoor

extension PetDoor.FlapMonitor {
    fileprivate mutating func note(
        _ flap: Sample<Contact>?, at now: Instant
    ) -> PetDoor.LockInterlock? {
        note(flap, closedFor: .seconds(2), at: now)
    }
}

@Suite("The proof that the flap is shut")
struct FlapMonitorTests {
    private func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: 1_000_000_000_000 + milliseconds * 1_000_000)
    }

    private func shut(_ changes: UInt64, _ changedAt: Int64, at now: Int64) -> Sample<Contact> {
        .good(Contact(isActive: true, changes: changes, changedAt: at(changedAt)), at: at(now))
    }

    private func monitor() -> PetDoor.FlapMonitor { .init() }

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

    // MARK: - What it says of the last hours

    /// A flap that is looked at every second.
    private struct Watched {
        var flap = PetDoor.FlapMonitor()
        var now = Instant(nanoseconds: 1_000_000_000_000)
        var contact: Contact?
        var latest: PetDoor.LockInterlock?

        /// `isShut`: as its switch says it; `nil` is one that is not heard.
        mutating func show(_ isShut: Bool?, for time: Duration) {
            let end = now + time
            while now < end {
                now = now + .seconds(1)
                if let isShut, isShut != contact?.isActive {
                    contact = Contact(
                        isActive: isShut, changes: (contact?.changes ?? 0) + 1, changedAt: now)
                }
                let heard = isShut == nil ? nil : contact
                latest = flap.note(
                    heard.map { .good($0, at: now) } ?? .absent(since: now, because: "unplugged"),
                    at: now)
            }
        }

        /// After the first minutes of a program, in which it was shut.
        static func old() -> Watched {
            var watched = Watched()
            watched.show(true, for: .seconds(600))
            return watched
        }
    }

    @Test("of the time in which it was open it must be shut for a ninth, and no longer than 20 min")
    func weighed() {
        for (open, shut) in [(Int64(900), Int64(100)), (3 * 3600, 1200), (24 * 3600, 1200)] {
            var watched = Watched.old()
            watched.show(false, for: .seconds(600))
            watched.show(true, for: .seconds(1200))
            watched.show(false, for: .seconds(open))
            watched.show(true, for: .seconds(shut))
            guard case .flapMostlyOpen(let left)? = watched.latest else {
                Issue.record("\(open): \(watched.latest.map { "\($0)" } ?? "may lock")")
                continue
            }
            #expect(left <= .seconds(2), "\(open)")
            watched.show(true, for: .seconds(3))
            #expect(watched.latest == nil, "\(open)")
        }
    }

    @Test("a switch that is not heard weighs nothing, and begins the proof again") func unheard() {
        var watched = Watched.old()
        watched.show(false, for: .seconds(1800))
        watched.show(nil, for: .seconds(36_000))
        watched.show(true, for: .seconds(190))
        guard case .flapMostlyOpen? = watched.latest else {
            Issue.record("\(watched.latest.map { "\($0)" } ?? "may lock")")
            return
        }
        watched.show(true, for: .seconds(80))
        #expect(watched.latest == nil)
        watched.show(nil, for: .seconds(1))
        watched.show(true, for: .seconds(1))
        #expect(watched.latest == .flapJustClosed(left: .seconds(2)))
    }

    @Test("a day of a cat that passes every minute is never one on which it was mostly open")
    func normalDay() {
        var watched = Watched.old()
        var waits = 0
        for _ in 0..<1440 {
            watched.show(false, for: .seconds(3))
            watched.show(true, for: .seconds(57))
            if watched.latest != nil { waits += 1 }
        }
        // The first opening of a program counts for nine minutes, of which it must be shut for one.
        #expect(waits <= 1, "\(waits)")
    }

    @Test("a start knows nothing of the hours before: its first opening counts as nine minutes")
    func firstOpening() {
        var watched = Watched()
        watched.show(false, for: .seconds(10))
        watched.show(true, for: .seconds(55))
        guard case .flapMostlyOpen? = watched.latest else {
            Issue.record("\(watched.latest.map { "\($0)" } ?? "may lock")")
            return
        }
        watched.show(true, for: .seconds(10))
        #expect(watched.latest == nil)
        // One that has been shut since the start is not waited for.
        var shut = Watched()
        shut.show(true, for: .seconds(3))
        #expect(shut.latest == nil)
    }
}
