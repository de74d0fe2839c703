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

    /// Gives the files back. On a Pi 3 and 4 this does not stop the pulses: disable first.
    package func unexport() throws(IOError) {
        try chip.attribute("unexport").write("\(number)")
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
            periodNanoseconds: try directory.attribute("period").integer(),
            dutyNanoseconds: try directory.attribute("duty_cycle").integer(),
            isInverted: try directory.attribute("polarity").text() == "inversed",
            isEnabled: try directory.attribute("enable").integer() != 0)
    }

    func setPeriod(nanoseconds: Int64) throws(IOError) {
        try directory.attribute("period").write("\(nanoseconds)")
    }

    func setDuty(nanoseconds: Int64) throws(IOError) {
        try directory.attribute("duty_cycle").write("\(nanoseconds)")
    }

    func setNormalPolarity() throws(IOError) {
        try directory.attribute("polarity").write("normal")
    }

    /// Starts or stops the pulses. Stopping what is stopped does nothing.
    package func setEnabled(_ isEnabled: Bool) throws(IOError) {
        try directory.attribute("enable").write(isEnabled ? "1" : "0")
    }
}

/// What a PWM channel does.
package struct PWMState: Equatable, Sendable {
    package var periodNanoseconds: Int64
    /// How long the pulse of each period is.
    package var dutyNanoseconds: Int64
    package var isInverted: Bool
    package var isEnabled: Bool
}
