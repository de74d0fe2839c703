import CGPIOD
import Synchronization

/// An input on the kernel's character device: edges with the kernel's own time stamps.
package final class GPIOInputLine: DigitalInput {
    private let request: GPIORequest
    private let sequence = Mutex(EdgeSequence())
    package let isDebounced: Bool
    package let edgeDescriptor: Int32?

    init(_ place: GPIOPlace, _ config: DigitalInputConfig, consumer: String) throws(IOError) {
        var input = roost_gpio_input_config(
            bias: config.bias.code, active_low: config.isActiveLow,
            debounce_us: config.debounceMicroseconds)
        request = try GPIORequest(place) {
            roost_gpio_request_input(place.chip.path, place.offset, consumer, &input, &$0)
        }
        isDebounced = roost_gpio_has_kernel_debounce()
        edgeDescriptor = try request.call("watch") { roost_gpio_line_fd($0) }
    }

    package var place: String { request.place.description }

    package var lostEdges: UInt64? {
        roost_gpio_has_sequence_numbers() ? sequence.withLock { $0.lost } : nil
    }

    package func isActive() throws(IOError) -> Bool {
        try request.call("read") { roost_gpio_line_get($0) } != 0
    }

    package func nextEdge() throws(IOError) -> DigitalEdge? {
        guard let edge = try request.nextEdge() else { return nil }
        if edge.sequence > 0 { sequence.withLock { $0.note(edge.sequence) } }
        return DigitalEdge(isActive: edge.to_active, nanoseconds: edge.timestamp_ns)
    }

    package func release() {
        request.release()
    }
}

/// Counts lost edges by the gaps in their numbers. The kernel queues 16 of a line, then drops.
struct EdgeSequence: Sendable {
    private(set) var lost: UInt64 = 0
    /// The kernel numbers from 1.
    private var expected: UInt32 = 1

    mutating func note(_ number: UInt32) {
        lost += UInt64(number &- expected)
        expected = number &+ 1
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
