import Core
import Drivers
import DroneNavigation
import JSON
import Policies
import Simulators
import TestSupport
import Testing
import Values

@testable import FlightTrials

/// Settings that change in the air: the same flight goes on, and what is commanded has no step.
struct SettingsChangeTests {
    private static let registry = PluginRegistry(drivers: allDrivers, policies: allPolicies)

    /// A square of 40 m, and further settings.
    private static func setup(_ settings: [String: JSONValue] = [:]) throws -> TrialSetup {
        try TrialSetup(
            law: nil, settings: settings,
            course: TrialCourse(
                corners: [
                    PlaneVector(east: 0, north: 40), PlaneVector(east: 40, north: 40),
                    PlaneVector(east: 40, north: 0), PlaneVector(east: 0, north: 0),
                ], altitudeMetres: 2), registry: registry)
    }

    private static let others: [[String: JSONValue]] = [
        ["cruise_speed": "1m/s", "arrival_radius": "1.5m", "fence_radius": "80m"],
        ["cruise_speed": "2m/s", "max_altitude": "4m", "max_fix_age": "1.5s"],
        ["cruise_speed": "1.5m/s", "altitude_tolerance": "0.5m", "no_progress_after": "30s"],
    ]

    /// What was commanded in a flight.
    private struct Flown {
        var result = FlightResult(number: 1)
        /// In degrees, from one step of the policy to the next, 50 ms later.
        var largestStep = 0.0
        /// Turns in the air in which it was told neither to move nor to come down.
        var hovers = 0
        var last: StickPosition?

        mutating func note(_ moment: FlightTrial.Moment, fullTilt: Double) {
            defer { last = stick(moment.command) }
            guard let stick = stick(moment.command) else {
                if moment.command == .hover { hovers += 1 }
                return
            }
            guard let last else { return }
            let step =
                fullTilt * max(abs(stick.roll - last.roll), abs(stick.forward - last.forward))
            largestStep = max(largestStep, step)
        }

        private func stick(_ command: FlightCommand?) -> StickPosition? {
            if case .move(let stick) = command { stick } else { nil }
        }
    }

    /// Flown in a wind with gusts, with `count` changes from the twentieth second on, one each half second.
    private func fly(_ count: Int) throws -> Flown {
        let setups = try Self.others.map(Self.setup)
        var conditions = FlightConditions(start: TrialPlan.place)
        conditions.receiver.wanderMetres = 0.5
        conditions.wind = Wind(
            speedMetresPerSecond: 3, towards: .degrees(70), gustMetresPerSecond: 1)
        var trial = try FlightTrial(TrialPlan(seed: 3, conditions, faults: []), try Self.setup())
        var flown = Flown()
        var (changes, due) = (0, Duration.seconds(20))
        flown.result = trial.fly(changing: { time in
            guard changes < count, time >= due else { return nil }
            due = time + .milliseconds(500)
            changes += 1
            return setups[changes % setups.count]
        }) { flown.note($0, fullTilt: 29) }
        return flown
    }

    @Test(
        "a hundred changes in one flight: it flies its course to the end, with no step and no stop")
    func hundred() throws {
        let plain = try fly(0)
        let changed = try fly(100)
        #expect(changed.result.changes == 100, "\(changed.result.refusedChanges)")
        #expect(changed.result.refusedChanges == [])
        for flown in [plain, changed] {
            #expect(flown.result.isDone && flown.result.hasLanded, "\(flown.result.outcome)")
            #expect(flown.result.failsafes == [])
            #expect(flown.result.breaches == [])
        }
        #expect(changed.result.seconds > 60)
        #expect(changed.hovers <= plain.hovers, "\(changed.hovers), \(plain.hovers)")
        // 180 degrees a second, in steps of 50 ms.
        #expect(plain.largestStep <= 9.001 && changed.largestStep <= 9.001)
        #expect(changed.largestStep > 1)
    }

    @Test("a series applies them in each flight, at times that its seed decides")
    func series() throws {
        let others = try Self.others.map(Self.setup)
        func changes(seed: UInt64, _ others: [TrialSetup]) throws -> [Int] {
            let series = TrialSeries(
                count: 3, seed: seed, ranges: TrialPlan.Ranges(), setups: [try Self.setup()],
                others: others)
            let flights = try series.fly(threads: 2) { _, _ in }
            #expect(flights[0].allSatisfy { $0.breaches.isEmpty })
            return flights[0].map(\.changes)
        }
        let first = try changes(seed: 1, others)
        #expect(first.allSatisfy { $0 > 0 } && Set(first).count > 1)
        #expect(try changes(seed: 1, others) == first)
        #expect(try changes(seed: 2, others) != first)
        #expect(try changes(seed: 1, []) == [0, 0, 0])
    }
}
