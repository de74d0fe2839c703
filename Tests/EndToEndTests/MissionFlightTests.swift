import Core
import Glibc
import JSON
import Simulators
import TestSupport
import TestTraits
import Testing
import Values

/// `roost send pilot fly FILE` in the shipped binary, with the simulated drone and gpsd.
@Suite(.timeLimit(.minutes(10)), .flying) struct MissionFlightTests {
    private static let shipped = "\(projectDirectory)/config/missions/look-around.json"

    /// Waits until it stands ready, and has it take off with what it is to fly.
    private func takeOff(_ world: DemoWorld) throws {
        try world.home.waitForStatus("has the drone ready") { $0.linkState == "ready" }
        _ = try world.home.waitForStatus("may take off") { _ in
            (try? world.home.run("send", "pilot", "takeoff").end) == .exited(0)
        }
    }

    private func end(_ roost: RoostProcess) throws {
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }

    @Test("a mission's file is sent, flown item by item, and ends where it took off")
    func sentMission() throws {
        let world = try DemoWorld(pilot: ["start": "on-command", "targets": []])
        let roost = try world.home.start()
        try world.home.waitForStatus("has the drone ready") { $0.linkState == "ready" }
        let sent = try world.home.run("send", "pilot", "fly", Self.shipped)
        #expect(sent.end == .exited(0), "\(sent.errors)")
        #expect(
            sent.output.contains(
                "ask for a take-off to fly it: \(Self.shipped): 8 items"), "\(sent.output)")
        #expect(world.drone.truth.phase == .landed)
        try takeOff(world)
        var seen: Set<String> = []
        try world.home.waitForStatus("has flown the mission", within: .seconds(120)) { status in
            let reason = status.reason(of: "pilot")
            for item in 1...8 where reason.contains("item \(item) of 8 of \(Self.shipped)") {
                seen.insert("\(item)")
            }
            return reason == "landed: the mission is done"
        }
        // An item that takes one step may lie between two looks.
        #expect(seen.isSuperset(of: ["1", "2", "3", "4", "6", "8"]), "\(seen)")
        let metres = DemoWorld.start.distanceMetres(to: world.drone.truth.position)
        #expect(metres < 4, "\(metres)")
        try end(roost)
    }

    @Test(
        "a mission that may not be flown is refused with the line of each error, and flies on the other"
    )
    func refusedMission() throws {
        let world = try DemoWorld(pilot: ["start": "on-command", "targets": []])
        let roost = try world.home.start()
        try world.home.waitForStatus("has the drone ready") { $0.linkState == "ready" }
        #expect(try world.home.run("send", "pilot", "fly", Self.shipped).end == .exited(0))
        try takeOff(world)
        try world.home.waitForStatus("flies the mission") {
            $0.reason(of: "pilot").contains("of 8 of \(Self.shipped)")
        }
        try world.home.directory.write(
            "bad.json",
            """
            {"roost_mission": 1, "items": [
              {"do": "take-off", "altitude": "2m"},
              {"do": "follow", "for": "9s", "distance": "5m"},
              {"do": "go-to", "latitude": 52.5, "longitude": 13.403},
              {"do": "return"}
            ]}
            """)
        let bad = "\(world.home.directory.path)/bad.json"
        let refused = try world.home.run("send", "pilot", "fly", bad)
        #expect(refused.end == .exited(1))
        for words in ["bad.json:3: item 2 (follow)", "bad.json:4: item 3 (go-to)"] {
            #expect(refused.errors.contains(words), "\(refused.errors)")
        }
        let missing = try world.home.run("send", "pilot", "fly", "/nowhere/at-all.plan")
        #expect(missing.end == .exited(1))
        #expect(missing.errors.contains("/nowhere/at-all.plan cannot be read"))
        let reason = try world.home.status().reason(of: "pilot")
        #expect(reason.contains("of 8 of \(Self.shipped)"), "\(reason)")
        try end(roost)
        #expect(world.drone.truth.phase == .landed)
    }

    /// What is lost of a photograph, or found of it, is in the log.
    @Test(
        "a circle is flown with the nose on its middle, and photographs are taken, or missed and told",
        arguments: [true, false])
    func circle(hasCamera: Bool) throws {
        let world = try DemoWorld(pilot: ["start": "on-command", "targets": []])
        if !hasCamera { world.drone.apply(.camera(isReady: false)) }
        let roost = try world.home.start()
        try world.home.waitForStatus("has the drone ready") { $0.linkState == "ready" }
        let mission = "\(projectDirectory)/config/missions/circle.json"
        let sent = try world.home.run("send", "pilot", "fly", mission)
        #expect(sent.end == .exited(0), "\(sent.errors)")
        try takeOff(world)
        let middle = try #require(Position(latitude: 52.4731, longitude: 13.403))
        var around: [(metres: Double, nose: Double)] = []
        try world.home.waitForStatus("has flown the mission", within: .seconds(150)) { status in
            let reason = status.reason(of: "pilot")
            let truth = world.drone.truth
            if reason.contains("circling at 6 m") {
                let nose = truth.position.bearing(to: middle) - truth.heading
                around.append(
                    (truth.position.distanceMetres(to: middle), abs(nose.wrapped.degrees)))
            }
            return reason == "landed: the mission is done"
        }
        #expect(around.count > 10)
        let besides = around.map { abs($0.metres - 6) }
        #expect(besides.max() ?? .infinity < 2.5, "\(besides)")
        #expect(around.map(\.nose).max() ?? .infinity < 45, "\(around)")
        #expect(world.drone.truth.photographs == (hasCamera ? 2 : 0))
        let missed = roost.errors.split(separator: "\n").filter {
            $0.contains("no photograph was taken")
        }
        #expect(missed.count == (hasCamera ? 0 : 2), "\(missed)")
        let metres = DemoWorld.start.distanceMetres(to: world.drone.truth.position)
        #expect(metres < 4, "\(metres)")
        try end(roost)
    }

    @Test(
        "killed in the middle of a mission, the next roost knows it, and goes on when it is told to"
    )
    func resumedMission() throws {
        let world = try DemoWorld(pilot: ["start": "on-command", "targets": []])
        let first = try world.home.start()
        try world.home.waitForStatus("has the drone ready") { $0.linkState == "ready" }
        #expect(try world.home.run("send", "pilot", "fly", Self.shipped).end == .exited(0))
        try takeOff(world)
        try world.home.waitForStatus("flies to its first place") {
            $0.reason(of: "pilot").contains("item 2 of 8")
        }
        try world.home.waitForTicks(40, of: "pilot")
        first.send(signal: SIGKILL)
        #expect(try first.wait() == .killed(signal: SIGKILL))
        let second = try world.home.start()
        let status = try world.home.waitForStatus("has found the drone flying") {
            $0.reason(of: "pilot").contains("found it flying")
        }
        #expect(status.reason(of: "pilot").contains("of 8 of \(Self.shipped)"), "\(status.summary)")
        // As soon as it has a position, a heading and news.
        try world.home.waitForStatus("goes on", within: .seconds(8)) { _ in
            (try? world.home.run("send", "pilot", "resume").end) == .exited(0)
        }
        try world.home.waitForStatus("has flown the mission", within: .seconds(120)) {
            $0.reason(of: "pilot") == "landed: the mission is done"
        }
        try end(second)
    }

    @Test("a mission that the configuration names is judged with it, and flown")
    func configuredMission() throws {
        let world = try DemoWorld(pilot: [
            "start": "on-command", "targets": nil, "mission": "loop.txt",
        ])
        let check = try finished(RoostProcess("check", world.home.configuration))
        #expect(check.end == .exited(10))
        #expect(check.errors.contains("policies.pilot.mission"), "\(check.errors)")
        try world.home.directory.write("loop.txt", "13.403,91\n13.4031,52.4731\n")
        let bad = try finished(RoostProcess("check", world.home.configuration))
        #expect(bad.end == .exited(10))
        #expect(bad.errors.contains("loop.txt:1: point 1"), "\(bad.errors)")
        // What is wrong with a mission keeps nothing from being parked.
        #expect(try world.home.run("park", world.home.configuration).end == .exited(0))
        try world.home.directory.write("loop.txt", "13.403,52.47306\n13.40308,52.47306\n")
        #expect(try finished(RoostProcess("check", world.home.configuration)).end == .exited(0))
        let roost = try world.home.start()
        try takeOff(world)
        try world.home.waitForStatus("flies the second point", within: .seconds(60)) {
            $0.reason(of: "pilot").hasPrefix("flying to item 3 of 4 of loop.txt")
        }
        try end(roost)
        #expect(world.drone.truth.phase == .landed)
    }
}
