/// Where a servo should go. A goal, not a pulse: the driver slews there and then lets go.
package enum ServoCommand: DeviceValue {
    case move(to: Angle)
    /// Stop the pulses: the horn is free to be turned by hand.
    case release

    package static let kind = "servo-command"
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
}
