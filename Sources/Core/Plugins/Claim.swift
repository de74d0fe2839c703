/// A thing that a driver needs for itself, as its settings name it: `roost check` refuses a
/// configuration in which two drivers claim the same thing.
///
/// A check reads the settings alone, for it must be right on another machine too: "GPIO17" and
/// "pinctrl-bcm2711:17" may be one line, and only the kernel can say so. It refuses the second
/// request then, and the driver reports that its device is busy.
package struct Claim: Equatable, Sendable {
    /// What kind of thing it is; the raw value is for errors.
    package enum Kind: String, Sendable {
        case gpioLine = "GPIO line"
        case pwmChannel = "PWM channel"
        case converterChannel = "converter channel"
        case oneWireDevice = "1-Wire device"
        case busAddress = "bus address"
        case serialPort = "serial port"
        case networkAddress = "network address"
        /// One that several drivers may hear, unless one of them means the only one that there is: `roost check` says so
        /// then, and refuses nothing.
        case receiver = "receiver"

        var isExclusive: Bool { self != .receiver }
    }

    package let kind: Kind
    /// Which one it is, in one spelling: "GPIO17", "1-0048".
    package let thing: String
    /// The setting that names it, for the place of an error.
    package let key: String
    /// How it is used, where those that use it alike can share it: two drivers may read channels of
    /// one "mcp3008", but what is an "mcp3008" to one cannot be a display to another. `nil` shares
    /// with nobody.
    package let sharedAs: String?

    package init(_ kind: Kind, _ thing: String, key: String, sharedAs: String? = nil) {
        self.kind = kind
        self.thing = thing
        self.key = key
        self.sharedAs = sharedAs
    }
}
