import Core
import Devices

extension DroneNavigation {
    /// One reason not to take off.
    package enum TakeOffObstacle: Codable, Equatable, Sendable, CustomStringConvertible {
        case trouble(FailsafeCondition)
        case notLanded(FlightState.Phase)
        /// Fixes have not been good, and near each other, for so long.
        case homeUnsettled(for: Duration)
        case battery(percent: Int, limit: Double)
        /// In the aircraft's own words.
        case aircraft(String)
        /// What is wrong with its mission from here: a fault that the judge found.
        case mission(String)

        package var description: String {
            switch self {
            case .trouble(let trouble): trouble.description
            case .notLanded(.emergency): "the aircraft reports an emergency: ask for a reset"
            case .notLanded(let phase): "the aircraft is not on the ground (\(phase))"
            case .homeUnsettled(let time):
                "home is not settled: positions must be good, and within 3 m of each other, for "
                    + text(of: time)
            case .battery(let percent, let limit):
                "the battery is at \(percent) %, it needs \(fixedText(of: limit, decimals: 0)) %"
            case .aircraft(let words): words
            case .mission(let fault): fault
            }
        }
    }

    /// Says everything that speaks against a take-off, not only the first thing.
    struct PreArmCheck: Sendable {
        private let limits: TakeOffSettings

        init(_ settings: Settings) {
            limits = settings.takeOff
        }

        func obstacles(in situation: Situation, isHomeSettled: Bool) -> [TakeOffObstacle] {
            let location = situation.location
            let troubles = [
                situation.flightTrouble, location.positionTrouble, location.noseTrouble,
            ].compactMap { $0 }.map(TakeOffObstacle.trouble)
            let home: [TakeOffObstacle] =
                isHomeSettled || location.positionTrouble != nil
                ? [] : [.homeUnsettled(for: limits.homeSettleTime)]
            return troubles + home + aircraft(situation.flight)
        }

        private func aircraft(_ flight: FlightState?) -> [TakeOffObstacle] {
            guard let flight else { return [] }
            let notLanded: [TakeOffObstacle] =
                flight.phase == .landed ? [] : [.notLanded(flight.phase)]
            let battery: [TakeOffObstacle] =
                Double(flight.batteryPercent) >= limits.batteryPercent
                ? [] : [.battery(percent: flight.batteryPercent, limit: limits.batteryPercent)]
            return notLanded + battery + flight.armingFailures.map(TakeOffObstacle.aircraft)
        }
    }
}
