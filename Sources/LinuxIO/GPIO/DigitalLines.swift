/// Digital lines as drivers see them, whichever interface of the kernel is behind them.
///
/// Lines are asked for together and held together: all of one chip, with the same settings. They
/// are counted from 0 in the order in which they were asked for.

/// Digital inputs that somebody holds.
package protocol DigitalInputs: Sendable {
    /// Which lines they turned out to be, for people: "GPIO17 (line 17 of pinctrl-rp1)".
    var locations: [String] { get }
    var capabilities: DigitalInputCapabilities { get }
    /// Each becomes readable with an edge; none where edges are not told and the lines must be
    /// polled. They belong to the request.
    var edgeDescriptors: [Int32] { get }
    /// How many edges the kernel had to drop so far; `nil` where it does not tell.
    var droppedEdges: UInt64? { get }

    /// Reads the levels now.
    ///
    /// - Throws: `IOError.isAbsence` when the chip is gone.
    func levels() throws(IOError) -> [Bool]

    /// Some of the edges that were not read yet behind one of `edgeDescriptors`, oldest first;
    /// none when there are none now. Never waits.
    func nextEdges(of descriptor: Int) throws(IOError) -> [DigitalEdge]

    /// Gives the lines back at once. Everything else fails afterwards.
    func release()
}

/// What the interface behind digital inputs can do.
package struct DigitalInputCapabilities: Equatable, Sendable {
    /// What it is, for people: "libgpiod 2".
    package let interface: String
    /// Whether edges come already debounced, stamped at the end of the stable period.
    package let debounces: Bool
    /// Whether edges that were dropped are counted.
    package let countsDroppedEdges: Bool
    /// How many edges the kernel keeps for one descriptor until they are read; `nil` without edges.
    package let queueLength: Int?

    package init(
        interface: String, debounces: Bool, countsDroppedEdges: Bool, queueLength: Int?
    ) {
        self.interface = interface
        self.debounces = debounces
        self.countsDroppedEdges = countsDroppedEdges
        self.queueLength = queueLength
    }
}

/// Digital outputs that somebody holds.
package protocol DigitalOutputs: Sendable {
    /// Which lines they turned out to be, for people.
    var locations: [String] { get }
    /// At which levels they were taken over.
    var initialLevels: [Bool] { get }

    /// Sets every line, all at once where the kernel can.
    func set(areActive levels: [Bool]) throws(IOError)

    /// Gives the lines back at once. The kernel promises nothing about their levels afterwards.
    func release()
}

/// A change of a digital input.
package struct DigitalEdge: Equatable, Sendable {
    /// Which of the lines.
    package let line: Int
    /// The level after the edge.
    package let isActive: Bool
    /// When the kernel saw it, on `CLOCK_MONOTONIC`.
    package let nanoseconds: Int64

    package init(line: Int, isActive: Bool, nanoseconds: Int64) {
        self.line = line
        self.isActive = isActive
        self.nanoseconds = nanoseconds
    }
}

/// The resistor inside the controller. The kernel may silently not have one.
package enum GPIOBias: String, CaseIterable, Sendable {
    /// Whatever the device tree or the last user left.
    case asIs = "as-is"
    case disabled
    case pullUp = "pull-up"
    case pullDown = "pull-down"
}

/// What inputs should be like.
package struct DigitalInputConfig: Equatable, Sendable {
    /// Whether a low voltage counts as active.
    package let isActiveLow: Bool
    package let bias: GPIOBias
    /// How long a level must last before it counts, for interfaces that can tell.
    package let debounceMicroseconds: UInt32
    /// How many edges the kernel should keep until they are read, where that can be chosen; `nil`
    /// for its default, 16 for each line. It keeps no more than 1024.
    package let queueLength: Int?

    package init(
        isActiveLow: Bool, bias: GPIOBias, debounceMicroseconds: UInt32, queueLength: Int? = nil
    ) {
        self.isActiveLow = isActiveLow
        self.bias = bias
        self.debounceMicroseconds = debounceMicroseconds
        self.queueLength = queueLength
    }
}

/// What outputs should be like.
package struct DigitalOutputConfig: Equatable, Sendable {
    /// Whether active means a low voltage.
    package let isActiveLow: Bool
    /// The level of each line from the moment it becomes an output.
    package let areInitiallyActive: [Bool]
    /// Whether a line that is an output already keeps the level that it has, where the kernel lets
    /// us see it before: lines of the class interface.
    package let adoptsLevels: Bool

    package init(isActiveLow: Bool, areInitiallyActive: [Bool], adoptsLevels: Bool = false) {
        self.isActiveLow = isActiveLow
        self.areInitiallyActive = areInitiallyActive
        self.adoptsLevels = adoptsLevels
    }
}
