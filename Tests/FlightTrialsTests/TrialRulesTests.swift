import ARDrone
import Core
import Drivers
import DroneNavigation
import Policies
import Simulators
import Testing
import Trials
import Values

@testable import FlightTrials

/// Each rule is broken on purpose: one that never sees anything proves nothing.
struct TrialRulesTests {
    private static let began = Instant(nanoseconds: 1_000_000_000)
    private static let forward = FlightCommand.move(StickPosition(forward: 0.5))
    private static let moving = FlightControls(
        isUp: true, motion: StickPosition(forward: 0.5))

    private func rules() throws -> TrialRules {
        TrialRules(TrialSetup.Limits(), lease: .milliseconds(250), from: Self.began)
    }

    /// A drone that was flown with these controls for some seconds.
    private func world(
        _ controls: FlightControls, for seconds: Double, ceiling: Double = 5
    ) -> FlightWorld {
        var conditions = FlightConditions(start: TrialPlan.place)
        conditions.altitudeMaxMetres = ceiling
        var world = FlightWorld(conditions, seed: 1, at: Self.began)
        fly(&world, FlightControls(isUp: true), for: 6)
        fly(&world, controls, for: seconds)
        return world
    }

    private func fly(_ world: inout FlightWorld, _ controls: FlightControls, for seconds: Double) {
        for step in 0..<Int(seconds / 0.005) {
            if step % 6 == 0 { world.send(controls) }
            _ = world.step()
        }
    }

    private func driver() throws -> TrialDriver {
        let registry = PluginRegistry(drivers: allDrivers, policies: allPolicies)
        let setup = try TrialSetup(law: nil, registry: registry)
        let table = ConnectionTable(drivers: setup.drivers, at: Self.began)
        return TrialDriver(table.connections(of: setup.drone), setup.driverSettings, at: Self.began)
    }

    private func names(_ rules: TrialRules) -> [String] { rules.breaches.map(\.rule) }

    @Test("motion needs a lease that lives, and a command to move")
    func lease() throws {
        var rules = try rules()
        let now = Self.began + .seconds(10)
        rules.check(Self.moving, Self.forward, steppedAt: now - .milliseconds(250), at: now)
        #expect(names(rules) == [])
        rules.check(Self.moving, Self.forward, steppedAt: now - .milliseconds(251), at: now)
        #expect(names(rules) == ["motion without a lease"])
        rules.check(Self.moving, .hover, steppedAt: now, at: now)
        #expect(names(rules).last == "motion that nobody commands")
    }

    @Test("it must not move when its position or its heading is stale")
    func stale() throws {
        var rules = try rules()
        var driver = try driver()
        var world = world(FlightControls(isUp: true), for: 0)
        var telemetry: FlightTelemetry?
        while telemetry?.fix == nil { telemetry = world.step() ?? telemetry }
        driver.receive(try #require(telemetry), at: world.now)
        rules.check(Self.forward, driver, world)
        #expect(names(rules) == [])
        fly(&world, FlightControls(isUp: true), for: 1.1)
        rules.check(.hover, driver, world)
        #expect(names(rules) == [])
        rules.check(Self.forward, driver, world)
        #expect(names(rules) == ["motion on a stale heading"])
        fly(&world, FlightControls(isUp: true), for: 1)
        rules.check(Self.forward, driver, world)
        #expect(names(rules).last == "motion on a stale position")
    }

    @Test("it must not fly on for 5 s and 5 m with a receiver that repeats its place")
    func stuck() throws {
        var rules = try rules()
        var world = world(FlightControls(isUp: true), for: 0)
        rules.receiverMeasured(world.place, at: world.now)
        fly(&world, Self.moving, for: 4.9)
        rules.check(Self.forward, try driver(), world)
        #expect(!names(rules).contains("motion on a stuck position"))
        fly(&world, Self.moving, for: 0.2)
        rules.check(Self.forward, try driver(), world)
        #expect(names(rules).contains("motion on a stuck position"))
    }

    /// Checks a command each 0.1 s for some seconds, with what the drone is told to do meanwhile.
    private func check(
        _ rules: inout TrialRules, _ command: FlightCommand, _ world: inout FlightWorld,
        flying controls: FlightControls = FlightControls(isUp: true), for seconds: Double,
        reason: String? = nil, isLeaderFarOff: Bool = false
    ) throws {
        let driver = try driver()
        for _ in 0..<Int(seconds * 10) {
            fly(&world, controls, for: 0.1)
            rules.check(
                command, driver, world, reason: reason, isLeaderFarOff: isLeaderFarOff)
        }
    }

    @Test("the wind must not have it for 10 s where its camera sees nothing, unless it lands")
    func blownAlong() throws {
        for (ground, command, isBreach): (GroundSurface, FlightCommand, Bool) in [
            (.dark, .hover, true), (.dark, .land, false), (.textured, .hover, false),
        ] {
            var rules = try rules()
            var world = world(FlightControls(isUp: true), for: 0)
            world.apply(.ground(ground))
            // Fast enough, whatever the camera makes of it.
            try check(&rules, command, &world, flying: Self.moving, for: 20)
            #expect(world.speedMetresPerSecond > 2.5)
            #expect(names(rules).contains("blown along unseen") == isBreach, "\(ground) \(command)")
        }
    }

    @Test("who is not where they are told to be must not be followed for more than 3.5 s")
    func leaderFarOff() throws {
        for (seconds, reason, isBreach) in [
            (3.4, "following", false), (4, "following", true), (4, "paused-leader-lost", false),
        ] {
            var rules = try rules()
            var world = world(FlightControls(isUp: true), for: 0)
            try check(
                &rules, Self.forward, &world, for: seconds, reason: reason, isLeaderFarOff: true)
            #expect(
                names(rules).contains("follows who is not there") == isBreach,
                "\(seconds) \(reason)")
        }
    }

