import Core
import DroneNavigation
import JSON
import PetDoor
import Testing
import Values

@testable import Recording

/// What would have made a recorded decision otherwise: each finding is a step that was decided again.
@Suite struct CounterfactualTests {
    private static let registry = PluginRegistry(
        drivers: [], policies: [PetDoor.self, DroneNavigation.self])
    private static let limit = 700.0 / 1023

    /// Of the last decision with this code.
    private func tried(
        _ rows: [Row], of policy: String, code: String
    ) throws -> Counterfactuals {
        let decision = try #require(
            rows.last { $0.kind == .decision && $0.text("code") == code }, "\(codes(rows))")
        var replay = Replay(
            Self.registry, watching: StepWatched(of: policy, at: decision.at))
        for row in rows { replay.add(row, nil) }
        let moment = try #require(replay.moment)
        #expect(moment.trial.decided.code == code)
        return Counterfactuals(of: moment)
    }

    private func codes(_ rows: [Row]) -> [String] {
        rows.filter { $0.kind == .decision }.map { $0.text("code") }
    }

    private func lines(_ tried: Counterfactuals) -> [String] {
        tried.findings.map { finding in
            "\(finding.isSetting ? "setting " : "")\(finding.name) \(finding.instead)"
                + "\(finding.was.isEmpty ? "" : " (was \(finding.was))"): \(finding.decision.code)"
        }
    }

    /// One whose bolt goes out at once when it has been dark for 5 s.
    private func door(_ door: RecordedDoor) throws {
        door.record(for: 20, light: 0.9)
        try door.change(to: ["dwell": "5s", "minimum_state_time": "0s"])
        door.record(for: 20, light: 0.9)
        door.record(for: 10, light: 0.2)
    }

    @Test(
        "a door that locks at night would not have with light over the threshold, a band above it")
    func light() throws {
        let recorded = try RecordedDoor()
        try door(recorded)
        let found = lines(
            try tried(recorded.store.rows, of: RecordedDoor.name, code: "night/locking"))
        // It is day above light_threshold and half of light_band, 10.4 % of the full scale: 73.63 %.
        #expect(found.contains("light 73.7 % (was 20.0 %): day"), "\(found)")
        #expect(!found.contains { $0.hasPrefix("light 7") && !$0.contains("73.7") })
    }

    @Test("what is found is so: the same door in the light that was found decides as was said")
    func isTrue() throws {
        let recorded = try RecordedDoor()
        try door(recorded)
        let rows = recorded.store.rows
        let decision = try #require(rows.last { $0.text("code") == "night/locking" })
        let other = try RecordedDoor()
        other.record(for: 20, light: 0.9)
        try other.change(to: ["dwell": "5s", "minimum_state_time": "0s"])
        other.record(for: 20, light: 0.9)
        while other.clock.now + RecordedDoor.period < decision.at {
            other.run(for: RecordedDoor.period, light: 0.2)
        }
        other.run(for: RecordedDoor.period, light: 0.737)
        other.recorder.drain()
        #expect(other.clock.now == decision.at)
        #expect(!codes(other.store.rows).contains("night/locking"))
    }

    @Test("a setting is found that would have let it wait, and one that would have let it be day")
    func settings() throws {
        let recorded = try RecordedDoor()
        try door(recorded)
        let found = lines(
            try tried(recorded.store.rows, of: RecordedDoor.name, code: "night/locking"))
        #expect(
            found.contains { $0.hasPrefix("setting dwell \"6s\" (was \"5s\"): waiting-night") },
            "\(found)")
        #expect(found.contains { $0.hasPrefix("setting light_threshold \"14.") }, "\(found)")
        #expect(!found.contains { $0.contains("alert_interval") })
    }

    @Test("no other settings are tried where the policy would refuse them, and it is said why")
    func refusal() throws {
        let recorded = try RecordedDoor()
        try door(recorded)
        let tried = try tried(recorded.store.rows, of: RecordedDoor.name, code: "night")
        #expect(tried.settingsObstacle == "the bolt moves; until it has arrived")
        #expect(!tried.findings.contains { $0.isSetting })
    }

    @Test("a sensor that was dead is tried as it last was") func dead() throws {
        let recorded = try RecordedDoor()
        recorded.record(for: 20, light: 0.9)
        recorded.runBlind(for: .seconds(2))
        recorded.recorder.drain()
        let found = lines(
            try tried(recorded.store.rows, of: RecordedDoor.name, code: "doubt-unlocked"))
        #expect(
            found.contains("light as it last was: ratio 0.9 (was absent): waiting-day"), "\(found)")
    }

    @Test("a decision that no single change would have altered has none, after all were tried")
    func none() throws {
        let tried = try tried(
            flight(battery: 15, satellites: 3, obstacles: ["the motors are cold"]), of: "pilot",
            code: "waiting-to-take-off")
        let ofNumbers = lines(tried).filter { !$0.contains("(was landed)") }
        #expect(ofNumbers == [])
        #expect(tried.trials > 50)
    }

    /// A drone that waits on the ground for a take-off at once, until nothing is in its way any more.
    private func flight(
        battery: Int, satellites: Int = 9, obstacles: [String]
    ) throws -> [Row] {
        let drone = try RecordedDrone()
        for step in 0..<600 {
            drone.step(
                battery: battery, satellites: satellites, obstacles: step < 590 ? obstacles : [])
            if step % 20 == 0 { drone.recorder.drain() }
        }
        drone.recorder.drain()
        return drone.store.rows
    }

    @Test("a drone that takes off would not have with its battery below the limit of its settings")
    func battery() throws {
        let rows = try flight(battery: 80, obstacles: ["the motors are cold"])
        let found = lines(try tried(rows, of: "pilot", code: "taking-off"))
        #expect(
            found.contains(
                "flight 39 % of the battery (was 80 % of the battery): waiting-to-take-off"),
            "\(found)")
        #expect(
            found.contains { $0.hasPrefix("position ") && $0.contains(" satellites (was 9") },
            "\(found)")
    }

    @Test("it ends after a bounded number of steps, whatever there is to try") func bounded() throws
    {
        let recorded = try RecordedDoor()
        try door(recorded)
        let tried = try tried(recorded.store.rows, of: RecordedDoor.name, code: "night/locking")
        #expect((100...2000).contains(tried.trials), "\(tried.trials)")
    }
}
