/// Where a servo should go. A goal, not a pulse: the driver slews there and then lets go.
package enum ServoCommand: DeviceValue {
    case move(to: Angle)
    /// Stop the pulses: the horn is free to be turned by hand.
    case release

    package static let kind = "servo-command"

    package var description: String {
        switch self {
        case .move(let angle): "move to \(fixedText(of: angle.degrees, decimals: 0))°"
        case .release: "release"
        }
    }
}

/// What is known of a servo, which has no way to tell where it really is.
package struct ServoState: DeviceValue {
    package static let kind = "servo-state"

    /// The angle last asked of it; `nil` before the first command.
    package let commanded: Angle?
    /// Whether pulses are being sent that still change.
    package let isMoving: Bool
    /// Whether pulses are being sent at all.
    package let isPowered: Bool

    package init(commanded: Angle?, isMoving: Bool, isPowered: Bool) {
        self.commanded = commanded
        self.isMoving = isMoving
        self.isPowered = isPowered
    }

    /// "180°, moving", "180°, held" or "180°, released".
    package var description: String {
        let angle = commanded.map { "\(fixedText(of: $0.degrees, decimals: 0))°" }
        return
            "\(angle ?? "no command yet"), \(isMoving ? "moving" : isPowered ? "held" : "released")"
    }
}
