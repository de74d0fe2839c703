import Core
import Devices

extension DroneNavigation {
    /// One reason not to take off.
    package enum TakeOffObstacle: Codable, Equatable, Sendable, CustomStringConvertible {
        case trouble(FailsafeCondition)
        case notLanded(FlightState.Phase)
        case battery(percent: Int, limit: Double)
        /// In the aircraft's own words.
        case aircraft(String)
        case targetOutsideFence(target: Int, metres: Double, limit: Double)

        package var description: String {
            switch self {
            case .trouble(let trouble): trouble.description
            case .notLanded(.emergency): "the aircraft reports an emergency: ask for a reset"
            case .notLanded(let phase): "the aircraft is not on the ground (\(phase))"
            case .battery(let percent, let limit):
                "the battery is at \(percent) %, it needs \(fixedText(of: limit, decimals: 0)) %"
            case .aircraft(let words): words
            case .targetOutsideFence(let target, let metres, let limit):
                "target \(target) is \(fixedText(of: metres, decimals: 0)) m away, "
                    + "the fence is at \(shortText(of: limit)) m"
            }
        }
    }

    /// Says everything that speaks against a take-off, not only the first thing.
    struct PreArmCheck: Sendable {
        private let limits: TakeOffSettings
        private let fenceMetres: Double?

        init(_ settings: Settings) {
            limits = settings.takeOff
            fenceMetres = settings.failsafes.fence ? settings.failsafes.fenceRadiusMetres : nil
        }

        func obstacles(in situation: Situation, to mission: Mission?) -> [TakeOffObstacle] {
            let troubles = [
                situation.flightTrouble, situation.positionTrouble, situation.headingTrouble,
            ].compactMap { $0 }.map(TakeOffObstacle.trouble)
            return troubles + aircraft(situation.flight) + fence(situation.position, mission)
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

        private func fence(_ position: Position?, _ mission: Mission?) -> [TakeOffObstacle] {
            guard let fenceMetres, let position, let mission else { return [] }
            return mission.all.enumerated().compactMap { index, target in
                let metres = position.distanceMetres(to: target.position)
                guard metres > fenceMetres else { return nil }
                return .targetOutsideFence(target: index + 1, metres: metres, limit: fenceMetres)
            }
        }
    }
}
