import Devices
import Glibc

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

    private static let longest = Duration.seconds(30)
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
            : min(Self.longest, .milliseconds(order.milliseconds))
    }

    /// What the navigation data call it so many seconds after its beginning.
    func control(after seconds: Double) -> ControlState {
        guard Self.isFlip(kind) else { return .hovering(.demo) }
        if seconds < Self.impulse { return .looping(.impulse) }
        return .looping(seconds < Self.impulse + Self.turn ? .openLoop : .planned)
    }

    /// What it asks of the airframe so many seconds after its beginning.
    func demand(after seconds: Double) -> Airframe.Demand {
        if Self.isFlip(kind) { return flip(seconds) }
        let swing = sin(2 * .pi * seconds)
        var demand = Airframe.Demand()
        switch kind {
        case .phiMinus30: demand.roll = .degrees(-30)
        case .phi30: demand.roll = .degrees(30)
        case .thetaMinus30: demand.pitch = .degrees(-30)
        case .theta30: demand.pitch = .degrees(30)
        case .theta20Yaw200: (demand.pitch, demand.yawRadiansPerSecond) = (.degrees(20), 3.5)
        case .theta20YawMinus200:
            (demand.pitch, demand.yawRadiansPerSecond) = (.degrees(20), -3.5)
        case .turnaround: demand.yawRadiansPerSecond = 3.5
        case .turnaroundGoDown:
            (demand.yawRadiansPerSecond, demand.climbMetresPerSecond) = (3.5, -0.1)
        case .yawShake: demand.yawRadiansPerSecond = 2 * (swing < 0 ? -1 : 1)
        case .yawDance: demand.yawRadiansPerSecond = 2 * swing
        case .phiDance: demand.roll = .degrees(15 * swing)
        case .thetaDance: demand.pitch = .degrees(15 * swing)
        case .vzDance: demand.climbMetresPerSecond = 0.3 * swing
        case .wave, .phiThetaMixed, .doublePhiThetaMixed:
            demand.roll = .degrees(15 * swing)
            demand.pitch = .degrees(15 * cos(2 * .pi * seconds))
        case .flipAhead, .flipBehind, .flipLeft, .flipRight: break
        }
        return demand
    }

    private static func isFlip(_ kind: Kind) -> Bool {
        kind.rawValue >= Kind.flipAhead.rawValue
    }

    private func flip(_ seconds: Double) -> Airframe.Demand {
        guard seconds >= Self.impulse else { return Airframe.Demand(climbMetresPerSecond: 1.5) }
        let fraction = (seconds - Self.impulse) / Self.turn
        guard fraction < 1 else { return Airframe.Demand(climbMetresPerSecond: 0.4) }
        var demand = Airframe.Demand(climbMetresPerSecond: -0.5, isTumbling: true)
        switch kind {
        case .flipAhead: demand.pitch = .degrees(-360 * fraction)
        case .flipBehind: demand.pitch = .degrees(360 * fraction)
        case .flipLeft: demand.roll = .degrees(-360 * fraction)
        default: demand.roll = .degrees(360 * fraction)
        }
        return demand
    }
}
