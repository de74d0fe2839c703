import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// A flight, and what the service did with its limits.
@Suite struct ChangedLimitsTests {
    private static func notices(
        _ number: Int, hold: String? = nil, looser: [String] = []
    ) -> ServiceNotices {
        var notices = ServiceNotices()
        (notices.number, notices.hold, notices.looser) = (number, hold, looser)
        return notices
    }

    private static let held = notices(1, hold: "a change was undone; roost acknowledge")

    @Test(
        "while a change that was undone is not acknowledged, nothing is armed and nothing takes off"
    )
    func held() throws {
        var bench = try NavigatorBench.standing()
        bench.notices = Self.held
        for request in [DroneNavigation.Request.takeOff, .arm] {
            let asked = bench.ask(request)
            let answer = try #require(asked)
            #expect(answer.outcome == .refused)
            #expect(answer.message.contains("roost acknowledge"), "\(answer.message)")
        }
        let pressed = bench.press(.longPress)
        #expect(pressed.signal == .refused)
        bench.run(for: .seconds(3))
        #expect(bench.outputs?.signal == .undone)
        let check = try #require(bench.checks.last { $0.name == "changes" })
        #expect(check.verdict == .failed)
        bench.notices = nil
        bench.step()
        #expect(!bench.checks.contains { $0.name == "changes" })
        let answer1 = bench.ask(.takeOff)
        #expect(answer1?.outcome == .done)
    }

    @Test("what was armed is disarmed, and a mission that begins at once waits") func armed() throws
    {
        var bench = try NavigatorBench.standing()
        let answer2 = bench.ask(.arm)
        #expect(answer2?.outcome == .done)
        bench.notices = Self.held
        bench.run(for: .seconds(1))
        #expect(bench.code == "take-off-refused")

        var atOnce = try NavigatorBench([
            "start": "at-once", "targets": [NavigatorBench.target(north: 20)],
        ])
        atOnce.notices = Self.held
        let isHeld = atOnce.isHeldDown(for: .seconds(30))
        #expect(isHeld)
        #expect(atOnce.code == "waiting-to-take-off")
        atOnce.notices = nil
        atOnce.runUntilTakeOff()
        #expect(atOnce.command == .takeOff)
    }

    @Test("in the air it lands and hovers as ever: only what begins is held") func flying() throws {
        var bench = try NavigatorBench.flying()
        bench.notices = Self.held
        bench.run(for: .seconds(1))
        #expect(bench.code == "flying")
        let answer3 = bench.ask(.hover)
        #expect(answer3?.outcome == .done)
        let answer4 = bench.ask(.land)
        #expect(answer4?.outcome == .done)
    }

    @Test("by what a change allows more is in the checks until the next take-off") func looser()
        throws
    {
        var bench = try NavigatorBench.standing()
        bench.notices = Self.notices(3, looser: ["pilot: fence_radius 12m -> 300m"])
        bench.step()
        let check = try #require(bench.checks.last { $0.name == "changes" })
        #expect(check.verdict == .met)
        #expect(check.measured == "allows more: pilot: fence_radius 12m -> 300m")
        // Other settings on the ground do not make it forget.
        try bench.change(to: ["max_altitude": "9m"])
        bench.step()
        #expect(bench.checks.contains { $0.name == "changes" })
        bench.takeOff()
        bench.ask(.land)
        bench.report(.landed, altitude: 0)
        #expect(!bench.checks.contains { $0.name == "changes" })
        bench.notices = Self.notices(4, looser: ["pilot: max_altitude 5m -> 9m"])
        bench.step()
        #expect(bench.checks.contains { $0.name == "changes" })
    }

    @Test(
        "its limits are loosened on the ground only, disarmed, and not before it was heard of again"
    )
    func onTheGround() throws {
        var bench = try NavigatorBench.standing()
        #expect(bench.obstacleToLoosening == nil)
        bench.ask(.arm)
        #expect(bench.obstacleToLoosening == "it is armed; until that is over")
        bench.ask(.land)
        #expect(bench.obstacleToLoosening == nil)
        bench.ask(.takeOff)
        let inTheAir = "it is in the air; until it has landed"
        #expect(bench.obstacleToLoosening == inTheAir)
        for phase in [FlightState.Phase.takingOff, .hovering, .flying] {
            bench.report(phase)
            #expect(bench.obstacleToLoosening == inTheAir)
        }
        // The service starts again, and hears nothing of it.
        bench.phase = nil
        try bench.resume()
        #expect(bench.obstacleToLoosening?.hasPrefix("a flight was under way") == true)
        bench.run(for: .seconds(60))
        #expect(bench.obstacleToLoosening?.hasPrefix("a flight was under way") == true)
        bench.report(.landed, altitude: 0)
        #expect(bench.obstacleToLoosening == nil)
    }

    @Test("on the ground a change leaves it where it stands: its home is as settled as before")
    func settled() throws {
        var bench = try NavigatorBench(["home_settle_time": "10s"])
        bench.run(for: .seconds(15))
        try bench.change(to: ["home_settle_time": "10s", "fence_radius": "12m"])
        bench.step()
        let answer5 = bench.ask(.takeOff)
        #expect(answer5?.outcome == .done)
        // A longer time is waited for.
        var longer = try NavigatorBench(["home_settle_time": "10s"])
        longer.run(for: .seconds(15))
        try longer.change(to: ["home_settle_time": "60s"])
        longer.step()
        let answer6 = longer.ask(.takeOff)
        #expect(answer6?.outcome == .refused)
    }

    /// What a person may send before a take-off.
    private static let sent: [DroneNavigation.Request] = [
        .target(NavigatorBench.place(north: 12), altitudeMetres: 2),
        .fly(
            DroneNavigation.MissionSource(
                FileText(
                    name: "a.gpx",
                    text: """
                        <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><rte>
                        <rtept lat="\(NavigatorBench.place(north: 12).latitude)" lon="13.41468919"/>
                        </rte></gpx>
                        """))),
    ]

    @Test(
        "what was sent for the next take-off is what is flown after a restart, too",
        arguments: 0..<2)
    func sentBeforeRestart(_ index: Int) throws {
        let settings: JSONValue = ["targets": [NavigatorBench.target(east: 25)]]
        var bench = try NavigatorBench.standing(settings)
        let asked = bench.ask(Self.sent[index])
        let answer = try #require(asked)
        #expect(answer.outcome == .done, "\(answer.message)")
        try bench.resume(settings)
        bench.takeOff()
        bench.report(.flying)
        let way = bench.details?["way"]?.line ?? ""
        #expect(way.contains("13.41468") && !way.contains("13.415"), "\(way)")
        // Flown once, it is not flown again.
        bench.ask(.land)
        bench.report(.landed, altitude: 0)
        #expect(bench.memory.sent == nil)
    }
}