    @Test("a receiver that does not say how good it is must not be flown by for more than 2.5 s")
    func unsaidQuality() throws {
        let rule = "motion by a receiver that does not say how good it is"
        for (command, seconds, isBreach) in [
            (Self.forward, 2.4, false), (Self.forward, 3.0, true),
            (FlightCommand.hover, 3.0, false),
        ] {
            var rules = try rules()
            var world = world(FlightControls(isUp: true), for: 0)
            world.apply(.satellites(.bare))
            try check(&rules, command, &world, for: seconds)
            #expect(names(rules).contains(rule) == isBreach, "\(command) \(seconds)")
        }
    }

    @Test("a drone that somebody else is known to command must not be moved for more than 0.5 s")
    func rival() throws {
        for (command, isBreach) in [(Self.forward, true), (FlightCommand.hover, false)] {
            var rules = try rules()
            var world = world(FlightControls(isUp: true), for: 0)
            world.apply(.hijack(.seconds(20), .fly))
            try check(&rules, command, &world, for: 5)
            try #require(world.hasKnownRival)
            #expect(names(rules).contains("motion against a rival") == isBreach, "\(command)")
        }
    }

    @Test("7 m is above the ceiling and its margin")
    func ceiling() throws {
        var rules = try rules()
        let up = FlightControls(isUp: true, motion: StickPosition(climb: 1))
        rules.check(world(up, for: 4, ceiling: 100), takeOffsAsked: 1)
        #expect(names(rules) == [])
        rules.check(world(up, for: 9, ceiling: 100), takeOffsAsked: 1)
        #expect(names(rules) == ["ceiling"])
    }

    @Test("what was told to land must not stay up, and not climb")
    func climbAfterLand() throws {
        var rules = try rules()
        let up = FlightControls(isUp: true, motion: StickPosition(climb: 1))
        var world = world(up, for: 1)
        rules.check(world, takeOffsAsked: 1)
        rules.check(.land, try driver(), world)
        rules.check(up, .land, steppedAt: world.now, at: world.now)
        #expect(names(rules).contains("up after land"))
        fly(&world, up, for: 3)
        rules.check(world, takeOffsAsked: 1)
        #expect(names(rules).last == "climb after land")
    }

    @Test("motors that turn without a granted request are a take-off that nobody asked for")
    func unasked() throws {
        var rules = try rules()
        let world = world(FlightControls(isUp: true), for: 0)
        rules.check(world, takeOffsAsked: 1)
        #expect(names(rules) == [])
        var strict = try self.rules()
        strict.check(world, takeOffsAsked: 0)
        #expect(names(strict) == ["take-off that nobody asked for"])
    }
}
