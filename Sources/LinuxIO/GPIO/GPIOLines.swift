import CGPIOD
import Glibc
import Synchronization

/// Inputs on the kernel's character device: edges with the kernel's own time stamps, where the chip
/// has interrupts.
package final class GPIOInputLines: DigitalInputs {
    private let request: GPIORequest
    private let sequences: Mutex<[GapCounter]>
    package let capabilities: DigitalInputCapabilities
    package let edgeDescriptors: [Int32]

    init(_ lines: ResolvedLines, _ config: DigitalInputConfig, consumer: String) throws(IOError) {
        request = try preferringEdges { withEdges throws(IOError) in
            try GPIORequest(lines, consumer: consumer) {
                var input = roost_gpio_input_config(config, withEdges: withEdges)
                return roost_gpio_request_inputs($0, &input, &$1)
            }
        }
        sequences = Mutex(lines.all.map { _ in GapCounter() })
        edgeDescriptors = try request.edgeDescriptors()
        capabilities = DigitalInputCapabilities(
            config, lineCount: lines.all.count, hasEdges: !edgeDescriptors.isEmpty)
    }

    package var locations: [String] { request.lines.descriptions }

    package var droppedEdges: UInt64? {
        guard capabilities.countsDroppedEdges else { return nil }
        return sequences.withLock { $0.reduce(0) { $0 + $1.lost } }
    }

    package func levels() throws(IOError) -> [Bool] {
        try request.levels()
    }

    package func nextEdges(of descriptor: Int) throws(IOError) -> [DigitalEdge] {
        let edges = try request.nextEdges(of: descriptor)
        if capabilities.countsDroppedEdges { record(edges) }
        return edges.map {
            DigitalEdge(
                line: Int($0.line), isActive: $0.to_active, nanoseconds: $0.timestamp_ns)
        }
    }

    private func record(_ edges: [roost_gpio_edge]) {
        sequences.withLock { sequences in
            for edge in edges { sequences[Int(edge.line)].record(edge.sequence) }
        }
    }

    package func release() {
        request.release()
    }
}

/// Makes a request with edges, or without them on a chip that has none to tell: an expander whose
/// interrupt wire leads nowhere.
///
/// The kernel says of such a chip that there is none: `ENXIO` to libgpiod 2 and `ENODEV` to
/// libgpiod 1 (linereq_create and lineevent_create of gpiolib-cdev.c). A chip that really is gone
/// says so to the second request, too.
func preferringEdges<Request>(
    _ request: (_ withEdges: Bool) throws(IOError) -> Request
) throws(IOError) -> Request {
    do throws(IOError) {
        return try request(true)
    } catch {
        guard error.isAbsence else { throw error }
        return try request(false)
    }
}

/// Counts a line's lost edges by the gaps in their numbers.
///
/// By those of the line and not of the request: the kernel takes the latter when it sees an edge,
/// but queues the edges of several lines in whatever order their threads run.
struct GapCounter: Sendable {
    private(set) var lost: UInt64 = 0
    /// The kernel numbers from 1.
    private var expected: UInt32 = 1

    mutating func record(_ number: UInt32) {
        lost += UInt64(number &- expected)
        expected = number &+ 1
    }
}

extension DigitalInputCapabilities {
    /// What libgpiod can do, in the version that this was built with.
    fileprivate init(_ config: DigitalInputConfig, lineCount: Int, hasEdges: Bool) {
        let perLine = Int(ROOST_GPIO_DEFAULT_QUEUE)
        let chosen = min(config.queueLength ?? perLine * lineCount, Int(ROOST_GPIO_MAX_QUEUE))
        self.init(
            interface: "libgpiod \(roost_gpio_api_version())",
            debounces: hasEdges && roost_gpio_has_kernel_debounce(),
            countsDroppedEdges: hasEdges && roost_gpio_has_sequence_numbers(),
            queueLength: !hasEdges ? nil : roost_gpio_has_queue_length() ? chosen : perLine)
    }
}

extension roost_gpio_input_config {
    fileprivate init(_ config: DigitalInputConfig, withEdges: Bool) {
        self.init(
            bias: config.bias.code, active_low: config.isActiveLow, edges: withEdges,
            debounce_us: config.debounceMicroseconds,
            queue_length: UInt32(clamping: config.queueLength ?? 0))
    }
}

extension GPIOBias {
    fileprivate var code: UInt32 {
        switch self {
        case .asIs: ROOST_GPIO_BIAS_AS_IS
        case .disabled: ROOST_GPIO_BIAS_DISABLED
        case .pullUp: ROOST_GPIO_BIAS_PULL_UP
        case .pullDown: ROOST_GPIO_BIAS_PULL_DOWN
        }
    }
}

/// Outputs on the kernel's character device.
///
/// When they are released, by whatever end of the process, the Raspberry Pi makes the pins inputs
/// again unless told otherwise: outer resistors must hold the safe levels then.
package final class GPIOOutputLines: DigitalOutputs {
    private let request: GPIORequest
    /// Those that were asked for. What the lines were before is no output any more on a Pi's header,
    /// and elsewhere is seen only by a request that may change it.
    package let initialLevels: [Bool]

    init(_ lines: ResolvedLines, _ config: DigitalOutputConfig, consumer: String) throws(IOError) {
        initialLevels = config.areInitiallyActive
        request = try GPIORequest(lines, consumer: consumer) {
            roost_gpio_request_outputs($0, config.isActiveLow, config.areInitiallyActive, &$1)
        }
    }

    package var locations: [String] { request.lines.descriptions }

    package func set(areActive levels: [Bool]) throws(IOError) {
        guard levels.count == request.lines.all.count else {
            throw IOError(call: "set", subject: request.lines.description, code: EINVAL)
        }
        try request.call("set") { roost_gpio_set($0, levels) }
    }

    package func release() {
        request.release()
    }
}
