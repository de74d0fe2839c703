import Core
import Devices
import LinuxIO

/// A contact on a GPIO line: a reed switch, a button, a light barrier.
package enum GPIOInput: DriverPlugin {
    package static let name = "gpio-input"
    package static let summary = "A contact on a GPIO line, debounced."
    package static let contact = Port<Contact>("contact", "Whether the line is active.")
    package static let ports: [DriverPort] = [.source(contact)]

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(Fault) -> any Driver {
        do throws(IOError) {
            let line = try context.system.gpio(for: context.name)
                .openInput(settings.line, settings.config)
            let driver = try GPIOInputDriver(line, settings, context)
            driver.begin()
            return driver
        } catch {
            throw Fault(error)
        }
    }
}
