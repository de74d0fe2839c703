import Core
import Devices
import LinuxIO

/// A switch on a GPIO line: a relay, a lamp, a buzzer, a solenoid behind a transistor.
package enum GPIOOutput: DriverPlugin {
    package static let name = "gpio-output"
    package static let summary =
        "A switch on a GPIO line: a relay, a lamp, a buzzer; without a command it is at its safe"
        + " level."
    package static let `switch` = Port<SwitchCommand>(
        "switch", "Whether the line should be active, or which pattern it should show.")
    package static let ports: [DriverPort] = [.sink(`switch`)]

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(Fault) -> any Driver {
        do throws(IOError) {
            let line = try open(settings, context.system, user: context.name)
            let driver = GPIOOutputDriver(line, settings, context)
            driver.begin()
            return driver
        } catch {
            throw Fault(error)
        }
    }

    /// Drives the line to its safe level and gives it back, whereupon the kernel promises nothing
    /// about it: see `GPIOOutputLine`.
    package static func makeSafe(
        _ settings: Settings, _ system: SystemPaths
    ) throws(Fault) {
        do throws(IOError) {
            try open(settings, system, user: "make-safe").release()
        } catch {
            // What is not there moves nothing.
            if !error.isAbsence { throw Fault(error) }
        }
    }

    /// Takes the line at its safe level.
    private static func open(
        _ settings: Settings, _ system: SystemPaths, user: String
    ) throws(IOError) -> any DigitalOutput {
        try system.gpio(for: user).openOutput(
            settings.line,
            DigitalOutputConfig(
                isActiveLow: settings.isActiveLow, isInitiallyActive: settings.safe.isActive))
    }
}
