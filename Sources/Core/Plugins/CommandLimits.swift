import Devices

/// What a driver demands of the policy that commands one of its sinks; see
/// `DriverPlugin.commandLimits`.
package struct CommandLimits: Sendable {
    /// The longest time from one command to the next; `nil` for any.
    package let maxPeriod: Duration?
    /// The longest time for which a command may hold that is not renewed; `nil` for any. What
    /// moves goes on moving for so long after its policy has stopped.
    package let maxLease: Duration?
    /// The values that it obeys as they are.
    package let ranges: [CommandRange]

    package init(
        maxPeriod: Duration? = nil, maxLease: Duration? = nil, ranges: [CommandRange] = []
    ) {
        self.maxPeriod = maxPeriod
        self.maxLease = maxLease
        self.ranges = ranges
    }
}

/// Values of one quantity: to a driver those that it takes, to a policy those that it may command.
@usableFromInline
package struct CommandRange: Sendable {
    package let quantity: CommandedQuantity
    /// In the unit of the quantity.
    package let values: ClosedRange<Double>
    /// The settings that they come from, for the error: "angle_min and angle_max".
    package let key: String

    package init(_ quantity: CommandedQuantity, _ values: ClosedRange<Double>, key: String) {
        self.quantity = quantity
        self.values = values
        self.key = key
    }
}
