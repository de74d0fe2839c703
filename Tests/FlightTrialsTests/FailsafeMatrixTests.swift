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

/// Row for row of the failsafes: what goes wrong in the air, by the simulated drone's own fault commands,
/// how soon it is found, what is done, and how it ends. The policy and the driver's decisions are
/// the real ones; a steady wind of 2 m/s blows.
@Suite("The matrix of failsafes, flown")
struct FailsafeMatrixTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let fault: String
        var settings: [String: JSONValue] = [:]
        /// The code that it is first told by.
        let found: String
        /// From the fault to that, in seconds.
        let within: Double
        let outcome: String
        /// Home is where it has to land.
        var isHome = false

        var testDescription: String { fault }
    }

    static let rows = [
        Row(fault: "gps off", found: "paused-fix-lost", within: 2.2, outcome: "landed-fix-lost"),
        // 3 s and 5 m, at 2 m/s, with what the estimator needs.
        Row(
            fault: "gps stuck", found: "paused-position-contradicted", within: 3,
            outcome: "landed-velocity-unconfirmed"),
        Row(
            fault: "gps jump 30m", found: "paused-fix-poor", within: 1,
            outcome: "landed-mission-done"),
        Row(
            fault: "ground water", found: "awaiting-velocity-contradicted", within: 10,
            outcome: "landed-velocity-contradicted"),
        Row(
            fault: "wind 11m/s 90deg", found: "landing-wind-too-strong", within: 20,
            outcome: "landed-wind-too-strong"),
        Row(
            fault: "battery 19%", found: "returning-battery-low", within: 2.2,
            outcome: "landed-battery-low", isHome: true),
        Row(
            fault: "battery 11%", found: "landing-battery-empty", within: 2.2,
            outcome: "landed-battery-empty"),
        Row(
            fault: "outage", found: "awaiting-flight-state-lost", within: 1.2,
            outcome: "landing-flight-state-lost"),
        // A whole second to measure it, after the one in which it began, three that it lasts, and luck
        // with seconds in which enough comes.
        Row(
            fault: "loss 50% down", settings: ["min_link_rate": 10, "link_weak_for": "3s"],
            found: "returning-link-weak",
            within: 8,
            outcome: "landed-link-weak", isHome: true),
        Row(
            fault: "tilt 60deg", found: "paused-tilted", within: 0.3, outcome: "landed-tilted"),
        // A person has it hover, and forgets it.
        Row(
            fault: "ask hover", settings: ["max_flight_time": "115s"],
            found: "returning-flight-time-over",
            within: 104, outcome: "landed-flight-time-over", isHome: true),
    ]

    @Test("each is found in time, and ends as the table says", arguments: rows)
    func row(_ row: Row) throws {
        let registry = PluginRegistry(drivers: allDrivers, policies: allPolicies)
        var conditions = FlightConditions(start: TrialPlan.place)
        conditions.receiver.wanderMetres = 0.2
        conditions.wind = Wind(speedMetresPerSecond: 2, towards: .degrees(180))
        let at = Duration.seconds(12)
        let what: TrialFault.What =
            row.fault == "ask hover" ? .request("hover") : .world(row.fault, end: nil)
        var trial = try FlightTrial(
            TrialPlan(
                seed: 1, conditions,
                faults: [TrialFault(what: what, after: at, lasting: .zero)]),
            try TrialSetup(law: nil, settings: row.settings, registry: registry))
        var tookOff: Duration?
        var found: Duration?
        let flight = trial.fly { moment in
            if moment.world.isMotorOn, tookOff == nil { tookOff = moment.time }
            if moment.reason?.code == row.found, found == nil { found = moment.time }
        }
        let seen = "\(flight.failsafes) \(flight.outcome)"
        let after = try #require(found, "\(seen)") - (try #require(tookOff)) - at
        #expect(after.seconds <= row.within, "\(after)")
        #expect(flight.outcome == row.outcome, "\(seen)")
        #expect(flight.breaches == [])
        if row.isHome { #expect(flight.landing.length < 3, "\(flight.landing)") }
    }
}
