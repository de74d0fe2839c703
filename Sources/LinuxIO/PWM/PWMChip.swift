/// A chip that makes pulses (Documentation/ABI/testing/sysfs-class-pwm).
///
/// A chip is found by the name of its device. Its number says nothing: the same chip of a Pi 5 is
/// `pwmchip2` with one kernel and `pwmchip0` with the next.
package struct PWMChip: Equatable, Sendable {
    /// `/sys/class/pwm/pwmchipN`
    package let directory: SysfsDirectory
    /// The device behind it, such as "fe20c000.pwm".
    package let device: String
    /// The driver of the kernel that makes the pulses, such as "pca9685-pwm"; empty when unknown.
    let driver: String

    /// The chips whose channels come out at the pin header, on a Pi 3 and Zero 2 W, a Pi 4 and a
    /// Pi 5. What is taken when nobody asks for another.
    private static let onHeader = ["3f20c000.pwm", "fe20c000.pwm", "1f00098000.pwm"]
    /// The chip that drives the fan of a Pi 5, inverted: pulses there stop the cooling.
    private static let fan = "1f0009c000.pwm"
    /// Its channel 16 is all the others at once (drivers/pwm/pwm-pca9685.c).
    private static let pca9685 = (driver: "pca9685-pwm", allChannels: 16)

    /// Finds a chip by the name of its device ("1-0040"), by the path of its device's directory
    /// ("/sys/devices/.../1-0040"), by its driver where that has only one ("pca9685-pwm"), or for
    /// `nil` the Pi's own.
    package static func find(_ wanted: String?, sysfs: String) throws(PWMError) -> PWMChip {
        let chips = all(sysfs: sysfs)
        let matching = chips.filter { $0.matches(wanted) }
        guard let found = matching.first else {
            throw .noChip(wanted: wanted, present: chips.map(\.device))
        }
        guard matching.count == 1 || wanted == nil else {
            throw .severalChips(wanted: wanted ?? "", present: matching.map(\.device))
        }
        guard !found.isFan else { throw .fan }
        return found
    }

    private func matches(_ wanted: String?) -> Bool {
        guard let wanted else { return isOnHeader }
        if wanted.contains("/") {
            return directory.directory("device").isSame(as: SysfsDirectory(wanted))
        }
        return device == wanted || driver == wanted
    }

    /// All that there are, in the order of their numbers.
    package static func all(sysfs: String) -> [PWMChip] {
        let pwm = SysfsDirectory("\(sysfs)/class/pwm")
        let names = (try? pwm.names()) ?? []
        return names.filter { $0.hasPrefix("pwmchip") }.compactMap { name in
            let chip = pwm.directory(name)
            guard let device = try? chip.linkedName("device") else { return nil }
            let driver = (try? chip.directory("device").linkedName("driver")) ?? ""
            return PWMChip(directory: chip, device: device, driver: driver)
        }
    }

    /// Whether its channels come out at the pin header, and it is meant when nobody asks for another.
    package var isOnHeader: Bool { Self.onHeader.contains(device) }

    /// Whether it drives a fan that nobody else may touch.
    package var isFan: Bool { device == Self.fan }

    /// How many channels it has that each move one thing.
    package func channelCount() throws(IOError) -> Int64 {
        let count = try directory.attribute("npwm").integer()
        return driver == Self.pca9685.driver ? min(count, Int64(Self.pca9685.allChannels)) : count
    }

    /// One of its channels, counted from 0: on a Pi 3 and 4 channel 0 is GPIO 12 or 18 and
    /// channel 1 is GPIO 13 or 19, on a Pi 5 they are channels 0 (12), 1 (13), 2 (18) and 3 (19).
    package func channel(_ number: Int) throws(PWMError) -> PWMChannel {
        let count: Int64
        do throws(IOError) {
            count = try directory.attribute("npwm").integer()
        } catch {
            throw .io(error)
        }
        guard number >= 0, number < count else {
            throw .noChannel(number, device: device, count: count)
        }
        guard driver != Self.pca9685.driver || number != Self.pca9685.allChannels else {
            throw .allChannels(number, device: device)
        }
        return PWMChannel(chip: directory, number: number)
    }
}

/// Why there is no channel to work with.
package enum PWMError: Error, Equatable, Sendable, CustomStringConvertible {
    case noChip(wanted: String?, present: [String])
    case severalChips(wanted: String, present: [String])
    case fan
    case noChannel(Int, device: String, count: Int64)
    /// A channel that moves every servo on the board.
    case allChannels(Int, device: String)
    case io(IOError)

    package var description: String {
        switch self {
        case .noChip(let wanted, let present):
            let what = wanted.map { "PWM chip \"\($0)\"" } ?? "PWM chip of a Raspberry Pi's header"
            let others = present.isEmpty ? "none" : present.joined(separator: ", ")
            return "no \(what); present: \(others). Is its overlay loaded (config.txt: "
                + "dtoverlay=pwm-2chan, or i2c-pwm-pca9685a for a PCA9685)?"
        case .severalChips(let wanted, let present):
            return "\(present.count) PWM chips are of \"\(wanted)\"; name one by its device: "
                + present.joined(separator: ", ")
        case .fan:
            return "this PWM chip drives the fan of the Pi 5 and is never touched"
        case .noChannel(let number, let device, let count):
            return "\(device) has no PWM channel \(number), only \(count), counted from 0"
        case .allChannels(let number, let device):
            return "channel \(number) of \(device), a PCA9685, is all its channels at once and "
                + "would move every servo on it; they are counted from 0 to \(number - 1)"
        case .io(let error):
            return error.description
        }
    }
}
