import Core
import JSON
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// What a button does on the ground, in words: from a page, a terminal or a program.
@Suite("Armed and started by requests")
struct ArmingTests {
    private func ready(_ settings: [String: JSONValue] = [:]) throws -> NavigatorBench {
        var settings = settings
        settings["targets"] = [NavigatorBench.target(north: 20)]
        settings["home_settle_time"] = "3s"
        var bench = try NavigatorBench(.object(settings))
        bench.run(for: .seconds(4))
        return bench
    }

    @Test("armed, then started, it counts down, says so by lamp and buzzer, and takes off")
    func start() throws {
        var bench = try ready()
        #expect(bench.ask(.arm)?.message == "armed for 60 s: start takes off")
        #expect(bench.code == "armed" && bench.outputs?.signal == .armed)
        #expect(bench.isHeldDown(for: .seconds(2)) == true)
        #expect(bench.ask(.start)?.message == "takes off in 5.0 s: stand back")
        #expect(bench.outputs?.signal == .starting)
        // Asked again it does not start over, and is not taken back.
        #expect(bench.isHeldDown(for: .seconds(3)) == true)
        #expect(bench.ask(.start)?.outcome == .done)
        #expect(bench.isHeldDown(for: .milliseconds(1850)) == true)
        #expect(bench.run(for: .milliseconds(150)).pilot == .takeOff)
    }

    @Test("start alone, too soon, or after it has expired takes nothing off") func notArmed() throws
    {
        var bench = try ready(["armed_for": "20s"])
        #expect(bench.ask(.start)?.message == "refused: it is not armed")
        bench.ask(.arm)
        #expect(bench.ask(.start)?.message.contains("armed just now") == true)
        #expect(bench.code == "armed")
        bench.run(for: .seconds(21))
        #expect(bench.code == "disarmed-expired")
        #expect(bench.ask(.start)?.outcome == .refused)
        #expect(bench.isHeldDown(for: .seconds(20)) == true)
    }

    @Test(
        "it arms only where all checks are met, and what goes wrong later disarms",
        arguments: PreflightTests.troubles.indices)
    func checks(index: Int) throws {
        var bench = try ready()
        PreflightTests.troubles[index].change(&bench)
        bench.step()
        #expect(bench.ask(.arm)?.outcome == .refused)
        #expect(bench.code != "armed")
        for isStarting in [false, true] {
            bench = try ready()
            bench.ask(.arm)
            bench.run(for: .seconds(2))
            if isStarting { bench.ask(.start) }
            try #require(bench.code == (isStarting ? "starting" : "armed"))
            PreflightTests.troubles[index].change(&bench)
            #expect(bench.isHeldDown(for: .milliseconds(100)) == true)
            #expect(!["armed", "starting"].contains(bench.code))
            #expect(bench.isHeldDown(for: .seconds(10)) == true)
        }
    }

    @Test("anything else that is asked for disarms it, and a press does") func otherwise() throws {
        for request in [DroneNavigation.Request.land, .hover, .resume, .takeOff] {
            var bench = try ready()
            bench.ask(.arm)
            bench.run(for: .seconds(2))
            bench.ask(.start)
            bench.ask(request)
            #expect(!["armed", "starting"].contains(bench.code), "\(request)")
        }
        var bench = try ready()
        bench.ask(.arm)
        bench.run(for: .seconds(2))
        bench.ask(.start)
        bench.press()
        #expect(bench.code == "disarmed-pressed")
        #expect(bench.isHeldDown(for: .seconds(20)) == true)
    }

    @Test("another aircraft in its place disarms it; one that tells its number only now does not")
    func otherAircraft() throws {
        var bench = try ready()
        bench.serialNumber = "PS721000AA0A00001"
        bench.step()
        bench.ask(.arm)
        bench.run(for: .seconds(2))
        bench.ask(.start)
        try #require(bench.code == "starting")
        bench.serialNumber = "PS721000AA0A00002"
        #expect(bench.isHeldDown(for: .seconds(20)) == true)
        #expect(bench.code == "disarmed-other-aircraft")
        #expect(bench.words.hasSuffix("disarmed: it is another aircraft now"))
        bench = try ready()
        bench.ask(.arm)
        bench.serialNumber = "PS721000AA0A00001"
        bench.run(for: .seconds(1))
        #expect(bench.code == "armed")
    }

    @Test("where a leader is disarms nothing") func news() throws {
        var bench = try ready()
        bench.ask(.arm)
        bench.ask(.leader(Fix(position: NavigatorBench.place(east: 10), horizontalErrorMetres: 3)))
        #expect(bench.code == "armed")
    }

    @Test("in the air, and while nothing is heard of it, it is neither armed nor started")
    func inTheAir() throws {
        var bench = try NavigatorBench.flying()
        #expect(bench.ask(.arm)?.outcome == .refused)
        #expect(bench.ask(.start)?.outcome == .refused)
        #expect(bench.code == "flying")
        bench = try NavigatorBench()
        bench.phase = nil
        bench.step()
        #expect(bench.ask(.arm)?.outcome == .refused)
    }
}
