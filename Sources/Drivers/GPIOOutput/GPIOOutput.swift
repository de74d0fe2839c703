import Core
import DriverKit
import LinuxIO
import Values

/// A switch on a GPIO line: a relay, a lamp, a buzzer, a solenoid behind a transistor.
package enum GPIOOutput: LeasedActuator {
    package static let name = "gpio-output"
    package static let summary =
        "A switch on a GPIO line, or several on one chip: a relay, a lamp, a buzzer; without a"
        + " command it is at its safe level."
    package static let `switch` = port("switch")
    package static let ports: [DriverPort] = [.sink(`switch`)]
    /// A chip that is gone, or a line that somebody else has changed, matters also while idle.
    package static let resyncsWhenIdle = true

    package static func ports(for settings: Settings) -> [DriverPort] {
        settings.lines.ports.map { .sink(port($0)) }
    }

    package static func claims(_ settings: Settings) -> [Claim] { settings.lines.claims }

    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        try settings.lines.examine(system)
    }

    package static func commandPorts(for settings: Settings) -> [Port<SwitchCommand>] {
        settings.lines.ports.map(port)
    }

    /// The port of a line.
    package static func port(_ name: String) -> Port<SwitchCommand> {
        Port(
            name,
            "Whether the line should be active, or which pattern it should show. "
                + "With `lines` each has one, of its own name.")
    }

    /// Takes the lines, at the levels that they have where the kernel lets us see them.
    package static func device(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> Device {
        try mapped(to: DeviceError.init) { () throws(IOError) in
            Device(
                try open(settings, context.system, user: context.name, adoptsLevels: true),
                settings)
        }
    }

    package static func diagnostics(_ settings: Settings, applied: [Bool]?) -> [Diagnostic] {
        let words = applied?.map { $0 ? "active" : "inactive" }
        let levels = words ?? settings.lines.ports.map { _ in "unknown" }
        return [Diagnostic("levels", settings.lines.named(levels))]
    }

    /// Drives the lines to their safe level and gives them back, whereupon the kernel promises nothing
    /// about them: see `GPIOOutputLines`.
    package static func makeSafeWithoutInstance(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) {
        do throws(IOError) {
            try open(settings, system, user: "make-safe", adoptsLevels: false).release()
        } catch {
            // What is not there moves nothing.
            if !error.isAbsence { throw DeviceError(error) }
        }
    }

    private static func open(
        _ settings: Settings, _ system: SystemPaths, user: String, adoptsLevels: Bool
    ) throws(IOError) -> any DigitalOutputs {
        try system.gpio(for: user).openOutputs(
            settings.lines.specs,
            DigitalOutputConfig(
                isActiveLow: settings.isActiveLow, areInitiallyActive: settings.safeLevels,
                adoptsLevels: adoptsLevels))
    }
}

extension GPIOOutput {
    /// Lines that are one request: all are set in one call, and all fail together.
    package struct Device: ActuatorDevice {
        private let lines: any DigitalOutputs
        private let settings: Settings

        package init(_ lines: any DigitalOutputs, _ settings: Settings) {
            self.lines = lines
            self.settings = settings
        }

        package var description: String { lines.locations.joined(separator: ", ") }
        package var diagnostics: [Diagnostic] {
            [Diagnostic("lines", settings.lines.named(lines.locations))]
        }

        package func open(at now: Instant) throws(DeviceError) -> Plan? {
            Plan(settings, found: lines.initialLevels, at: now)
        }

        package func apply(_ output: [Bool], isResync: Bool) throws(DeviceError) {
            try set(output)
        }

        /// Leaves the lines at their safe level.
        package func close() throws(DeviceError) {
            defer { lines.release() }
            try set(settings.safeLevels)
        }

        private func set(_ levels: [Bool]) throws(DeviceError) {
            try mapped(to: DeviceError.init) { () throws(IOError) in
                try lines.set(areActive: levels)
            }
        }
    }
}
