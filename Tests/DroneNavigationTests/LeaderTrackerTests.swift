import Core
import JSON
import Testing
import Values

@testable import DroneNavigation

/// Whoever is followed, by the positions of a phone or of a receiver in the hand.
@Suite("Where a leader is") struct LeaderTrackerTests {
    private let start = Instant(nanoseconds: 1_000_000_000_000)

    /// A tracker with the settings that are valid.
    private struct Tracker {
        private var tracker = DroneNavigation.LeaderTracker()
        private let settings: DroneNavigation.Settings

        init(_ extra: [String: JSONValue]) throws {
            settings = try NavigatorBench.settings(
                .object(extra))
        }

        @discardableResult
        mutating func note(_ fix: Fix, takenAt: Instant, isFlying: Bool) -> String? {
            tracker.note(fix, takenAt: takenAt, isFlying: isFlying, by: settings)
        }

        mutating func beginAnew() { tracker.beginAnew() }

        func position(at now: Instant) -> Position? { tracker.position(at: now) }

        func trouble(at now: Instant) -> DroneNavigation.FailsafeCondition? {
            tracker.trouble(by: settings, at: now)
        }
    }

    private func tracker(_ extra: [String: JSONValue] = [:]) throws -> Tracker {
        try Tracker(extra)
    }

    private func fix(north: Double, error: Double = 3) -> Fix {
        Fix(position: NavigatorBench.place(north: north), horizontalErrorMetres: error)
    }

    /// One that has walked to the north for so many seconds, told once a second.
    private func walked(
        _ tracker: inout Tracker, _ metresPerSecond: Double, seconds: Int
    ) -> Instant {
        for second in 0...seconds {
            tracker.note(
                fix(north: Double(second) * metresPerSecond),
                takenAt: start + .seconds(second), isFlying: true)
        }
        return start + .seconds(seconds)
    }

    private func north(
        _ tracker: Tracker, at now: Instant
    ) -> Double? {
        tracker.position(at: now).map {
            let home = NavigatorBench.home
            return home.distanceMetres(to: $0) * (home.bearing(to: $0)).cosine
        }
    }

    private func words(_ tracker: Tracker, at now: Instant) -> String {
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
        #expect(tracker.note(fix(north: 0, error: 30), takenAt: start, isFlying: true) != nil)
        #expect(words(tracker, at: start).hasSuffix("the receiver is unsure by 30 m"))
        tracker.note(fix(north: 0), takenAt: start, isFlying: true)
        #expect(tracker.trouble(at: start + .seconds(3)) == nil)
        #expect(words(tracker, at: start + .milliseconds(3100)).hasSuffix("for 3.1 s"))
    }

    @Test("a position that is repeated, older or comes at once again is no news")
    func repeated() throws {
        var tracker = try tracker()
        tracker.note(fix(north: 0), takenAt: start, isFlying: true)
        for pause in [Duration.zero, .seconds(-2), .milliseconds(300)] {
            #expect(tracker.note(fix(north: 6), takenAt: start + pause, isFlying: true) == nil)
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

    /// Tells once a second that they are so far to the north; returns what was said to the last.
    private func tell(
        _ tracker: inout Tracker, north: Double, from begin: Instant,
        seconds: ClosedRange<Int>, isFlying: Bool = true
    ) -> String? {
        var flaw: String?
        for second in seconds {
            flaw = tracker.note(
                fix(north: north), takenAt: begin + .seconds(second), isFlying: isFlying)
        }
        return flaw
    }

    @Test("a jump of less than 100 m is not believed for 3 s, and then starts over")
    func jump() throws {
        var tracker = try tracker(["max_fix_jump": "5m"])
        let last = walked(&tracker, 0, seconds: 5)
        for second in 1...3 {
            let flaw = tell(&tracker, north: 60, from: last, seconds: second...second)
            #expect(flaw == "it has jumped by 60 m")
        }
        #expect(words(tracker, at: last + .milliseconds(3100)).hasSuffix("jumped by 60 m"))
        #expect(tell(&tracker, north: 60, from: last, seconds: 4...4) == nil)
        #expect(tracker.trouble(at: last + .seconds(4)) == nil)
        let now = try #require(north(tracker, at: last + .seconds(4)))
        #expect(abs(now - 60) < 0.1, "\(now)")
    }

    @Test("one of more is not believed in the air, for however long it is told")
    func farJump() throws {
        var tracker = try tracker()
        let last = walked(&tracker, 0, seconds: 5)
        let told = tell(&tracker, north: 110, from: last, seconds: 1...600)
        #expect(told == "it has jumped by 110 m")
        #expect(words(tracker, at: last + .seconds(600)).hasSuffix("it has jumped by 110 m"))
        #expect(abs(try #require(north(tracker, at: last + .seconds(600)))) < 0.1)
        // Near where they were they are believed at once, on the ground wherever they are.
        var near = tracker
        #expect(tell(&near, north: 90, from: last, seconds: 601...601) == nil)
        #expect(near.trouble(at: last + .seconds(601)) == nil)
        let flaw = tell(&tracker, north: 110, from: last, seconds: 601...601, isFlying: false)
        #expect(flaw == nil && tracker.trouble(at: last + .seconds(601)) == nil)
    }

    @Test("a person who wants them followed anew has them taken for where they are told to be")
    func beginsAnew() throws {
        var tracker = try tracker()
        let last = walked(&tracker, 0, seconds: 5)
        _ = tell(&tracker, north: 300, from: last, seconds: 1...5)
        tracker.beginAnew()
        #expect(tracker.trouble(at: last + .seconds(5)) == nil)
        #expect(abs(try #require(north(tracker, at: last + .seconds(5))) - 300) < 0.1)
    }

    @Test("0, 0 is no place, before anything was told and after it")
    func unset() throws {
        var tracker = try tracker()
        for second in [0, 30] {
            let flaw = tracker.note(
                Fix(position: .origin, horizontalErrorMetres: 3), takenAt: start + .seconds(second),
                isFlying: second > 0)
            #expect(flaw == Position.whyUnset)
            tracker.beginAnew()
            #expect(words(tracker, at: start + .seconds(second)).hasSuffix(Position.whyUnset))
            tracker.note(fix(north: 0), takenAt: start + .seconds(second + 1), isFlying: true)
        }
    }

    @Test("a receiver that no longer tells how unsure it is cannot be followed")
    func unsaid() throws {
        var tracker = try tracker()
        let last = walked(&tracker, 0, seconds: 5)
        let bare = Fix(position: NavigatorBench.home)
        for second in 1...5 {
            let flaw = tracker.note(bare, takenAt: last + .seconds(second), isFlying: true)
            #expect(flaw == "the receiver no longer tells its error")
        }
        #expect(tracker.trouble(at: last + .seconds(5)) != nil)
    }

    @Test("a place that a phone measured a while ago is as old as that; too old a one is refused")
    func age() throws {
        var bench = try NavigatorBench()
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
