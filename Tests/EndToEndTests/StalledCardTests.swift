import Core
import Glibc
import JSON
import LinuxIO
import Simulators
import TestSupport
import Testing
import Values

/// The shipped demo with the state directory on a card of its own.
extension WorldTests {
    private static let warning = "; it will NOT survive a power cut: its memory cannot be saved: "

    /// How long a request took, with its answer.
    private func timed(
        _ world: DemoWorld, _ line: String
    ) throws -> (answer: JSONValue, took: Duration) {
        let clock = DispatchScheduler()
        let began = clock.now
        let answer = try world.home.ask(line)
        return (answer, clock.now - began)
    }

    private func request(_ name: String, to: String) -> String {
        #"{"request": "send", "to": "\#(to)", "name": "\#(name)"}"#
    }

    /// Everything that is asked by a page or a person, again and again.
    private func askAll(_ world: DemoWorld) throws {
        var times: [Duration] = []
        for _ in 0..<20 {
            for question in ["years", "status", "history", "checks"] {
                let asked = try timed(world, #"{"request": "\#(question)"}"#)
                #expect(asked.answer["ok"] == true)
                times.append(asked.took)
            }
            times.append(try timed(world, request("hover", to: "pilot")).took)
        }
        times.sort()
        #expect(times[times.count / 2] < .milliseconds(100), "\(times)")
        #expect(times[times.count - 1] < .seconds(2), "\(times)")
    }

    /// No step has hung, and next to none was left out.
    private func checkSteps(_ world: DemoWorld, since before: StatusReport) throws {
        let after = try world.home.status()
        for name in ["pilot", "door"] {
            #expect(after.policy(name)?.hangs == nil, "\(name)")
            let skipped =
                (after.policy(name)?.skippedTicks ?? 0) - (before.policy(name)?.skippedTicks ?? 0)
            let ticks = (after.policy(name)?.ticks ?? 0) - (before.policy(name)?.ticks ?? 0)
            #expect(skipped * 20 < ticks, "\(name): \(skipped) of \(ticks)")
        }
    }

    @Test(
        "while a card stalls everybody is answered, steps go on, and the drone lands when it is told to",
        .enabled(if: Card.isPossible, "needs root, mkfs.ext4 and loop devices"))
    func stalledCard() throws {
        let world = try DemoWorld()
        let card = try Card(at: "\(world.home.runtime)/state")
        let roost = try world.startFlight()
        let before = try world.home.status()
        try card.stall()
        // The first answer that goes with something to be saved waits for that, and no longer than a second or so.
        let unlock = try timed(world, request("unlock", to: "door"))
        #expect(
            unlock.answer["message"]
                == .string(
                    "unlocked by hand for 24.0 h" + Self.warning
                        + "it has not been written after 1.0 s"),
            "\(unlock.answer.line)")
        #expect(unlock.took < .seconds(3), "\(unlock.took)")
        try askAll(world)
        try world.home.waitForStatus("says that nothing is saved") {
            $0.policy("door")?.memoryFault?.text == "it has not been written after 5.0 s"
        }
        // A policy restarts without reading what cannot be read.
        #expect(try world.home.ask(#"{"request": "restart", "name": "door"}"#)["ok"] == true)
        try world.home.waitForTicks(8, of: "door")
        #expect(
            try world.home.status().policy("door")?.reason?.text.contains("unlocked as asked")
                == true)

        let land = try (0..<5).map { _ in try timed(world, request("land", to: "pilot")).took }
        #expect(land.contains { $0 < .milliseconds(100) }, "\(land)")
        #expect(land.allSatisfy { $0 < .seconds(1) }, "\(land)")
        #expect(eventually(within: .seconds(20)) { world.drone.truth.phase == .landed })
        try checkSteps(world, since: before)
        #expect(
            roost.errors.split(separator: "\n").count {
                $0.contains("door: what it remembers could not be saved: ")
            } == 1)

        card.thaw()
        try world.home.waitForStatus("has saved what it remembers") { status in
            status.policies.allSatisfy { $0.memoryFault == nil }
        }
        #expect(roost.errors.contains("door: what it remembers is saved again"))
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }

    @Test(
        "a card that stalls keeps no stop from landing the drone, nor roost park, where the service was killed",
        .enabled(if: Card.isPossible, "needs root, mkfs.ext4 and loop devices"))
    func stalledStop() throws {
        let world = try DemoWorld()
        let card = try Card(at: "\(world.home.runtime)/state")
        let roost = try world.startFlight()
        try card.stall()
        _ = try world.home.ask(request("unlock", to: "door"))
        // A thread of it waits for the card, so that it cannot come to its end; and it has the runtime directory.
        roost.send(signal: SIGKILL)
        #expect(!eventually(within: .seconds(2)) { roost.end != nil })
        let park = try world.home.run("park", world.home.configuration)
        #expect(park.end == .exited(0), "\(park.errors)")
        #expect(world.drone.truth.phase == .landed)
        card.thaw()
        #expect(try roost.wait() == .killed(signal: SIGKILL))
    }

    @Test(
        "SIGTERM ends the service while a card stalls: the drone lands first, and nothing more is waited for than some seconds",
        .enabled(if: Card.isPossible, "needs root, mkfs.ext4 and loop devices"))
    func stalledEnd() throws {
        let world = try DemoWorld()
        let card = try Card(at: "\(world.home.runtime)/state")
        let roost = try world.startFlight()
        try card.stall()
        roost.send(signal: SIGTERM)
        try roost.waitFor("everything is in its safe state")
        #expect(world.drone.truth.phase == .landed)
        // Its main thread ends, though one that writes cannot.
        #expect(eventually(within: .seconds(20)) { Holder(roost.pid).isDying || roost.end != nil })
        card.thaw()
        #expect(try roost.wait() == .exited(0))
    }

    @Test("a full card: unlock says that it will not last, as does the status until there is room")
    func fullCard() throws {
        let world = try DemoWorld(pilot: ["start": "on-command"])
        // The same for everybody: nothing can be put in the place of what is saved.
        for name in ["door.memory", "door.memory.before"] {
            try world.home.directory.makeDirectory("run/state")
            try world.home.directory.makeDirectory("run/state/\(name)")
        }
        let roost = try world.home.start()
        #expect(roost.errors.contains("door: what it remembers: "), "\(roost.errors)")
        #expect(roost.errors.contains("Is a directory"))
        let (end, output, _) = try world.home.run("send", "unlock")
        #expect(end == .exited(0))
        // In between may be what is done with the bolt.
        #expect(output.hasPrefix("unlocked by hand for 24.0 h;"), "\(output)")
        #expect(output.contains(Self.warning), "\(output)")
        let question = try world.home.run("send", "alerts")
        #expect(!question.output.contains("power cut"), "\(question.output)")
        #expect(try world.home.status().policy("door")?.memoryFault != nil)
        #expect(try world.home.status().policy("pilot")?.memoryFault == nil)
        #expect(try !world.home.run("status").output.contains("all well"))
        let found = try world.home.status().verdict?.findings ?? []
        #expect(
            found.contains {
                $0.name == "door" && $0.text.hasPrefix("its memory would not survive a power cut")
            }, "\(found)")
        for name in ["door.memory", "door.memory.before"] {
            #expect(rmdir("\(world.home.runtime)/state/\(name)") == 0)
        }
        try world.home.waitForStatus("saves again") { $0.policy("door")?.memoryFault == nil }
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0), "\(roost.errors)")
    }
}
