import Values

/// What a driver demands of the policy that commands one of its sinks, and what it does without one; see
/// `DriverPlugin.commandLimits`.
package struct CommandLimits: Sendable {
    /// The longest time from one command to the next; `nil` for any.
    package let maxPeriod: Duration?
    /// The longest time for which a command may hold that is not renewed; `nil` for any. What
    /// moves goes on moving for so long after its policy has stopped.
    package let maxLease: Duration?
    /// The values that it obeys as they are.
    package let ranges: [CommandRange]
    /// What it does when nobody commands it any more; `nil` where it does not say.
    package let unattended: UnattendedAction?

    package init(
        maxPeriod: Duration? = nil, maxLease: Duration? = nil, ranges: [CommandRange] = [],
        unattended: UnattendedAction? = nil
    ) {
        self.maxPeriod = maxPeriod
        self.maxLease = maxLease
        self.ranges = ranges
        self.unattended = unattended
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

/// What a driver does by itself with what it moves once nobody commands it: at the end of a lease, of the program, and of a
/// program that was killed.
package enum UnattendedAction: Sendable {
    /// It goes to a value of its own, or as near to it as `tolerance`. `key` is the setting of that value.
    case goes(to: Double, CommandedQuantity, tolerance: Double, key: String)
    /// It holds what was commanded last, by the setting `key`.
    case holds(key: String)
    /// It lets go: what happens is up to what it moves, such as a spring.
    case letsGo
}

/// The one value of an output in which nobody comes to harm, whatever fails; see `Policy.safeCommands`.
@usableFromInline
package struct SafeCommand: Sendable {
    package let quantity: CommandedQuantity
    /// In the unit of the quantity.
    package let value: Double
    /// The same as it is written in a configuration: "65deg".
    package let text: String
    /// The setting of it.
    package let key: String
    /// What any other value does, as a sentence without its end: "Anywhere else the bolt keeps an animal out".
    package let otherwise: String
    /// Why nobody commands another value by hand, and what to do instead, as the end of a sentence: "nobody looks whether an
    /// animal is in the flap".
    package let byHand: String

    package init(
        _ quantity: CommandedQuantity, _ value: Double, text: String, key: String,
        otherwise: String, byHand: String
    ) {
        self.quantity = quantity
        self.value = value
        self.text = text
        self.key = key
        self.otherwise = otherwise
        self.byHand = byHand
    }
}
