/// What went wrong with a device, in a kind that callers act on and words that people read.
package struct DeviceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What the supervisor does about it hangs on the kind alone.
    package enum Kind: String, Codable, Sendable {
        /// The device or service is not there (yet). Retried for ever, ever more slowly.
        case absent
        /// It is there, but another program or a driver of the kernel has it. Retried for ever like an
        /// absence, for it may be let go at any time.
        case busy
        /// It is there but did not answer in time.
        case timeout
        /// It answered with nonsense.
        case corrupt
        /// It, or the kernel, said no: permission, out of range.
        case refused
        case other

        /// Whether it may end without anybody doing anything about Roost.
        package var isTransient: Bool { self == .absent || self == .busy }
    }

    /// These words are in the message of a call to a device that hangs: the device is there, and nothing mends it but
    /// its power and wires.
    package static let hangs = "does not return"

    package let kind: Kind
    /// One sentence: which device, what was tried, what came back, and what may help.
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package var description: String { message }
}
