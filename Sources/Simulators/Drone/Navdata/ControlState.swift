/// The control state of the demo option: what the drone does, in 16 bits, and how, in 16 more.
///
/// The fixed-point flight (7) and the motor test (5) are not simulated, nor the states in which
/// a real drone that has lost its height comes down by guess.
struct ControlState: Equatable, Sendable {
    enum Flying: UInt16, Sendable {
        case fine = 0
        case lostAltitude = 1
        case outOfZone = 3
        case combinedYaw = 4
        case brake = 5
        case noVision = 6
    }

    enum Hovering: UInt16, Sendable {
        case fine = 0
        case yaw = 1
        case yawLostAltitude = 2
        case outOfZone = 4
        case yawOutOfZone = 5
        case lostAltitude = 6
        case lostLink = 8
        case lostLinkAndAltitude = 9
        case lostLinkTooLong = 10
        case lostLinkAltitudeFound = 11
        case calibratingMagnetometer = 12
        case demo = 13
    }

    enum Landing: UInt16, Sendable {
        case closedLoop, openLoop, openLoopFast
    }

    enum Looping: UInt16, Sendable {
        case impulse, openLoop, planned
    }

    let major: UInt16
    let minor: UInt16

    var rawValue: UInt32 { UInt32(major) << 16 | UInt32(minor) }

    private init(_ major: UInt16, _ minor: UInt16 = 0) {
        self.major = major
        self.minor = minor
    }

    static let standby = ControlState(0)
    static let starting = ControlState(1)
    static let landed = ControlState(2)
    static func flying(_ how: Flying) -> ControlState { ControlState(3, how.rawValue) }
    static func hovering(_ how: Hovering) -> ControlState { ControlState(4, how.rawValue) }
    static let takingOffOnGround = ControlState(6, 0)
    static let takingOff = ControlState(6, 1)
    static func landing(_ how: Landing) -> ControlState { ControlState(8, how.rawValue) }
    static func looping(_ how: Looping) -> ControlState { ControlState(9, how.rawValue) }
}
