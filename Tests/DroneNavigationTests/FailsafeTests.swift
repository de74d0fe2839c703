import Core
import JSON
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// One test for each row of the failsafe table, and for what they have in common. Under the law `track` an estimate
/// bridges 2 s without a position that can be used, counted from when the last one was measured: 0.2 s before its time.
@Suite("Failsafes of the drone")
struct FailsafeTests {
    @Test("position lost for 2 s: hovers, lands after 5 s more")
    func fixLost() throws {
        var bench = try NavigatorBench.flying()
        bench.position = nil
        #expect(bench.run(for: .milliseconds(1800)).reason.code == "flying")
        #expect(bench.step().pilot == .hover)
        #expect(bench.code == "paused-fix-lost")
        #expect(bench.run(for: .milliseconds(4900)).pilot == .hover)
        #expect(bench.run(for: .milliseconds(150)).pilot == .land)
        #expect(bench.code == "landing-fix-lost")
    }

    @Test("positions that come 2 s late are as bad as none, those that are a second late are not")
    func fixTooOld() throws {
        var bench = try NavigatorBench.flying()
        bench.fixAge = .milliseconds(1000)
        #expect(bench.run(for: .seconds(5)).reason.code == "flying")
        bench.fixAge = .milliseconds(2001)
        bench.run(for: .seconds(2))
        #expect(bench.code == "paused-fix-lost")
        #expect(bench.outputs?.reason.description.contains("older than 2.0 s") == true)
    }

    @Test("position back: flies on after 3 s of good positions, not before")
    func fixBack() throws {
        var bench = try NavigatorBench.flying()
        bench.position = nil
        bench.run(for: .seconds(4))
        bench.position = NavigatorBench.home
        #expect(bench.run(for: .milliseconds(2900)).pilot == .hover)
        #expect(bench.run(for: .milliseconds(200)).reason.code == "flying")
    }

    @Test("a trouble that is gone counts down to flying on, not to a landing")
    func countdown() throws {
        var bench = try NavigatorBench.flying()
        bench.position = nil
        bench.run(for: .milliseconds(3800))
        #expect(bench.outputs?.reason.description.contains("; lands in 3.") == true)
        bench.position = NavigatorBench.home
        var words: [String] = []
        while bench.code != "flying", words.count < 100 {
            words.append(bench.step().reason.description)
        }
        let counted = words.dropLast()
        #expect(counted.count > 50 && !counted.contains { $0.contains("lands") }, "\(counted)")
        #expect(counted.first?.contains("; flies on in ") == true, "\(counted)")
        let decision = bench.details?["failsafes"]
        #expect(decision == [], "\(String(describing: decision))")
    }

    @Test("of several troubles the time to the first that ends the flight is told")
    func soonest() throws {
        var bench = try NavigatorBench.flying()
        bench.hdop = 9
        // Poor for 10 s it lands, and without anything that shows whether it drifts 7 s after the last good position.
        let words = bench.run(for: .seconds(5)).reason.description
        #expect(bench.code == "paused-fix-poor" && words.contains("lands in 2.0 s"), "\(words)")
    }

    @Test("a position that flickers is as bad as one that is lost")
    func fixFlickers() throws {
        var bench = try NavigatorBench.flying()
        for _ in 0..<3 {
            bench.position = nil
            bench.run(for: .seconds(3))
            bench.position = NavigatorBench.home
            bench.run(for: .seconds(1))
        }
        #expect(bench.code == "landing-fix-lost")
    }

    @Test(
        "a poor position is not flown by: hovers, lands within 10 s where it leans into the wind",
        arguments: ["hdop", "hdop NaN", "error", "error NaN", "satellites"])
    func fixPoor(flaw: String) throws {
        var bench = try NavigatorBench.flying()
        switch flaw {
        case "hdop": bench.hdop = 2.1
        case "hdop NaN": bench.hdop = .nan
        case "error": bench.horizontalError = 10.1
        case "error NaN": bench.horizontalError = .nan
        default: bench.satellites = 5
        }
        bench.pitch = -10
        #expect(bench.run(for: .milliseconds(1800)).reason.code == "flying")
        #expect(bench.step().pilot == .hover)
        #expect(bench.code == "paused-fix-poor")
        #expect(bench.run(for: .milliseconds(8500)).pilot == .hover)
        #expect(bench.run(for: .milliseconds(1500)).pilot == .land)
    }

