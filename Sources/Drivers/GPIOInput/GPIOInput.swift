import DriverKit
import Core
import Devices
import LinuxIO

/// Contacts on GPIO lines: a reed switch, a button, a light barrier, a keypad.
package enum GPIOInput: DriverPlugin {
    package static let name = "gpio-input"
    package static let summary = "A contact on a GPIO line, or several on one chip, debounced."
    package static let contact = port("contact")
    package static let ports: [DriverPort] = [.source(contact)]

    package static func ports(for settings: Settings) -> [DriverPort] {
        settings.lines.ports.map { .source(port($0)) }
    }

    /// The port of a line.
    package static func port(_ name: String) -> Port<Contact> {
        Port(name, "Whether the line is active. With `lines` each has one, of its own name.")
    }

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        do throws(IOError) {
            let lines = try context.system.gpio(for: context.name)
                .openInputs(settings.lines.specs, settings.config)
            return try watch(lines, settings, context)
        } catch {
            throw DeviceError(error)
        }
    }

    /// Starts a driver on lines that somebody else has opened: a test, or a measurement.
    package static func watch(
        _ lines: any DigitalInputs, _ settings: Settings, _ context: DriverContext
    ) throws(IOError) -> any Driver {
        let driver = try GPIOInputDriver(lines, settings, context)
        try driver.begin()
        return driver
    }
}
