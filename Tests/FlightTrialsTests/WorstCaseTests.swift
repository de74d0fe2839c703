import Core
import JSON
import Settings
import Simulators
import Testing
import Values

@testable import DroneNavigation
@testable import FlightTrials

/// What preflight and the map give as the worst case, flown: near its fence all fails that may, in the most wind that the
/// drone can hold.
@Suite("The worst case, flown") struct WorstCaseTests {
    @Test(
        "near the fence, in the most wind that it holds, it comes down within the worst case",
        arguments: ["gps off; ground dark", "ground water", "gps off", "gps bare; ground dark"])
    func worst(faults: String) throws {
        var flight = try PilotFlight(["fence_radius": "12m"])
        let worst = DroneNavigation.WorstCase(flight.settings)
        let metres = try #require(worst.metres)
        try flight.takeOff()
        let east = TrialPlan.place.offset(eastMetres: 10, northMetres: 0) ?? TrialPlan.place
        flight.ask(.target(east, altitudeMetres: 5))
        flight.fly(for: .seconds(60)) { $0.world.place.length > 8 }
        try #require(flight.world.place.length > 8, "\(flight.words)")
        try flight.apply(
            "wind \(fixedText(of: worst.windMetresPerSecond, decimals: 2))m/s 90deg")
        try flight.apply(faults)
        var farthest = 0.0
        flight.fly(for: .seconds(180)) {
            farthest = max(farthest, $0.world.place.length)
            return !$0.world.isMotorOn
        }
        #expect(farthest < metres, "\(flight.words)")
        // The wind has it where all fails: a worst case that is never near would keep nobody away.
        if faults.contains("ground") {
            #expect(!flight.world.isMotorOn, "\(flight.words)")
            #expect(farthest > 12, "\(flight.words)")
        }
    }
}
