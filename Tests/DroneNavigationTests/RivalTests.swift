import Core
import Testing
import Values

@testable import DroneNavigation

/// Somebody else commands the aircraft, by what its driver knows and by what it does.
@Suite("A second controller")
struct RivalTests {
    @Test("somebody else commands it: hovers, lands after 10 s, flies on when they are gone")
    func rival() throws {
        var bench = try NavigatorBench.flying()
        bench.driver = FlightState.Driver(hasRival: true)
        #expect(bench.step().pilot == .hover && bench.code == "paused-somebody-else")
        #expect(bench.outputs?.signal == .hovering && bench.outputs?.reason.isFailsafe == true)
        bench.run(for: .seconds(5))
        bench.driver = FlightState.Driver()
        bench.run(for: .milliseconds(2900))
        #expect(bench.command == .hover)
        bench.run(for: .milliseconds(200))
        #expect(bench.code == "flying")
        for request in [nil, DroneNavigation.Request.hover] {
            var other = try NavigatorBench.flying()
            if let request { other.ask(request) }
            other.driver = FlightState.Driver(hasRival: true)
            #expect(other.step().reason.code == "paused-somebody-else")
            #expect(other.run(for: .milliseconds(9900)).pilot == .hover)
            #expect(other.run(for: .milliseconds(150)).reason.code == "landing-somebody-else")
        }
    }

    @Test(
        "a landing that they begin or end is named as theirs, until 3 s after they were last seen",
        arguments: [FlightState.Phase.landing, .landed], [0, 2000, 4000])
    func landsIt(phase: FlightState.Phase, goneFor milliseconds: Int) throws {
        var bench = try NavigatorBench.flying()
        bench.driver = FlightState.Driver(hasRival: true)
        bench.run(for: .seconds(1))
        if milliseconds > 0 {
            bench.driver = FlightState.Driver()
            bench.run(for: .milliseconds(milliseconds))
        }
        bench.phase = phase
        bench.step()
        let theirs = phase == .landing ? "landing-somebody-else" : "landed-somebody-else"
        let nobodys = phase == .landing ? "landing-by-itself" : "landed-unexpectedly"
        #expect(bench.code == (milliseconds < 3000 ? theirs : nobodys), "\(bench.words)")
        bench.phase = .landed
        bench.step()
        #expect(bench.outputs?.reason.isFailsafe == true)
    }

    @Test("one that flies on by a stick though it is told to hover obeys somebody else")
    func disobeys() throws {
        var bench = try NavigatorBench.flying()
        try bench.resume()
        bench.disobeys = true
        bench.phase = .flying
        bench.run(for: .milliseconds(4900))
        #expect(bench.code == "awaiting-found-flying")
        bench.run(for: .milliseconds(300))
        #expect(bench.code == "paused-somebody-else" && bench.command == .hover)
        #expect(bench.words.contains("flies on though it is told to hover"), "\(bench.words)")
        #expect(bench.run(for: .seconds(6)).pilot == .land)
    }

    @Test(
        "it is not flown against them, whatever would have it fly home", arguments: [true, false])
    func isNotFlownHome(isBatteryLow: Bool) throws {
        var bench = try NavigatorBench.flying()
        bench.ask(.hover)
        bench.run(for: .seconds(4))
        bench.driver = FlightState.Driver(hasRival: true)
        if isBatteryLow { bench.battery = 20 }
        for step in 0..<190 {
            // They fly it to the east with 2 m/s.
            if !isBatteryLow {
                (bench.rightSpeed, bench.position) =
                    (2, NavigatorBench.place(east: Double(step) * 0.1))
            }
            bench.step()
            try #require(bench.command == .hover, "\(bench.words)")
        }
        #expect(bench.code == "paused-somebody-else", "\(bench.words)")
        #expect(bench.run(for: .seconds(1)).pilot == .land)
    }

    @Test(
        "nobody said what to do, and meanwhile somebody else commands it: it lands, and does not fly home",
        arguments: [0, 3, 9])
    func comesWhileItWaits(second: Int) throws {
        var bench = try NavigatorBench.flying()
        // It makes no way, and asks.
        bench.run(for: .milliseconds(15_100))
        try #require(bench.code == "awaiting-no-progress", "\(bench.words)")
        bench.run(for: .seconds(second))
        bench.driver = FlightState.Driver(hasRival: true)
        for _ in 0..<250 where bench.outputs?.pilot != .land {
            bench.step()
            #expect(bench.command == .hover || bench.command == .land, "\(bench.words)")
        }
        #expect(bench.code == "landing-somebody-else", "\(bench.words)")
    }

    @Test("a landing for want of an answer is named after the rival that is there then")
    func isThereWhenNobodyAnswers() throws {
        var bench = try NavigatorBench.flying()
        try bench.resume()
        bench.run(for: .seconds(8))
        try #require(bench.code == "awaiting-found-flying", "\(bench.words)")
        bench.driver = FlightState.Driver(hasRival: true)
        bench.run(for: .seconds(3))
        #expect(bench.code == "landing-somebody-else", "\(bench.words)")
    }
}
