import Core
import DriverKit
import LinuxIO
import Settings
import Values

/// The clock of the machine as a sensor: what time it is, and whether that can be believed.
///
/// A Raspberry Pi up to the 4 has no clock that runs on without power: after a cut it goes on from the
/// time that was saved last, which looks right and is hours old, until the network has set it.
package enum SystemClock: PolledSensor {
    package static let name = "system-clock"
    package static let summary =
        "The local time, and whether the machine's clock has been set since it was started."
    package static let port = Port<WallTime>("time", "What time it is where the machine is.")

    package struct Settings: PolledSettings {
        let acceptsUnsynchronized: Bool
        package let every: Duration

        package init(_ read: SettingsReader) {
            acceptsUnsynchronized = read(
                "accept_unsynchronized", .bool, default: false,
                "Trusts a clock that nothing keeps right: for a machine without a network whose own "
                    + "clock has a battery.")
            every = read(
                "every", .duration(.milliseconds(200) ... .seconds(60)), default: .seconds(5),
                "How often the clock is looked at.")
        }
    }

    package static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> ClockJudge {
        ClockJudge(acceptsUnsynchronized: settings.acceptsUnsynchronized)
    }

    package static func read(
        _ judge: inout ClockJudge, _ settings: Settings
    ) throws(DeviceError) -> Measured<WallTime> {
        let reading = try mapped(to: DeviceError.init) { () throws(IOError) in
            try ClockReading.now()
        }
        guard let measured = judge.judge(reading) else {
            throw DeviceError(.corrupt, "the clock shows a year beyond 9999")
        }
        return measured
    }

    package static func diagnostics(_ judge: ClockJudge) -> [Diagnostic] { judge.diagnostics }
}
