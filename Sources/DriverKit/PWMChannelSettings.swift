import Core
import Glibc
import JSON
import LinuxIO
import Settings
import Values

/// Which PWM channel a driver is for.
package struct PWMChannelSettings: Equatable, Sendable {
    /// The PWM chip's device; `nil` for the Pi's own.
    private let chip: String?
    private let number: Int

    package init(_ read: SettingsReader) {
        chip = read(
            optional: "chip", .pwmDevice,
            "The PWM chip by the name of its device (see the `device` link in"
                + " /sys/class/pwm/pwmchip*), the device's path, or \"pca9685-pwm\" for the only"
                + " PCA9685 board. Left out: the Pi's own.")
        number = read(
            "channel", .integer(0...16), default: 0,
            "Its channel. Pi 3 and 4: 0 is GPIO 12 or 18, 1 is GPIO 13 or 19. A PCA9685 has 0 to"
                + " 15.")
    }

    /// Which chip is "the Pi's own" is one answer on each machine.
    package var claim: Claim {
        Claim(.pwmChannel, "\(number) of \(chip ?? "the Pi's own")", key: "channel")
    }

    /// Finds the channel and asks the kernel for its files, which may take a moment to be writable.
    func export(_ system: SystemPaths) throws(DeviceError) -> PWMChannel {
        let channel = try find(system)
        try mapped(to: { DeviceError($0, of: channel) }) { () throws(IOError) in
            if !channel.isExported { try channel.export() }
        }
        return channel
    }

    /// Finds the channel where it need not be there; `nil` when its chip is not.
    package func findIfPresent(_ system: SystemPaths) throws(DeviceError) -> PWMChannel? {
        do throws(DeviceError) {
            return try find(system)
        } catch {
            if error.kind == .absent { return nil }
            throw error
        }
    }

    /// - Throws: `.absent` with the chips that are there.
    func find(_ system: SystemPaths) throws(DeviceError) -> PWMChannel {
        try mapped(to: DeviceError.init) { () throws(PWMError) in
            try PWMChip.find(chip, sysfs: system.sysfs).channel(number)
        }
    }
}

extension PWMChannel {
    /// Takes the channel from all other programs: the kernel gives it to any number.
    ///
    /// - Throws: `.busy`, with who has it.
    package func claim() throws(DeviceError) -> DeviceClaim {
        try mapped(to: busy) { () throws(DeviceClaim.Taken) in try DeviceClaim.take(path) }
    }

    /// - Throws: `.busy`, with who has it.
    func checkUnclaimed() throws(DeviceError) {
        try mapped(to: busy) { () throws(DeviceClaim.Taken) in try DeviceClaim.look(path) }
    }

    private func busy(_ taken: DeviceClaim.Taken) -> DeviceError {
        DeviceError(.busy, "\(path) \(taken)")
    }
}

extension DeviceError {
    /// A failed change to a channel. That one is busy has other reasons than with other devices.
    package init(_ error: IOError, of channel: PWMChannel) {
        guard error.code == EBUSY else {
            self.init(error)
            return
        }
        self.init(
            .busy,
            error.subject.hasSuffix("/export")
                ? "\(channel.path) is in use by a driver of the kernel (the analogue audio jack, "
                    + "a fan, a GPIO line or channel 16 of a PCA9685)"
                : "\(channel.path): another channel of the chip runs with another period, and a "
                    + "PCA9685 has one for all: give all its channels the same \"period\"")
    }

    fileprivate init(_ error: PWMError) {
        switch error {
        case .io(let error): self.init(error)
        case .noChip: self.init(.absent, error.description)
        case .fan, .noChannel, .allChannels, .severalChips: self.init(.refused, error.description)
        }
    }
}

extension SettingKind where Value == String {
    /// What names a PWM chip permanently. "pwmchip0" does not: the same chip is pwmchip2 with another
    /// kernel.
    fileprivate static var pwmDevice: SettingKind {
        matching(
            "a PWM chip's device such as \"fe20c000.pwm\" or \"1-0040\" (never a pwmchip number, "
                + "which changes with the kernel, and never the Pi 5's fan, 1f0009c000.pwm)",
            schema: ["pattern": #"^(?!(?:.*/)?(?:pwmchip[^/]*|1f0009c000\.pwm)/*$).*[^/]"#]
        ) { text in
            let name = text.split(separator: "/").last ?? ""
            return !name.isEmpty && text.utf8.count <= 1024 && !text.contains("\0")
                && !name.hasPrefix("pwmchip") && name != "1f0009c000.pwm"
        }
    }
}
