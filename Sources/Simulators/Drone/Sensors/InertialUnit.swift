import Values

/// Accelerometers and gyroscopes, as the navigation board converts them.
struct InertialUnit: Equatable, Sendable {
    private static let countsAtRest = 2048.0
    private static let countsPerG = 512.0
    private static let countsPerDegreePerSecond = 16.4
    /// What the gyroscopes show while nothing turns, in counts.
    static let gyroOffset = BodyVector(x: -21, y: 14, z: 7)

    /// Milli-g, in the body frame: -1000 on z while it stands level.
    let acceleration: BodyVector
    /// Degrees per second around the body's axes.
    let turn: BodyVector

    /// What the attitude and its changes make them show. In a fall there is nothing to feel.
    init(_ airframe: Airframe, isFalling: Bool) {
        let gravity = BodyVector(
            .zero, down: 1000, heading: airframe.heading, pitch: airframe.pitch,
            roll: airframe.roll)
        acceleration = isFalling ? .zero : .zero - gravity
        turn = BodyVector(
            x: Angle.radians(airframe.rollRadiansPerSecond).degrees,
            y: Angle.radians(airframe.pitchRadiansPerSecond).degrees,
            z: Angle.radians(airframe.yawRadiansPerSecond).degrees)
    }

    var accelerationCounts: [UInt16] {
        acceleration.components.map {
            UInt16(clamping: Int((Self.countsAtRest + $0 / 1000 * Self.countsPerG).rounded()))
        }
    }

    var turnCounts: [Int16] {
        zip(turn.components, Self.gyroOffset.components).map {
            Int16(clamping: Int(($0 * Self.countsPerDegreePerSecond + $1).rounded()))
        }
    }
}
