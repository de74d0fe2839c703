import Core
import Devices
import Testing

@testable import Policies

/// Whoever is followed, by the positions of a phone or of a receiver in the hand.
@Suite("Where a leader is") struct LeaderTrackerTests {
    private let start = Instant(nanoseconds: 1_000_000_000_000)

    private func tracker(_ extra: [String: JSONValue] = [:]) throws
        -> DroneNavigation.LeaderTracker
    {
        let settings = extra.merging(["law": "track"]) { given, _ in given }
        return DroneNavigation.LeaderTracker(try NavigatorBench.settings(.object(settings)))
    }

    private func fix(north: Double, error: Double = 3) -> Fix {
        Fix(position: NavigatorBench.place(north: north), horizontalErrorMetres: error)
    }

    /// One that has walked to the north for so many seconds, told once a second.
    private func walked(
        _ tracker: inout DroneNavigation.LeaderTracker, _ metresPerSecond: Double, seconds: Int
    ) -> Instant {
        for second in 0...seconds {
            tracker.note(
                fix(north: Double(second) * metresPerSecond),
                takenAt: start + .seconds(second))
        }
        return start + .seconds(seconds)
    }

    private func north(
        _ tracker: DroneNavigation.LeaderTracker, at now: Instant
    ) -> Double? {
        tracker.position(at: now).map {
            let home = NavigatorBench.home
            return home.distanceMetres(to: $0) * (home.bearing(to: $0)).cosine
        }
    }

    private func words(_ tracker: DroneNavigation.LeaderTracker, at now: Instant) -> String {
        tracker.trouble(at: now)?.description ?? "none"
    }

    @Test("a steady walk is followed without a lag, and between two positions it is expected on")
    func prediction() throws {
        var tracker = try tracker(["max_fix_jump": "5m"])
        let last = walked(&tracker, 1.2, seconds: 20)
        let now = try #require(north(tracker, at: last))
        #expect(abs(now - 24) < 0.2, "\(now)")
        let later = try #require(north(tracker, at: last + .milliseconds(900)))
        #expect(abs(later - now - 1.08) < 0.1, "\(later)")
        // No farther than two seconds of its speed.
        let end = try #require(north(tracker, at: last + .seconds(60)))
        #expect(abs(end - now - 2.4) < 0.2, "\(end)")
    }

    @Test("nothing heard, nothing for 3 s, or too unsure: each is a trouble, and says which")
    func silence() throws {
        var tracker = try tracker()
        #expect(words(tracker, at: start).hasSuffix("nothing was heard of it"))
        #expect(tracker.position(at: start) == nil)
        #expect(tracker.note(fix(north: 0, error: 30), takenAt: start) != nil)
        #expect(words(tracker, at: start).hasSuffix("the receiver is unsure by 30 m"))
        tracker.note(fix(north: 0), takenAt: start)
        #expect(tracker.trouble(at: start + .seconds(3)) == nil)
        #expect(words(tracker, at: start + .milliseconds(3100)).hasSuffix("for 3.1 s"))
    }

    @Test("a position that is repeated, older or comes at once again is no news")
    func repeated() throws {
        var tracker = try tracker()
        tracker.note(fix(north: 0), takenAt: start)
        for pause in [Duration.zero, .seconds(-2), .milliseconds(300)] {
            #expect(tracker.note(fix(north: 6), takenAt: start + pause) == nil)
        }
        #expect(tracker.trouble(at: start + .seconds(4)) != nil)
        #expect(abs(try #require(north(tracker, at: start + .seconds(1)))) < 0.001)
    }

    @Test("one that runs or drives is not followed")
    func tooFast() throws {
        var tracker = try tracker(["max_fix_jump": "5m"])
        let last = walked(&tracker, 4.5, seconds: 30)
        #expect(words(tracker, at: last).contains("m/s, the limit is 3 m/s"))
    }

    @Test("a jump is not believed for 3 s, and then starts over")
    func jump() throws {
        var tracker = try tracker(["max_fix_jump": "5m"])
        let last = walked(&tracker, 0, seconds: 5)
        for second in 1...3 {
            let flaw = tracker.note(fix(north: 60), takenAt: last + .seconds(second))
            #expect(flaw == "it has jumped by 60 m")
        }
        #expect(words(tracker, at: last + .milliseconds(3100)).hasSuffix("jumped by 60 m"))
        #expect(tracker.note(fix(north: 60), takenAt: last + .seconds(4)) == nil)
        #expect(tracker.trouble(at: last + .seconds(4)) == nil)
        let now = try #require(north(tracker, at: last + .seconds(4)))
        #expect(abs(now - 60) < 0.1, "\(now)")
    }

    @Test("a place that a phone measured a while ago is as old as that; too old a one is refused")
    func age() throws {
        var bench = try NavigatorBench(["law": "track"])
        bench.run(for: .seconds(1))
        func tell(_ seconds: Int, north: Double = 0) -> Response? {
            bench.ask(.leader(fix(north: north), age: .seconds(seconds)))
        }
        #expect(tell(2)?.message == "noted")
        #expect(tell(4)?.message == "refused: that is where the leader was 4.1 s ago")
        // Measured before what is known, it is no news.
        #expect(tell(2, north: 500)?.message == "noted")
        #expect(tell(0, north: 1)?.outcome == .done)
    }
}
