import Glibc
import Values

/// A figure that the drone flies by itself (`control:flight_anim`, `ANIM`).
///
/// The names and default times are the SDK's. What each looks like is plausible, not measured.
struct FlightAnimation: Equatable, Sendable {
    enum Kind: Int, CaseIterable, Sendable {
        case phiMinus30, phi30, thetaMinus30, theta30, theta20Yaw200, theta20YawMinus200
        case turnaround, turnaroundGoDown, yawShake, yawDance, phiDance, thetaDance, vzDance
        case wave, phiThetaMixed, doublePhiThetaMixed
        case flipAhead, flipBehind, flipLeft, flipRight
    }

    /// An animation as the wire asks for it.
    struct Order: Equatable, Sendable {
        let id: Int32
        let milliseconds: Int32

        init(id: Int32, milliseconds: Int32) {
            self.id = id
            self.milliseconds = milliseconds
        }

        /// From the value of `control:flight_anim`: "id,milliseconds".
        init?(configured text: String) {
            let numbers = text.split(separator: ",").compactMap { Int32($0) }
            guard numbers.count == 2 else { return nil }
            self.init(id: numbers[0], milliseconds: numbers[1])
        }
    }

    private static let maxDuration = Duration.seconds(30)
    /// The phases of a flip: thrust upwards, the turn itself, and finding its balance again.
    private static let impulse = 0.25
    private static let turn = 0.45
    private static let recovery = 0.5

    let kind: Kind
    let duration: Duration

    /// `nil` for an animation that there is none of, or that takes no time.
    init?(_ order: Order) {
        guard let kind = Kind(rawValue: Int(order.id)), order.milliseconds > 0 else { return nil }
        self.kind = kind
        // The time that goes with a flip is that of its impulse, and not to be had otherwise.
        duration =
            Self.isFlip(kind)
            ? .seconds(Self.impulse + Self.turn + Self.recovery)
            : min(Self.maxDuration, .milliseconds(order.milliseconds))
    }

    /// What the navigation data call it so many seconds after its beginning.
    func control(after seconds: Double) -> ControlState {
        guard Self.isFlip(kind) else { return .hovering(.demo) }
        if seconds < Self.impulse { return .looping(.impulse) }
        return .looping(seconds < Self.impulse + Self.turn ? .openLoop : .planned)
    }

    /// What it asks of the airframe so many seconds after its beginning.
    func setpoint(after seconds: Double) -> Airframe.Setpoint {
        if Self.isFlip(kind) { return flip(seconds) }
        let swing = sin(2 * .pi * seconds)
        var setpoint = Airframe.Setpoint()
        switch kind {
        case .phiMinus30: setpoint.roll = .degrees(-30)
        case .phi30: setpoint.roll = .degrees(30)
        case .thetaMinus30: setpoint.pitch = .degrees(-30)
        case .theta30: setpoint.pitch = .degrees(30)
        case .theta20Yaw200: (setpoint.pitch, setpoint.yawRadiansPerSecond) = (.degrees(20), 3.5)
        case .theta20YawMinus200:
            (setpoint.pitch, setpoint.yawRadiansPerSecond) = (.degrees(20), -3.5)
        case .turnaround: setpoint.yawRadiansPerSecond = 3.5
        case .turnaroundGoDown:
            (setpoint.yawRadiansPerSecond, setpoint.climbMetresPerSecond) = (3.5, -0.1)
        case .yawShake: setpoint.yawRadiansPerSecond = 2 * (swing < 0 ? -1 : 1)
        case .yawDance: setpoint.yawRadiansPerSecond = 2 * swing
        case .phiDance: setpoint.roll = .degrees(15 * swing)
        case .thetaDance: setpoint.pitch = .degrees(15 * swing)
        case .vzDance: setpoint.climbMetresPerSecond = 0.3 * swing
        case .wave, .phiThetaMixed, .doublePhiThetaMixed:
            setpoint.roll = .degrees(15 * swing)
            setpoint.pitch = .degrees(15 * cos(2 * .pi * seconds))
        case .flipAhead, .flipBehind, .flipLeft, .flipRight: break
        }
        return setpoint
    }

    private static func isFlip(_ kind: Kind) -> Bool {
        kind.rawValue >= Kind.flipAhead.rawValue
    }

    private func flip(_ seconds: Double) -> Airframe.Setpoint {
        guard seconds >= Self.impulse else { return Airframe.Setpoint(climbMetresPerSecond: 1.5) }
        let fraction = (seconds - Self.impulse) / Self.turn
        guard fraction < 1 else { return Airframe.Setpoint(climbMetresPerSecond: 0.4) }
        var setpoint = Airframe.Setpoint(climbMetresPerSecond: -0.5, isTumbling: true)
        switch kind {
        case .flipAhead: setpoint.pitch = .degrees(-360 * fraction)
        case .flipBehind: setpoint.pitch = .degrees(360 * fraction)
        case .flipLeft: setpoint.roll = .degrees(-360 * fraction)
        default: setpoint.roll = .degrees(360 * fraction)
        }
        return setpoint
    }
}
