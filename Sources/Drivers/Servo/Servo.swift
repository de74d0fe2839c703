import DriverKit
import Core
import Devices
import Glibc
import LinuxIO

/// A hobby servo on a hardware PWM channel.
///
/// Wiring: signal to GPIO 18 (or 12, 13, 19), supply from its own 5 V, grounds joined. In
/// config.txt: `dtoverlay=pwm-2chan` (not with the analogue audio jack, which uses the same
/// channels). For more than two servos: a PCA9685 board, `dtoverlay=i2c-pwm-pca9685a`. It has one
/// period for all 16 channels and rounds a pulse up to steps of 4.88 µs (a 4096th of 20 ms).
///
/// Facts: one pulse every 20 ms; 1.0 to 2.0 ms is safe with every servo, many turn further with
/// 0.5 to 2.5 ms. The pulse says where to go, and nothing says where the servo is. Without pulses
/// the horn is limp and draws no current.
package enum Servo: DriverPlugin {
    package static let name = "servo"
    package static let summary = "A hobby servo on a hardware PWM channel."
    package static let ports: [DriverPort] = [.sink(angle), .source(state)]

    package static let angle = Port<ServoCommand>("angle", "Where the servo should go.")
    package static let state = Port<ServoState>("state", "What is being asked of the servo.")

    /// Takes the channel over as it is: what runs goes on, and nothing moves before a command.
    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        let channel: PWMChannel
        do throws(PWMError) {
            channel = try settings.channel(context.system)
        } catch {
            throw DeviceError(error)
        }
        do throws(IOError) {
            if !channel.isExported { try channel.export() }
        } catch {
            throw fault(error, of: channel)
        }
        return ServoDriver(settings, channel, context)
    }

    /// Parks the servo: pulses off, then the channel given back. One that is not there is parked.
    package static func makeSafe(_ settings: Settings, _ system: SystemPaths) throws(DeviceError) {
        let channel: PWMChannel
        do throws(PWMError) {
            channel = try settings.channel(system)
        } catch {
            if case .noChip = error { return }
            throw DeviceError(error)
        }
        do throws(IOError) {
            try channel.park()
        } catch {
            throw DeviceError(error)
        }
    }
}

extension Servo {
    /// A failed change to a channel. That one is busy has other reasons than with other devices.
    static func fault(_ error: IOError, of channel: PWMChannel) -> DeviceError {
        guard error.code == EBUSY else { return DeviceError(error) }
        return DeviceError(
            .busy,
            error.subject.hasSuffix("/export")
                ? "\(channel.path) is in use by a driver of the kernel (the analogue audio jack, "
                    + "a fan, a GPIO line or channel 16 of a PCA9685)"
                : "\(channel.path): another channel of the chip runs with another period, and a "
                    + "PCA9685 has one for all: give all its servos the same \"period\"")
    }
}

extension Servo.Settings {
    fileprivate func channel(_ system: SystemPaths) throws(PWMError) -> PWMChannel {
        try PWMChip.find(chip, sysfs: system.sysfs).channel(channelNumber)
    }
}

extension DeviceError {
    fileprivate init(_ error: PWMError) {
        switch error {
        case .io(let error): self.init(error)
        case .noChip: self.init(.absent, error.description)
        case .fan, .noChannel, .allChannels, .severalChips: self.init(.refused, error.description)
        }
    }
}
