import CGPIOD

/// An output on the kernel's character device.
///
/// When it is released, by whatever end of the process, the Raspberry Pi makes the pin an input
/// again unless told otherwise: an outer resistor must hold the safe level then.
package final class GPIOOutputLine: DigitalOutput {
    private let request: GPIORequest

    init(_ place: GPIOPlace, _ config: DigitalOutputConfig, consumer: String) throws(IOError) {
        request = try GPIORequest(place) {
            roost_gpio_request_output(
                place.chip.path, place.offset, consumer, config.isActiveLow,
                config.isInitiallyActive, &$0)
        }
    }

    package var place: String { request.place.description }

    package func set(isActive: Bool) throws(IOError) {
        try request.call("set") { roost_gpio_line_set($0, isActive) }
    }

    package func release() {
        request.release()
    }
}