    @Test("heading lost or not a number: hovers, lands after 5 s", arguments: [nil, Double.nan])
    func headingLost(heading: Double?) throws {
        var bench = try NavigatorBench.flying()
        bench.heading = heading
        #expect(bench.step().reason.code == "paused-heading-lost")
        #expect(bench.run(for: .milliseconds(4900)).pilot == .hover)
        #expect(bench.run(for: .milliseconds(150)).reason.code == "landing-heading-lost")
    }

    @Test("no news from the aircraft: hovers, lands after 5 s, and keeps asking for that")
    func flightLost() throws {
        var bench = try NavigatorBench.flying()
        bench.phase = nil
        #expect(bench.step().pilot == .hover)
        #expect(bench.code == "awaiting-flight-state-lost")
        #expect(bench.run(for: .milliseconds(4900)).pilot == .hover)
        #expect(bench.run(for: .milliseconds(150)).reason.code == "landing-flight-state-lost")
        #expect(bench.isHeldDown(for: .seconds(60)) == true)
    }

    @Test("it tells the time to the landing that will come, not the longer wait for an answer")
    func tellsTheShorterTime() throws {
        // answer_within is 10 s, flight_lost_land_after 5 s.
        var bench = try NavigatorBench.flying()
        bench.phase = nil
        _ = bench.run(for: .milliseconds(1000))
        let words = bench.step().reason.description
        #expect(words.contains("lands in 4.0 s"), "\(words)")
    }

    @Test("news from the aircraft back: does not fly on by itself, lands when nobody says what")
    func flightBack() throws {
        var bench = try NavigatorBench.flying()
        bench.phase = nil
        bench.run(for: .seconds(2))
        bench.phase = .hovering
        #expect(bench.run(for: .seconds(7)).pilot == .hover)
        #expect(bench.run(for: .milliseconds(1200)).reason.code == "landing-nobody-answered")
    }

    /// Far from its target nothing but a fence stops it.
    private static let anywhere: [String: JSONValue] = [
        "max_drift": "200m", "no_progress_after": "300s",
    ]

    @Test("outside the fence: hovers, flies home after 5 s")
    func fence() throws {
        var bench = try NavigatorBench.flying(Self.anywhere)
        bench.fly(to: NavigatorBench.place(east: 29.5), at: 2)
        #expect(bench.code != "awaiting-outside-fence")
        bench.fly(to: NavigatorBench.place(east: 31), at: 2)
        #expect(bench.command == .hover)
        #expect(bench.code == "awaiting-outside-fence")
        #expect(bench.run(for: .milliseconds(5000)).reason.code == "returning-outside-fence")
    }

    @Test("a person may bring it back over the fence; out of the margin it lands")
    func fenceOverruled() throws {
        var bench = try NavigatorBench.flying(Self.anywhere)
        bench.fly(to: NavigatorBench.place(east: 32), at: 2)
        #expect(bench.ask(.target(NavigatorBench.home, altitudeMetres: nil))?.isAccepted == true)
        #expect(bench.run(for: .seconds(8)).reason.code == "flying")
        bench.fly(to: NavigatorBench.place(east: 41))
        #expect(bench.code == "flying")
        bench.fly(to: NavigatorBench.place(east: 43.5))
        #expect(bench.code == "landing-outside-fence")
    }

    @Test("back inside, the fence stands where it stood")
    func fenceStandsAgain() throws {
        var bench = try NavigatorBench.flying(Self.anywhere)
        bench.fly(to: NavigatorBench.place(east: 32), at: 2)
        bench.ask(.hover)
        bench.fly(to: NavigatorBench.place(east: 27), at: 0.9)
        #expect(bench.code == "hovering-person")
        bench.fly(to: NavigatorBench.place(east: 31), at: 0.9)
        #expect(bench.code == "paused-outside-fence")
        #expect(bench.run(for: .seconds(6)).reason.code == "returning-outside-fence")
    }

