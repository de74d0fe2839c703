import Core
import Drivers
import DroneNavigation
import Missions
import Policies
import Settings
import Simulators
import TestSupport
import Testing
import Values

@testable import FlightTrials

/// Circles and photographs of a mission in virtual time: the shipped policy, connected as the supervisor does it, in a
/// steady and gusty wind, with a receiver that wanders. What is held is where the aircraft truly was.
@Suite("Circles and photographs, flown")
struct FigureFlightTests {
    private static let home = TrialPlan.place
    private static let center = PlaneVector(east: 0, north: 18)
    private static let radius = 8.0

    private static func place(_ point: PlaneVector) -> String {
        let place =
            home.offset(eastMetres: point.east, northMetres: point.north) ?? .origin
        return "\"latitude\": \(place.latitude), \"longitude\": \(place.longitude)"
    }

    private static func mission(_ items: String...) -> FileText {
        FileText(
            name: "circle.json",
            text: """
                {"roost_mission": 1, "home": {\(place(.zero))}, "items": [
                {"do": "take-off", "altitude": "3m"},
                \(items.joined(separator: ",\n")),
                {"do": "return"}
                ]}
                """)
    }

    private static func circle(turns: Double, clockwise: Bool = true) -> String {
        """
        {"do": "circle", \(place(center)), "radius": "8m", "turns": \(turns), "clockwise": \(clockwise),
         "altitude": "4m"}
        """
    }

    private struct Flight {
        var result: FlightResult
        /// How far beside the circle, and the nose beside its middle, while it flew around.
        var besides: [Double] = []
        var noses: [Double] = []
        var turned = 0.0
        var heights: [Double] = []
        var codes: [String] = []

        var deviation: Double {
            (besides.reduce(0) { $0 + $1 * $1 } / max(1, Double(besides.count))).squareRoot()
        }
    }

    private func fly(
        _ mission: FileText, faults: [TrialFault] = [], wind: Double = 4
    ) throws -> Flight {
        let registry = PluginRegistry(drivers: allDrivers, policies: allPolicies)
        var conditions = FlightConditions(start: Self.home)
        conditions.receiver.wanderMetres = 0.3
        conditions.wind = Wind(
            speedMetresPerSecond: wind, towards: .degrees(70), gustMetresPerSecond: wind / 2)
        var trial = try FlightTrial(
            TrialPlan(seed: 4, conditions, faults: faults),
            TrialSetup(law: nil, course: TrialCourse(mission), registry: registry))
        var flight = Flight(result: FlightResult(number: 0))
        var bearing: Angle?
        flight.result = trial.fly { moment in
            let code = moment.reason?.code ?? ""
            if flight.codes.last != code { flight.codes.append(code) }
            guard code == "circling" else { return bearing = nil }
            let offset = moment.world.place - Self.center
            flight.besides.append(abs(offset.length - Self.radius))
            flight.heights.append(moment.world.altitudeMetres)
            let toMiddle = (offset.direction + .degrees(180) - moment.world.heading).wrapped
            flight.noses.append(abs(toMiddle.degrees))
            if let bearing { flight.turned += (offset.direction - bearing).wrapped.degrees }
            bearing = offset.direction
        }
        return flight
    }

    @Test(
        "in wind it flies around as often as it is asked, either way, and home",
        arguments: [(2.0, true), (1.5, false), (0.25, true)])
    func around(turns: Double, clockwise: Bool) throws {
        let flight = try fly(Self.mission(Self.circle(turns: turns, clockwise: clockwise)))
        #expect(flight.result.isDone && flight.result.failsafes == [], "\(flight.codes)")
        #expect(flight.result.breaches == [])
        #expect(flight.deviation < 1, "\(flight.deviation)")
        #expect(flight.besides.max() ?? .infinity < 3)
        let wanted = 360 * turns * (clockwise ? 1 : -1)
        #expect(abs(flight.turned - wanted) < 30, "\(flight.turned)")
        #expect(abs((flight.heights.last ?? 0) - 4) < 0.5)
        #expect(flight.codes.contains("reaching-circle"))
    }

    @Test("pointed at the middle the nose stays there, all around")
    func nose() throws {
        let flight = try fly(
            Self.mission(
                "{\"do\": \"point-at\", \(Self.place(Self.center))}", Self.circle(turns: 1)))
        #expect(flight.result.isDone, "\(flight.codes)")
        let worst = flight.noses.max() ?? .infinity
        // 8 degrees around 8 m are a metre, which is what a receiver and gusts are worth.
        #expect(worst < 25, "\(worst)")
    }

    @Test("photographs are taken where the mission has them, and it flies on")
    func photographs() throws {
        let flight = try fly(
            Self.mission(
                "{\"do\": \"photograph\"}", Self.circle(turns: 0.5), "{\"do\": \"photograph\"}",
                "{\"do\": \"photograph\"}"))
        #expect(flight.result.isDone && flight.result.failsafes == [], "\(flight.codes)")
        #expect(flight.result.photographs == 3)
        #expect(flight.codes.contains("photographing"))
    }

    @Test("a camera that is not ready takes none, and the mission is flown to its end")
    func noPhotograph() throws {
        let fault = TrialFault(what: .world("camera off", end: nil), after: .zero, lasting: .zero)
        let flight = try fly(
            Self.mission("{\"do\": \"photograph\"}", Self.circle(turns: 0.5)), faults: [fault])
        #expect(flight.result.isDone && flight.result.failsafes == [], "\(flight.codes)")
        #expect(flight.result.photographs == 0)
    }

    @Test("blown off its circle it is stopped, and does not fly on around by itself")
    func blownAway() throws {
        let fault = TrialFault(
            what: .world("wind 12m/s 70deg", end: nil), after: .seconds(25), lasting: .zero)
        let flight = try fly(Self.mission(Self.circle(turns: 15)), faults: [fault])
        #expect(flight.result.hasLanded && !flight.result.isDone)
        #expect(!flight.result.failsafes.isEmpty)
    }
}
