import CGPIOD
import Glibc

/// Outputs on the kernel's character device.
///
/// When they are released, by whatever end of the process, the Raspberry Pi makes the pins inputs
/// again unless told otherwise: outer resistors must hold the safe levels then.
package final class GPIOOutputLines: DigitalOutputs {
    private let request: GPIORequest
    /// Those that were asked for. What the lines were before is no output any more on a Pi's header,
    /// and elsewhere is seen only by a request that may change it.
    package let initialLevels: [Bool]

    init(_ places: ResolvedLines, _ config: DigitalOutputConfig, consumer: String) throws(IOError) {
        initialLevels = config.areInitiallyActive
        request = try GPIORequest(places, consumer: consumer) {
            roost_gpio_request_outputs($0, config.isActiveLow, config.areInitiallyActive, &$1)
        }
    }

    package var places: [String] { request.places.descriptions }

    package func set(areActive levels: [Bool]) throws(IOError) {
        guard levels.count == request.places.all.count else {
            throw IOError(call: "set", subject: request.places.description, code: EINVAL)
        }
        try request.call("set") { roost_gpio_set($0, levels) }
    }

    package func release() {
        request.release()
    }
}
