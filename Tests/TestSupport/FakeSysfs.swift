import Glibc

/// Trees of plain files that look like parts of `/sys`. Writing to `export` creates nothing here,
/// so the channels are made exported.
extension TemporaryDirectory {
    /// A symbolic link below the directory; `target` is not touched.
    package func link(_ relative: String, to target: String) throws {
        guard symlink(target, "\(path)/\(relative)") == 0 else {
            throw TestSupportError("cannot link \(relative): \(errno)")
        }
    }

    /// `sys/class/pwm/pwmchipN` of a device such as "fe20c000.pwm".
    package func makePWMChip(
        _ number: Int, device: String, driver: String = "bcm2835-pwm", channels: Int = 2
    ) throws {
        let chip = "sys/class/pwm/pwmchip\(number)"
        try write("sys/devices/\(device)/uevent", "")
        try write("\(chip)/npwm", "\(channels)\n")
        try write("\(chip)/export", "")
        try write("\(chip)/unexport", "")
        try link("\(chip)/device", to: "../../../devices/\(device)")
        try link("sys/devices/\(device)/driver", to: "../../bus/drivers/\(driver)")
    }

    /// A PCA9685 board: 16 channels and one that is all of them.
    package func makePCA9685(_ number: Int, device: String = "1-0040") throws {
        try makePWMChip(number, device: device, driver: "pca9685-pwm", channels: 17)
    }

    /// The files of an exported channel, as `PWMState` reads them.
    package func makePWMChannel(
        chip: Int = 0, channel: Int = 0, period: Int64 = 0, duty: Int64 = 0,
        polarity: String = "normal", enable: Int = 0
    ) throws {
        let directory = "sys/class/pwm/pwmchip\(chip)/pwm\(channel)"
        try write("\(directory)/period", "\(period)\n")
        try write("\(directory)/duty_cycle", "\(duty)\n")
        try write("\(directory)/polarity", "\(polarity)\n")
        try write("\(directory)/enable", "\(enable)\n")
    }

    /// `sys/bus/iio/devices/iio:deviceN` with the files given, or some of them again.
    package func makeConverter(_ number: Int, name: String, _ files: [String: String]) throws {
        let directory = "sys/bus/iio/devices/iio:device\(number)"
        try write("\(directory)/name", "\(name)\n")
        for (file, text) in files { try write("\(directory)/\(file)", text) }
    }

    /// The same, as a part of a device of its bus, such as "1-0048", which an I2C bus calls by its
    /// `model`.
    package func makeConverter(
        _ number: Int, name: String, at place: String, model: String? = nil,
        _ files: [String: String]
    ) throws {
        let device = "sys/devices/\(place)"
        if let model { try write("\(device)/name", "\(model)\n") }
        try write("\(device)/iio:device\(number)/name", "\(name)\n")
        try write("sys/bus/iio/devices/uevent", "")
        try link(
            "sys/bus/iio/devices/iio:device\(number)",
            to: "../../../devices/\(place)/iio:device\(number)")
        try makeConverter(number, name: name, files)
    }
}
