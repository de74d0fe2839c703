import LinuxIO
import Values

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
/// `sysfs-driver-w1_therm`, `sysfs-class-thermal` and `Documentation/admin-guide/gpio/sysfs.rst`.
struct SimulatedSysfs: Sendable {
    /// The directory that stands for `/sys`.
    let root: String
    private let thermometer: String

    var pwmChip: String { "\(root)/class/pwm/pwmchip0" }
    private var converter: String { "\(root)/bus/iio/devices/iio:device0" }
    private var latch: String { "\(root)/class/gpio/gpio17" }
    /// Nobody lives in the house: its flap is shut.
    private var flap: String { "\(root)/class/gpio/gpio27" }
    /// Where a file is made before it takes its place; on the same file system.
    var stagingDirectory: String { "\(root)/.next" }

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
        try makeComputer()
    }

    /// A Pi that is well: whoever wants it otherwise writes another number into these files.
    private func makeComputer() throws(IOError) {
        let (zone, monitor) = ("\(root)/class/thermal/thermal_zone0", "\(root)/class/hwmon/hwmon0")
        for directory in [zone, monitor] { try makeDirectory(directory) }
        try create("\(zone)/type", "cpu-thermal\n")
        try create("\(zone)/temp", "48312\n")
        try create("\(monitor)/name", "rpi_volt\n")
        try create("\(monitor)/in0_lcrit_alarm", "0\n")
    }

    // MARK: Sensors

    func showLight(_ raw: Int) throws(IOError) {
        // Leading zeros keep the length; a number is a number with them.
        let digits = padded(min(9999, max(0, raw)), to: 4)
        try rewrite("\(converter)/in_voltage0_raw", "\(digits)\n")
    }

    func showThermometer(_ text: String) throws(IOError) {
        try replace("\(thermometer)/w1_slave", with: text)
    }

    func showLatchContact(isActive: Bool) throws(IOError) {
        try rewrite("\(latch)/value", isActive ? "1\n" : "0\n")
    }

    func showFlapContact(isActive: Bool) throws(IOError) {
        try rewrite("\(flap)/value", isActive ? "1\n" : "0\n")
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
}
