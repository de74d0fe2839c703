/// What an aircraft is doing, as it says itself.
package struct FlightState: DeviceValue {
    package static let kind = "flight-state"

    package enum Phase: String, Codable, Sendable {
        case landed
        case takingOff = "taking-off"
        case hovering, flying, landing, emergency
    }

    package let phase: Phase
    package let batteryPercent: Int
    /// Above the ground that it took off from.
    package let altitudeMetres: Double
    /// Positive: right side down.
    package let roll: Angle
    /// Positive: nose up.
    package let pitch: Angle
    /// Positive: clockwise seen from above.
    package let yaw: Angle
    package let forwardMetresPerSecond: Double
    package let rightMetresPerSecond: Double
    /// Why it would refuse to take off now, in words; empty when it would not.
    package let armingFailures: [String]
    /// Tells it from another aircraft; `nil` where it is not known.
    package let serialNumber: String?
    /// `nil` of a driver that knows nothing beside what the aircraft says.
    package let driver: Driver?

    /// What its driver knows beside what the aircraft says.
    package struct Driver: Codable, Equatable, Sendable {
        /// Somebody else commands it, too.
        package let hasRival: Bool
        /// Why the driver brings it down though nobody has asked for that, in words: "no valid command for 3.0 s".
        package let landsBecause: String?
        /// How often the aircraft has started over since the driver began: switched off and on, or crashed.
        package let restarts: Int

        package init(hasRival: Bool = false, landsBecause: String? = nil, restarts: Int = 0) {
            self.hasRival = hasRival
            self.landsBecause = landsBecause
            self.restarts = restarts
        }
    }

    package init(
        phase: Phase, batteryPercent: Int, altitudeMetres: Double,
        roll: Angle, pitch: Angle, yaw: Angle,
        forwardMetresPerSecond: Double, rightMetresPerSecond: Double,
        armingFailures: [String], serialNumber: String? = nil, driver: Driver? = nil
    ) {
        self.phase = phase
        self.batteryPercent = batteryPercent
        self.altitudeMetres = altitudeMetres
        self.roll = roll
        self.pitch = pitch
        self.yaw = yaw
        self.forwardMetresPerSecond = forwardMetresPerSecond
        self.rightMetresPerSecond = rightMetresPerSecond
        self.armingFailures = armingFailures
        self.serialNumber = serialNumber
        self.driver = driver
    }

    /// "flying, 2.2 m, 97 %", and on the ground why it would not take off.
    package var description: String {
        let state =
            "\(phase), \(fixedText(of: altitudeMetres, decimals: 1)) m, \(batteryPercent) %"
        if phase.isAirborne {
            return driver?.hasRival ?? false ? "\(state); somebody else commands it" : state
        }
        guard !armingFailures.isEmpty else { return state }
        return "\(state); does not take off: \(armingFailures.joined(separator: ", "))"
    }
}

extension FlightState.Phase: CustomStringConvertible {
    package var description: String {
        self == .takingOff ? "taking off" : rawValue
    }

    /// Whether it is off the ground, or about to be.
    package var isAirborne: Bool {
        switch self {
        case .takingOff, .hovering, .flying, .landing: true
        case .landed, .emergency: false
        }
    }
}

/// What an aircraft should do. Each is a goal that stands while its lease lives; asking for it
/// twice is asking once. A lease that runs out means hover, then land.
package enum FlightCommand: DeviceValue {
    /// Come down, or stay down. Once begun, a landing goes on until the aircraft is down, whatever is commanded or asked
    /// for meanwhile, by the policy as by the driver: whoever stands below has seen it come down (decision 44).
    case land
    /// Leave the ground and hover. In the air: hover.
    case takeOff
    /// Stay where it is. On the ground: stay there.
    case hover
    /// Move. On the ground: stay there.
    case move(StickPosition)
    /// Clear an emergency. Never cuts motors: ignored unless the aircraft reports an emergency.
    case resetEmergency

    package static let kind = "flight-command"

    package var description: String {
        switch self {
        case .land: "land"
        case .takeOff: "take off"
        case .hover: "hover"
        case .move(let stick): "move: \(stick)"
        case .resetEmergency: "reset the emergency"
        }
    }
}

/// A stick position: each axis a share of the configured limit, -1...1.
package struct StickPosition: Codable, Equatable, Sendable {
    /// Positive: to the right.
    package let roll: Double
    /// Positive: forward. (Some have it the other way round on the wire; their drivers negate it.)
    package let forward: Double
    /// Vertical speed, positive: up.
    package let climb: Double
    /// Positive: clockwise seen from above.
    package let yaw: Double

    /// Clamps every axis to -1...1; what is not a number becomes 0.
    package init(roll: Double = 0, forward: Double = 0, climb: Double = 0, yaw: Double = 0) {
        self.roll = Self.clamped(roll)
        self.forward = Self.clamped(forward)
        self.climb = Self.clamped(climb)
        self.yaw = Self.clamped(yaw)
    }

    package init(from decoder: any Decoder) throws {
        let axes = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            roll: try axes.decode(Double.self, forKey: .roll),
            forward: try axes.decode(Double.self, forKey: .forward),
            climb: try axes.decode(Double.self, forKey: .climb),
            yaw: try axes.decode(Double.self, forKey: .yaw))
    }

    package static let still = StickPosition()

    private static func clamped(_ fraction: Double) -> Double {
        fraction.isNaN ? 0 : min(1, max(-1, fraction))
    }
}

extension StickPosition: CustomStringConvertible {
    /// "roll 0.00, forward 0.25, climb 0.00, yaw -0.10"
    package var description: String {
        [("roll", roll), ("forward", forward), ("climb", climb), ("yaw", yaw)]
            .map { "\($0) \(fixedText(of: $1, decimals: 2))" }.joined(separator: ", ")
    }
}
