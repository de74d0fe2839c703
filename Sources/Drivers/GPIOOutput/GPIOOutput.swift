import DriverKit
import Core
import Devices
import LinuxIO

/// A switch on a GPIO line: a relay, a lamp, a buzzer, a solenoid behind a transistor.
package enum GPIOOutput: DriverPlugin {
    package static let name = "gpio-output"
    package static let summary =
        "A switch on a GPIO line, or several on one chip: a relay, a lamp, a buzzer; without a"
        + " command it is at its safe level."
    package static let `switch` = port("switch")
    package static let ports: [DriverPort] = [.sink(`switch`)]

    package static func ports(for settings: Settings) -> [DriverPort] {
        settings.lines.ports.map { .sink(port($0)) }
    }

    /// The port of a line.
    package static func port(_ name: String) -> Port<SwitchCommand> {
        Port(
            name,
            "Whether the line should be active, or which pattern it should show. "
                + "With `lines` each has one, of its own name.")
    }

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        do throws(IOError) {
            let lines = try open(settings, context.system, user: context.name)
            let driver = GPIOOutputDriver(lines, settings, context)
            driver.begin()
            return driver
        } catch {
            throw DeviceError(error)
        }
    }

    /// Drives the lines to their safe level and gives them back, whereupon the kernel promises nothing
    /// about them: see `GPIOOutputLines`.
    package static func makeSafe(
        _ settings: Settings, _ system: SystemPaths
    ) throws(DeviceError) {
        do throws(IOError) {
            try open(settings, system, user: "make-safe").release()
        } catch {
            // What is not there moves nothing.
            if !error.isAbsence { throw DeviceError(error) }
        }
    }

    /// Takes the lines at their safe level.
    private static func open(
        _ settings: Settings, _ system: SystemPaths, user: String
    ) throws(IOError) -> any DigitalOutputs {
        try system.gpio(for: user).openOutputs(
            settings.lines.specs,
            DigitalOutputConfig(
                isActiveLow: settings.isActiveLow, areInitiallyActive: settings.safeLevels))
    }
}
