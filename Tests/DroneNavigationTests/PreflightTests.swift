import Core
import JSON
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// What `roost preflight` shows is what refuses a take-off.
@Suite("Checks before a take-off")
struct PreflightTests {
    typealias Change = @Sendable (inout NavigatorBench) -> Void

    /// What can be wrong on the ground, by the name of the check that says so.
    static let troubles: [(check: String, change: Change)] = [
        ("aircraft", { $0.phase = nil }), ("position", { $0.position = nil }),
        ("position", { $0.satellites = 4 }), ("position", { $0.hdop = 3 }),
        ("position", { $0.fixAge = .seconds(3) }), ("heading", { $0.heading = nil }),
        ("battery", { $0.battery = 39 }), ("ground", { $0.phase = .emergency }),
        ("self-test", { $0.obstacles = ["the hull is not level"] }),
        // Believed after 3 s, and after 2 s more a place to take off from.
        (
            "mission",
            {
                $0.position = NavigatorBench.place(north: 100)
                $0.run(for: .seconds(6))
            }
        ),
        ("home", { $0.fly(to: NavigatorBench.place(east: 6)) }),
    ]

    private func ready() throws -> NavigatorBench {
        var bench = try NavigatorBench([
            "home_settle_time": "3s", "targets": [NavigatorBench.target(north: 20)],
        ])
        bench.run(for: .seconds(4))
        return bench
    }

    @Test("where all is well every check is met, with its figure and its limit")
    func well() throws {
        var bench = try ready()
        bench.fixAge = .milliseconds(20)
        bench.step()
        let checks = bench.checks
        #expect(
            checks.map(\.name) == [
                "aircraft", "position", "heading", "home", "ground", "battery", "self-test",
                "mission",
            ])
        #expect(checks.allSatisfy { $0.verdict == .met && $0.obstacles.isEmpty })
        let battery = checks.first { $0.name == "battery" }
        #expect(battery?.measured == "80 %" && battery?.limit == "at least 40 %")
        let position = checks.first { $0.name == "position" }
        #expect(position?.measured == "20 ms old, 9 satellites, HDOP 0.9, unsure by 2.0 m")
        #expect(checks.last?.measured.hasPrefix("targets: 1, 20 m, ") == true)
    }

    @Test("each trouble fails its check", arguments: troubles.indices)
    func fails(index: Int) throws {
        var bench = try ready()
        let (name, change) = Self.troubles[index]
        change(&bench)
        bench.step()
        let failed = bench.checks.filter { $0.verdict == .failed }.map(\.name)
        #expect(failed.contains(name), "\(failed)")
    }

    @Test(
        "what fails is what refuses the take-off, in the same words and order; otherwise it takes off"
    )
    func sameWords() throws {
        let count = Self.troubles.count
        for mask in 0..<(1 << count) where mask.nonzeroBitCount <= 3 {
            var bench = try ready()
            for index in 0..<count where mask & 1 << index != 0 {
                Self.troubles[index].change(&bench)
            }
            bench.step()
            let checks = bench.checks
            let obstacles = checks.flatMap(\.obstacles)
            let isReady = checks.allSatisfy { $0.verdict == .met }
            let answer = bench.ask(.takeOff)
            #expect(answer?.isAccepted == isReady, "\(mask)")
            #expect(isReady == obstacles.isEmpty)
            guard !isReady else { continue }
            #expect(
                answer?.message == "take-off refused: \(obstacles.joined(separator: "; "))")
        }
    }

    @Test("before the first step, and where nothing is known, no check is met by that")
    func unknown() throws {
        var bench = try NavigatorBench()
        #expect(bench.checks == [])
        bench.phase = nil
        bench.position = nil
        bench.step()
        let checks = bench.checks
        #expect(
            checks.allSatisfy { $0.verdict != .met || ["heading", "mission"].contains($0.name) })
        #expect(checks.first { $0.name == "battery" }?.verdict == .unknown)
    }

    @Test("what the receiver does not tell is said, and what keeps home from settling")
    func unknownQuality() throws {
        var bench = try NavigatorBench(["home_settle_time": "3s"])
        (bench.hdop, bench.satellites, bench.horizontalError) = (nil, nil, nil)
        bench.run(for: .seconds(5))
        let position = bench.checks.first { $0.name == "position" }
        #expect(
            position?.measured.hasSuffix("satellites unknown, HDOP unknown, error unknown") == true)
        func wander(_ bench: inout NavigatorBench) {
            for step in 0..<70 {
                bench.position = NavigatorBench.place(north: Double(step) * 0.1)
                bench.step()
            }
        }
        for (change, words) in [
            ({ $0.fixAltitude = nil }, "two-dimensional"),
            ({ $0.horizontalError = 7 }, "; the receiver is unsure by more than 5 m"),
            (wander, "; one of them lay farther away"),
        ] as [((inout NavigatorBench) -> Void, String)] {
            var bench = try NavigatorBench(["home_settle_time": "3s"])
            bench.run(for: .seconds(5))
            change(&bench)
            bench.step()
            let reply = bench.ask(.takeOff)
            #expect(reply?.isAccepted == false)
            #expect(reply?.message.contains(words) == true, "\(reply?.message ?? "")")
        }
    }

    @Test("a receiver that no longer tells how good it is is doubtful, on the ground as in the air")
    func bareReceiver() throws {
        for (spoil, words) in [
            ({ $0.hdop = nil }, "the receiver no longer tells its dilution of precision"),
            (
                { ($0.satellites, $0.horizontalError) = (nil, nil) },
                "the receiver no longer tells its error, how many satellites it uses"
            ), ({ $0.fixAltitude = nil }, "it is two-dimensional"),
        ] as [((inout NavigatorBench) -> Void, String)] {
            var ground = try NavigatorBench.standing()
            spoil(&ground)
            #expect(ground.ask(.takeOff)?.message.contains(words) == true)
            // Another receiver may take its place.
            ground.position = nil
            ground.step()
            ground.position = NavigatorBench.home
            ground.run(for: .seconds(1))
            let isFlat = ground.fixAltitude == nil
            #expect(ground.ask(.takeOff)?.isAccepted == !isFlat)
            var flight = try NavigatorBench.flying()
            spoil(&flight)
            flight.run(for: .seconds(2))
            #expect(flight.code == "paused-fix-poor" && flight.words.contains(words))
        }
    }

    @Test("a mission that was sent is the one that is checked") func sentMission() throws {
        var bench = try NavigatorBench.standing()
        #expect(bench.checks.last?.measured == "no mission: it takes off to hover")
        bench.ask(.target(NavigatorBench.place(east: 10), altitudeMetres: nil))
        #expect(bench.checks.last?.measured.hasPrefix("targets: 1, 10 m") == true)
    }
}
