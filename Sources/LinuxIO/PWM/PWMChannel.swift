import Glibc

/// One channel of a PWM chip: its files, each operation one write or one read.
///
/// The channel's state outlives the process: unlike a GPIO line it keeps pulsing after a crash.
package struct PWMChannel: Equatable, Sendable {
    private let chip: SysfsDirectory
    private let number: Int
    private let directory: SysfsDirectory

    init(chip: SysfsDirectory, number: Int) {
        self.chip = chip
        self.number = number
        directory = chip.directory("pwm\(number)")
    }

    /// The directory of the channel, for messages.
    package var path: String { directory.path }

    /// Whether its files are there: this process or an earlier one has asked for them.
    package var isExported: Bool { directory.exists }

    /// Asks the kernel for the channel's files. They may take a moment to be writable.
    ///
    /// - Throws: `EBUSY` when a driver of the kernel uses the channel.
    package func export() throws(IOError) {
        try chip.attribute("export").write("\(number)")
    }

    /// Whether all of its files can be written now; see `SysfsAttribute.isWritable`.
    package func isWritable() throws(IOError) -> Bool {
        for attribute in ["period", "duty_cycle", "polarity", "enable"] {
            guard try directory.attribute(attribute).isWritable() else { return false }
        }
        return true
    }

    /// What the kernel says that the channel does.
    package func state() throws(IOError) -> PWMState {
        PWMState(
            period: try directory.attribute("period").integer(),
            duty: try directory.attribute("duty_cycle").integer(),
            isInverted: try directory.attribute("polarity").text() == "inversed",
            isEnabled: try directory.attribute("enable").integer() != 0)
    }

    func write(_ change: PWMChange) throws(IOError) {
        switch change {
        case .enable: try directory.attribute("enable").write("1")
        case .disable: try directory.attribute("enable").write("0")
        case .period(let period): try directory.attribute("period").write("\(period)")
        case .duty(let duty): try directory.attribute("duty_cycle").write("\(duty)")
        case .normalPolarity: try directory.attribute("polarity").write("normal")
        }
    }

    /// Stops the pulses and gives the files back, in this order: on a Pi 3 and 4 giving them back
    /// does not stop the pulses. A channel without files is left as it is.
    ///
    /// A silent channel is not told to be: before it has a period, kernels up to 6.1 refuse that,
    /// too.
    package func disableAndUnexport() throws(IOError) {
        guard isExported else { return }
        if try directory.attribute("enable").integer() != 0 { try write(.disable) }
        try chip.attribute("unexport").write("\(number)")
    }
}
