import Core
import Devices
import Testing

@testable import Policies

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

    @Test("a mission that was sent is the one that is checked") func sentMission() throws {
        var bench = try NavigatorBench.standing()
        #expect(bench.checks.last?.measured == "no mission: it takes off to hover")
        bench.ask(.target(NavigatorBench.place(east: 10), altitudeMetres: nil))
        #expect(bench.checks.last?.measured.hasPrefix("targets: 1, 10 m") == true)
    }
}
