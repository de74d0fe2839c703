import Core
import Drivers
import DroneNavigation
import JSON
import Missions
import Policies
import Settings
import Simulators
import TestSupport
import Testing
import Values

@testable import FlightTrials

/// The way home around a keep-out zone, flown by the law `track` with an estimate, a receiver that
/// wanders and a steady wind: what is held is where the aircraft truly was.
@Suite("The way home around a zone, flown")
struct WayHomeTests {
    private static let home = TrialPlan.place

    private static func place(_ east: Double, _ north: Double) -> String {
        let place = home.offset(eastMetres: east, northMetres: north) ?? .origin
        return "\"latitude\": \(place.latitude), \"longitude\": \(place.longitude)"
    }

    /// A zone of 30 by 20 m, 12 m to the north, and a course around its east to behind it.
    private static var mission: FileText {
        let corners = [(-15.0, 12.0), (-15, 32), (15, 32), (15, 12)]
            .map { "{\(place($0.0, $0.1))}" }.joined(separator: ", ")
        let items = [(25.0, 10.0), (25, 45), (0, 45)]
            .map { "{\"do\": \"go-to\", \(place($0.0, $0.1))}" }.joined(separator: ",\n")
        return FileText(
            name: "around.json",
            text: """
                {"roost_mission": 1, "home": {\(place(0, 0))}, "items": [
                {"do": "take-off", "altitude": "3m"}, \(items),
                {"do": "hover", "for": "60s"}, {"do": "land"}
                ], "fences": [{"keep": "out", "corners": [\(corners)]}]}
                """)
    }

    /// How far beyond the border; below zero outside of the zone.
    private func depth(_ place: PlaneVector) -> Double {
        min(15 - abs(place.east), 10 - abs(place.north - 22))
    }

    @Test(
        "the battery being low behind the zone it comes home around it",
        arguments: [(0.0, 1), (90, 2), (180, 3), (270, 4)])
    func home(windTowards degrees: Double, seed: UInt64) throws {
        let registry = PluginRegistry(drivers: allDrivers, policies: allPolicies)
        var conditions = FlightConditions(start: Self.home)
        conditions.receiver.wanderMetres = 0.5
        conditions.wind = Wind(speedMetresPerSecond: 3, towards: .degrees(degrees))
        let fault = TrialFault(
            what: .world("battery 39%", end: nil), after: .seconds(75), lasting: .zero)
        var trial = try FlightTrial(
            TrialPlan(seed: seed, conditions, faults: [fault]),
            TrialSetup(
                law: nil, settings: ["return_at_battery": "40%"],
                course: TrialCourse(Self.mission), registry: registry))
        var deepest = -Double.infinity
        var wasBehind = false
        let flight = trial.fly { moment in
            deepest = max(deepest, depth(moment.world.place))
            if moment.reason?.code == "returning-battery-low", moment.world.place.north > 36 {
                wasBehind = true
            }
        }
        #expect(wasBehind, "\(flight.failsafes)")
        #expect(flight.outcome == "landed-battery-low", "\(flight.failsafes)")
        #expect(flight.landing.length < 4, "\(flight.landing)")
        #expect(deepest < 0, "\(deepest)")
        #expect(flight.breaches == [])
    }

    @Test(
        "far from home it turns back while the battery has what the way takes, above return_at_battery"
    )
    func whatTheWayTakes() throws {
        let registry = PluginRegistry(drivers: allDrivers, policies: allPolicies)
        var conditions = FlightConditions(start: Self.home)
        conditions.receiver.wanderMetres = 0.5
        let fault = TrialFault(
            what: .world("battery 26%", end: nil), after: .zero, lasting: .zero)
        var trial = try FlightTrial(
            TrialPlan(seed: 1, conditions, faults: [fault]),
            TrialSetup(
                law: nil,
                settings: [
                    "return_at_battery": "12%", "take_off_battery": "20%",
                    "warn_at_battery": "20%",
                ],
                course: TrialCourse(Self.mission), registry: registry))
        let flight = trial.fly()
        #expect(flight.outcome == "landed-battery-low", "\(flight.failsafes)")
        #expect(flight.landing.length < 4, "\(flight.landing)")
        #expect(flight.breaches == [])
    }
}