    @Test("the fence can be left out")
    func noFence() throws {
        var bench = try NavigatorBench.flying(Self.anywhere.merging(["fence": false]) { $1 })
        bench.fly(to: NavigatorBench.place(north: -100))
        #expect(
            bench.ask(.target(NavigatorBench.place(north: 300), altitudeMetres: nil))?
                .isAccepted == true)
        #expect(bench.step().reason.code == "flying")
    }

    @Test("too high: hovers, lands after 5 s")
    func tooHigh() throws {
        var bench = try NavigatorBench.flying()
        bench.altitude = 12
        #expect(bench.step().reason.code == "flying")
        bench.altitude = 12.1
        #expect(bench.step().reason.code == "awaiting-too-high")
        #expect(bench.run(for: .seconds(5)).reason.code == "landing-too-high")
    }

    @Test("battery at 12 % for 2 s: lands; a shorter sag does not count")
    func batteryLow() throws {
        var bench = try NavigatorBench.flying(["return_home": false])
        bench.battery = 12
        bench.run(for: .milliseconds(1900))
        bench.battery = 13
        #expect(bench.step().reason.code == "flying")
        bench.battery = 12
        #expect(bench.run(for: .milliseconds(1900)).reason.code == "flying")
        #expect(bench.run(for: .milliseconds(150)).reason.code == "landing-battery-empty")
    }

    @Test("a landing for the battery stands, though the battery recovers and a person objects")
    func batteryLatches() throws {
        var bench = try NavigatorBench.flying()
        bench.battery = 5
        bench.run(for: .seconds(3))
        bench.battery = 40
        #expect(bench.isHeldDown(for: .seconds(10)) == true)
        #expect(bench.ask(.hover)?.isAccepted == false)
        #expect(bench.ask(.target(NavigatorBench.home, altitudeMetres: nil))?.isAccepted == false)
        #expect(bench.command == .land)
    }

    @Test("too long in the air: lands")
    func flightTime() throws {
        var bench = try NavigatorBench.flying([
            "max_flight_time": "60s", "no_progress_after": "300s",
        ])
        #expect(bench.run(for: .seconds(59)).reason.code == "flying")
        // It is at home.
        #expect(bench.run(for: .seconds(1)).reason.code == "descending-flight-time-over")
    }

    @Test("no nearer in 15 s: hovers, and flies home to land when nobody says what to do")
    func noProgress() throws {
        var bench = try NavigatorBench.flying()
        #expect(bench.run(for: .milliseconds(14_800)).reason.code == "flying")
        #expect(bench.run(for: .milliseconds(300)).reason.code == "awaiting-no-progress")
        #expect(bench.run(for: .seconds(10)).reason.code == "descending-nobody-answered")
    }

    /// Away from its target by 4 m in 10 s, as a gust does that no tilt holds.
    private func blownAway() throws -> NavigatorBench {
        var bench = try NavigatorBench.flying()
        bench.fly(to: NavigatorBench.place(north: -4), at: 0.4)
        try #require(bench.code == "flying")
        return bench
    }

    @Test("while it comes back from where a gust has blown it, it makes progress")
    func comesBack() throws {
        var bench = try blownAway()
        bench.fly(to: NavigatorBench.home, at: 0.4) { $0.code != "flying" }
        #expect(bench.code == "flying")
    }

    @Test("blown to and fro it makes none")
    func toAndFro() throws {
        var bench = try blownAway()
        for swing in 0..<40 where bench.code == "flying" {
            bench.fly(to: NavigatorBench.place(north: swing.isMultiple(of: 2) ? -3.3 : -4), at: 1)
        }
        #expect(bench.code == "awaiting-no-progress")
    }

    @Test("the time that it hovered without a position does not count as no progress")
    func pauseIsNoLackOfProgress() throws {
        var bench = try NavigatorBench.flying()
        bench.run(for: .seconds(10))
        bench.position = nil
        bench.run(for: .seconds(4))
        bench.position = NavigatorBench.home
        // 10 s before, the 1.8 s that an estimate bridges, and what is left of 15 s after the 3 s that were spent on
        // getting sure of the position.
        #expect(bench.run(for: .milliseconds(5900)).reason.code == "flying")
        #expect(bench.run(for: .milliseconds(600)).reason.code == "awaiting-no-progress")
    }

    @Test("5 m farther away than it was: hovers, for the heading must be wrong")
    func driftingAway() throws {
        var bench = try NavigatorBench.flying()
        bench.fly(to: NavigatorBench.place(north: 4), at: 2)
        bench.fly(to: NavigatorBench.place(north: -0.2), at: 2)
        #expect(bench.code == "flying")
        bench.fly(to: NavigatorBench.place(north: -2), at: 2)
        #expect(bench.code == "awaiting-drifting-away")
    }

    @Test("emergency: the mission is over and the aircraft is told to stay down")
    func emergency() throws {
        var bench = try NavigatorBench.flying()
        bench.report(.emergency)
        #expect(bench.command == .land)
        #expect(bench.code == "emergency")
        bench.report(.landed)
        #expect(bench.isHeldDown(for: .seconds(60)) == true)
    }

    @Test("the most severe wins: a low battery lands although the lost position only hovers")
    func mostSevereWins() throws {
        var bench = try NavigatorBench.flying()
        bench.position = nil
        bench.battery = 3
        #expect(bench.run(for: .milliseconds(2100)).reason.code == "landing-battery-empty")
    }

    @Test("a landing stays when its cause is gone, whatever is asked, as the driver has it")
    func landingLatches() throws {
        var bench = try NavigatorBench.flying()
        bench.position = nil
        bench.run(for: .seconds(8))
        bench.position = NavigatorBench.home
        #expect(bench.run(for: .seconds(20)).reason.code == "landing-fix-lost")
        for request: DroneNavigation.Request in [
            .hover, .target(NavigatorBench.home, altitudeMetres: nil), .takeOff,
        ] {
            #expect(bench.ask(request)?.isAccepted == false, "\(request)")
            #expect(bench.command == .land)
        }
        var asked = try NavigatorBench.flying()
        asked.ask(.land)
        #expect(asked.ask(.hover)?.message.contains("not taken back") == true)
        #expect(asked.isHeldDown(for: .seconds(10)) == true)
    }

    @Test("without a position it lands in 5 s where no lean shows that its camera sees the ground")
    func unconfirmed() throws {
        for spoil in [{ $0.hdop = 9 }, { $0.position = nil }, { $0.isCameraBlind = true }]
            as [(inout NavigatorBench) -> Void]
        {
            var bench = try NavigatorBench.flying()
            bench.ask(.hover)
            spoil(&bench)
            if bench.isCameraBlind {
                // The lean alone does not show it: what the camera measures is the same to the last bit.
                bench.pitch = -10
                bench.position = nil
            }
            bench.run(for: .milliseconds(2100))
            #expect(bench.code == "paused-velocity-unconfirmed" && bench.command == .hover)
            #expect(bench.run(for: .milliseconds(2800)).pilot == .hover)
            #expect(bench.run(for: .milliseconds(250)).pilot == .land)
            #expect(bench.code == "landing-velocity-unconfirmed")
        }
    }

    @Test("hovering as asked and leaning into the wind it needs no position for 4 s, but a battery")
    func hoveringByHand() throws {
        var bench = try NavigatorBench.flying()
        bench.ask(.hover)
        bench.pitch = -10
        bench.run(for: .seconds(3))
        bench.position = nil
        bench.heading = nil
        #expect(bench.run(for: .seconds(4)).reason.code == "hovering-person")
        bench.battery = 9
        #expect(bench.run(for: .seconds(3)).reason.code == "landing-battery-empty")
    }

    @Test("an altitude that is not a number counts as no news")
    func altitudeNaN() throws {
        var bench = try NavigatorBench.flying()
        bench.altitude = .nan
        #expect(bench.step().pilot == .hover)
        #expect(bench.code == "awaiting-flight-state-lost")
    }
}
