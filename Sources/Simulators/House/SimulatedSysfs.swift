import Core
import Devices
import Glibc
import LinuxIO

/// The files of a simulated house, laid out as the kernel lays out `/sys`.
///
/// An attribute that a reader may keep open is rewritten in place, in one write of a fixed length;
/// one whose length varies is replaced by a rename. So nobody ever reads half of one.
///
/// Plain files are not a kernel. These know no `therm_bulk_read`, `conv_time`, `features` or
/// `ext_power` of a thermometer; a PWM channel takes its attributes in any order and any value, where
/// the kernel answers EINVAL or EBUSY; a conversion takes no time; an edge wakes nobody. What a
/// driver makes of that is tested with the kernel's own drivers (`script/rig`).
///
/// Sources of the layout: `Documentation/ABI/testing/sysfs-class-pwm`, `sysfs-bus-iio`,
/// `sysfs-driver-w1_therm` and `Documentation/admin-guide/gpio/sysfs.rst`.
struct SimulatedSysfs: Sendable {
    /// The directory that stands for `/sys`.
    let root: String
    private let thermometer: String

    private var pwmChip: String { "\(root)/class/pwm/pwmchip0" }
    private var converter: String { "\(root)/bus/iio/devices/iio:device0" }
    private var latch: String { "\(root)/class/gpio/gpio17" }
    /// Nobody lives in the house: its flap is shut.
    private var flap: String { "\(root)/class/gpio/gpio27" }
    /// Where a file is made before it takes its place; on the same file system.
    private var stagingDirectory: String { "\(root)/.next" }
    private static let pwmChannels = 2

    /// Creates what is not there yet: a house that is started again keeps its exported channels.
    init(root: String, _ options: HouseOptions) throws(IOError) {
        self.root = root
        thermometer = "\(root)/bus/w1/devices/\(options.thermometerID)"
        for directory in [pwmChip, converter, latch, flap, thermometer, stagingDirectory] {
            try makeDirectory(directory)
        }
        try makePWMChip()
        let millivoltsPerStep = options.referenceMillivolts / Double(HouseModel.lightFullScale + 1)
        try replace("\(converter)/name", with: "mcp3008\n")
        try replace(
            "\(converter)/in_voltage_scale",
            with: fixedText(of: millivoltsPerStep, decimals: 9) + "\n")
        try create("\(thermometer)/resolution", "12\n")
        let line = [("direction", "in\n"), ("active_low", "0\n"), ("edge", "none\n")]
        for contact in [latch, flap] {
            for (name, text) in line { try create("\(contact)/\(name)", text) }
        }
        try create("\(flap)/value", "1\n")
    }

    // MARK: Sensors

    func showLight(_ raw: Int) throws(IOError) {
        let digits = String(min(9999, max(0, raw)))
        // Leading zeros keep the length; a number is a number with them.
        let padded = String(repeating: "0", count: 4 - digits.count) + digits
        try rewrite("\(converter)/in_voltage0_raw", "\(padded)\n")
    }

    func showThermometer(_ text: String) throws(IOError) {
        try replace("\(thermometer)/w1_slave", with: text)
    }

    func showLatchContact(isActive: Bool) throws(IOError) {
        try rewrite("\(latch)/value", isActive ? "1\n" : "0\n")
    }

    /// Whether somebody asked for the latch's value to be turned round.
    var isLatchActiveLow: Bool {
        number("\(latch)/active_low") == 1
    }

    /// The thermometer's resolution as somebody set it; `nil` for what the chip would refuse.
    var resolutionBits: Int? {
        guard let bits = number("\(thermometer)/resolution"), (9...12).contains(bits) else {
            return nil
        }
        return bits
    }

    // MARK: PWM

    /// Does what was asked through `export` and `unexport`, as the kernel would at once.
    func serveExports() throws(IOError) {
        if let channel = takeRequest("export"), (0..<Self.pwmChannels).contains(channel) {
            try exportChannel(channel)
        }
        if let channel = takeRequest("unexport"), (0..<Self.pwmChannels).contains(channel) {
            for name in ["period", "duty_cycle", "polarity", "enable"] {
                unlink("\(pwmChip)/pwm\(channel)/\(name)")
            }
            rmdir("\(pwmChip)/pwm\(channel)")
        }
    }

    /// What channel 0 is set to; `nil` while it is not exported.
    var signal: PWMSignal? {
        let channel = "\(pwmChip)/pwm0"
        guard access(channel, F_OK) == 0 else { return nil }
        return PWMSignal(
            periodNanoseconds: number("\(channel)/period"),
            dutyNanoseconds: number("\(channel)/duty_cycle"),
            isEnabled: number("\(channel)/enable").map { $0 == 1 },
            isInversed: firstLine("\(channel)/polarity").map { $0 == "inversed" })
    }

    private func makePWMChip() throws(IOError) {
        // Drivers find the chip by its device: the number in its name is no promise.
        try makeDirectory("\(root)/devices/platform/soc/fe20c000.pwm")
        let link = "\(pwmChip)/device"
        if access(link, F_OK) != 0 {
            try systemCall("symlink", link) {
                symlink("../../../devices/platform/soc/fe20c000.pwm", link)
            }
        }
        try create("\(pwmChip)/npwm", "\(Self.pwmChannels)\n")
        try create("\(pwmChip)/export", "")
        try create("\(pwmChip)/unexport", "")
    }

    private func exportChannel(_ channel: Int) throws(IOError) {
        let place = "\(pwmChip)/pwm\(channel)"
        guard access(place, F_OK) != 0 else { return }
        let draft = "\(stagingDirectory)/pwm\(channel)"
        try makeDirectory(draft)
        let values = [
            ("period", "0"), ("duty_cycle", "0"), ("polarity", "normal"), ("enable", "0"),
        ]
        for (name, value) in values { try write("\(draft)/\(name)", "\(value)\n", O_TRUNC) }
        try systemCall("rename", place) { rename(draft, place) }
    }

    /// Reads a channel number that was written to a file which forgets, and empties it.
    private func takeRequest(_ name: String) -> Int? {
        let path = "\(pwmChip)/\(name)"
        guard let channel = number(path) else { return nil }
        truncate(path, 0)
        return channel
    }
}

/// What a PWM channel's files say; `nil` for what cannot be read at the moment.
struct PWMSignal: Equatable, Sendable {
    var periodNanoseconds: Int?
    var dutyNanoseconds: Int?
    var isEnabled: Bool?
    var isInversed: Bool?

    /// This reading, with what it lacks taken from the one before: a writer may be in the middle.
    func completed(by earlier: PWMSignal) -> PWMSignal {
        PWMSignal(
            periodNanoseconds: periodNanoseconds ?? earlier.periodNanoseconds,
            dutyNanoseconds: dutyNanoseconds ?? earlier.dutyNanoseconds,
            isEnabled: isEnabled ?? earlier.isEnabled,
            isInversed: isInversed ?? earlier.isInversed)
    }

    /// How long the line is high in each period, in microseconds; `nil` without pulses.
    var pulseMicroseconds: Double? {
        guard isEnabled == true, let period = periodNanoseconds, let duty = dutyNanoseconds,
            period > 0, (0...period).contains(duty)
        else { return nil }
        let high = isInversed == true ? period - duty : duty
        return high > 0 ? Double(high) / 1000 : nil
    }
}
