import Core
import Simulators
import Trials
import Values

/// All that chance decides of a flight: the same for the same seed and number, whatever flies it.
package struct TrialPlan: Sendable {
    /// What a series draws from.
    package struct Ranges: Equatable, Sendable {
        package var windMetresPerSecond = 0.0...5.0
        /// How much of each number of the drone's dynamics may be off.
        package var dynamicsSpread = 0.2
        /// Whether something goes wrong in each flight.
        package var hasFaults = false
        /// Whether somebody has each flight do something beside its course.
        package var hasScenes = false

        package init() {}
    }

    /// An old airfield in Berlin, where there is room.
    static let place = Position(latitude: 52.473, longitude: 13.403) ?? .origin

    package let number: Int
    /// For all noise in the flight.
    let seed: UInt64
    let conditions: FlightConditions
    let scene: TrialScene
    let faults: [TrialFault]

    package init(number: Int, seed: UInt64, _ ranges: Ranges) {
        self.number = number
        var generator = SeededGenerator(trial: number, seed: seed)
        self.seed = generator.next()
        conditions = Self.conditions(ranges, &generator)
        // Drawn last, so that a series with faults has the weather of one without.
        guard ranges.hasScenes else {
            let count = ranges.hasFaults ? Int.random(in: 1...2, using: &generator) : 0
            scene = .course
            faults = (0..<count).map { _ in TrialFault.drawn(using: &generator) }
            return
        }
        let scene = TrialScene.allCases.dropFirst().randomElement(using: &generator) ?? .hover
        self.scene = scene
        faults = ranges.hasFaults ? TrialFault.drawn(in: scene, using: &generator) : []
    }

    /// A flight of which nothing is left to chance but the noise.
    init(
        number: Int = 1, seed: UInt64, _ conditions: FlightConditions,
        scene: TrialScene = .course, faults: [TrialFault] = []
    ) {
        self.number = number
        self.scene = scene
        self.seed = seed
        self.conditions = conditions
        self.faults = faults
    }

    private static func conditions(
        _ ranges: Ranges, _ generator: inout SeededGenerator
    ) -> FlightConditions {
        func number(_ range: ClosedRange<Double>) -> Double {
            Double.random(in: range, using: &generator)
        }
        var drawn = FlightConditions(start: place)
        drawn.heading = .degrees(number(0...360))
        let wind = number(ranges.windMetresPerSecond)
        // Calm 0.3, 3 m/s 0.8, 5 m/s 1.5: the deviation of one axis; `Wind` has twice that.
        drawn.wind = Wind(
            speedMetresPerSecond: wind, towards: .degrees(number(0...360)),
            gustMetresPerSecond: 2 * (0.3 + 0.22 * wind), gustSeconds: number(3...5))
        drawn.receiver.wanderMetres = number(1.5...3)
        drawn.receiver.wanderSeconds = number(30...60)
        drawn.receiver.jitterMetres = number(0.3...0.5)
        drawn.receiver.latency = .seconds(number(0.1...0.5))
        drawn.receiver.claimedErrorMetres = number(2...5)
        drawn.flowScale = number(0.9...1.1)
        drawn.flowNoiseMetresPerSecond = number(0.05...0.2)
        drawn.batteryPercent = number(60...100)
        drawn.flightTime = .seconds(number(8...12) * 60)
        drawn.sagPercent = number(0...8)
        drawn.commandDelay = .seconds(number(0.05...0.2))
        drawn.navdataDelay = .seconds(number(0.03...0.08))
        drawn.loss = number(0...0.05)
        drawn.headingError = .degrees(8 * generator.gaussian())
        drawn.dynamics = drawn.dynamics.drawn(
            spread: ranges.dynamicsSpread, using: &generator)
        return drawn
    }
}
