/// Digital lines as drivers see them, whichever interface of the kernel is behind them.

/// A digital input that somebody holds.
package protocol DigitalInput: Sendable {
    /// Which line it turned out to be, for people: "GPIO17 (line 17 of pinctrl-rp1)".
    var place: String { get }
    /// Whether edges come already debounced, stamped at the end of the stable period.
    var isDebounced: Bool { get }
    /// Becomes readable with an edge; `nil` where edges are not told and the line must be polled.
    /// Belongs to the line.
    var edgeDescriptor: Int32? { get }
    /// How many edges the kernel had to drop so far; `nil` where it does not tell.
    var lostEdges: UInt64? { get }

    /// Reads the level now.
    ///
    /// - Throws: `IOError.isAbsence` when the chip is gone.
    func isActive() throws(IOError) -> Bool

    /// The next edge that was not read yet; `nil` when there is none now. Never waits.
    func nextEdge() throws(IOError) -> DigitalEdge?

    /// Gives the line back at once. Everything else fails afterwards.
    func release()
}

/// A digital output that somebody holds.
package protocol DigitalOutput: Sendable {
    /// Which line it turned out to be, for people.
    var place: String { get }

    func set(isActive: Bool) throws(IOError)

    /// Gives the line back at once. The kernel promises nothing about its level afterwards.
    func release()
}

/// A change of a digital input.
package struct DigitalEdge: Equatable, Sendable {
    /// The level after the edge.
    package let isActive: Bool
    /// When the kernel saw it, on `CLOCK_MONOTONIC`.
    package let nanoseconds: Int64
}

/// The resistor inside the controller. The kernel may silently not have one.
package enum GPIOBias: String, CaseIterable, Sendable {
    /// Whatever the device tree or the last user left.
    case asIs = "as-is"
    case disabled
    case pullUp = "pull-up"
    case pullDown = "pull-down"
}

/// What an input should be like.
package struct DigitalInputConfig: Equatable, Sendable {
    /// Whether a low voltage counts as active.
    package let isActiveLow: Bool
    package let bias: GPIOBias
    /// How long a level must last before it counts, for interfaces that can tell.
    package let debounceMicroseconds: UInt32

    package init(isActiveLow: Bool, bias: GPIOBias, debounceMicroseconds: UInt32) {
        self.isActiveLow = isActiveLow
        self.bias = bias
        self.debounceMicroseconds = debounceMicroseconds
    }
}

/// What an output should be like.
package struct DigitalOutputConfig: Equatable, Sendable {
    /// Whether active means a low voltage.
    package let isActiveLow: Bool
    /// The level that it has from the moment it becomes an output.
    package let isInitiallyActive: Bool

    package init(isActiveLow: Bool, isInitiallyActive: Bool) {
        self.isActiveLow = isActiveLow
        self.isInitiallyActive = isInitiallyActive
    }
}

/// Where lines are looked for, and in whose name they are asked for.
package struct GPIOHost: Sendable {
    /// The directory of the `gpiochip` device files: `/dev`.
    let dev: String
    /// The root of sysfs: `/sys`.
    let sysfs: String
    /// Shown to others who want the same line; the kernel keeps 31 bytes.
    let consumer: String

    package init(dev: String, sysfs: String, consumer: String) {
        self.dev = dev
        self.sysfs = sysfs
        self.consumer = consumer
    }

    /// Takes a line as an input.
    ///
    /// - Throws: `EBUSY` with the name of who has it, `ENODEV` with the chips that are there.
    package func openInput(
        _ spec: GPIOLineSpec, _ config: DigitalInputConfig
    ) throws(IOError) -> any DigitalInput {
        if case .sysfs(let number) = spec {
            return try SysfsInput(SysfsLine(number: number, sysfs: sysfs), config)
        }
        return try GPIOInputLine(try place(of: spec), config, consumer: consumer)
    }

    /// Takes a line as an output, without a glitch.
    ///
    /// - Throws: `EBUSY` with the name of who has it, `ENODEV` with the chips that are there.
    package func openOutput(
        _ spec: GPIOLineSpec, _ config: DigitalOutputConfig
    ) throws(IOError) -> any DigitalOutput {
        if case .sysfs(let number) = spec {
            return try SysfsOutput(SysfsLine(number: number, sysfs: sysfs), config)
        }
        return try GPIOOutputLine(try place(of: spec), config, consumer: consumer)
    }
}
