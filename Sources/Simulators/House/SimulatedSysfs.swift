import Glibc
import LinuxIO
import Values

/// The files of a simulated house, laid out as the kernel lays out `/sys`.
///
/// An attribute that a reader may keep open is rewritten in place, in one write of a fixed length;
/// one whose length varies is replaced by a rename. So nobody ever reads half of one.
///
/// Plain files are not a kernel. These know no `therm_bulk_read`, `conv_time`, `features` or
/// `ext_power` of a thermometer; a PWM channel takes its attributes in any order and any value, where
/// the kernel answers EINVAL or EBUSY; a conversion takes no time; an edge wakes nobody; the direction
/// of a line reads as it was written. What a driver makes of that is tested with the kernel's own
/// drivers (`script/rig`).
///
/// What somebody else has written into a reading stays there: a person, or a test, takes the place of
/// the light or of the air until the file is removed. Such a write must not truncate first (in a shell
/// `1<>FILE` and not `>FILE`), or a driver may find the file empty.
///
/// Sources of the layout: `Documentation/ABI/testing/sysfs-class-pwm`, `sysfs-bus-iio`,
/// `sysfs-driver-w1_therm`, `sysfs-class-thermal` and `Documentation/admin-guide/gpio/sysfs.rst`.
struct SimulatedSysfs: Sendable {
    /// The directory that stands for `/sys`.
    let root: String
    let thermometer: String

    var pwmChip: String { "\(root)/class/pwm/pwmchip0" }
    var converter: String { "\(root)/bus/iio/devices/iio:device0" }
    private var latch: String { line(17) }
    /// Nobody lives in the house: its flap is shut.
    private var flap: String { line(27) }
    /// Where a file is made before it takes its place; on the same file system.
    var stagingDirectory: String { "\(root)/.next" }

    /// Creates what is not there yet: a house that is started again keeps its exported channels.
    init(root: String, _ options: HouseOptions) throws(IOError) {
        self.root = root
        thermometer = "\(root)/bus/w1/devices/\(options.thermometerID)"
        for directory in [pwmChip, converter, thermometer, stagingDirectory] {
            try makeDirectory(directory)
        }
        try makePWMChip()
        try makeLines()
        try makeFreeInputs()
        let millivoltsPerStep = options.referenceMillivolts / Double(HouseModel.lightFullScale + 1)
        try replace("\(converter)/name", with: "mcp3008\n")
        try replace(
            "\(converter)/in_voltage_scale",
            with: fixedText(of: millivoltsPerStep, decimals: 9) + "\n")
        try create("\(thermometer)/resolution", "12\n")
        try makeComputer()
    }

    /// Those of the header that are nobody's bus: inputs, of which only the flap's is active.
    private func makeLines() throws(IOError) {
        for number in Self.lines {
            let line = line(number)
            try makeDirectory(line)
            let files = [
                ("direction", "in\n"), ("active_low", "0\n"), ("edge", "none\n"),
                ("value", line == flap ? "1\n" : "0\n"),
            ]
            for (name, text) in files { try create("\(line)/\(name)", text) }
        }
    }

    /// The inputs of the converter that nothing of the house is wired to.
    private func makeFreeInputs() throws(IOError) {
        let middle = padded((HouseModel.lightFullScale + 1) / 2, to: 4)
        for channel in 1..<Self.channels { try create(input(channel), "\(middle)\n") }
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

    /// Whether the file of the light is there and holds something else: what somebody has written, or
    /// nothing, while somebody does.
    func hasOtherLight(than raw: Int) throws(IOError) -> Bool {
        do throws(IOError) {
            _ = try readFile(input(0), atMost: 64)
        } catch {
            if error.code == ENOENT { return false }
            throw error
        }
        return number(input(0)) != raw
    }

    func showLight(_ raw: Int) throws(IOError) { try show(raw, at: 0) }

    /// What the kernel would say in `temperature`; `nil` while that file holds no number.
    var milliCelsius: Int? { number("\(thermometer)/temperature") }

    func showThermometer(_ text: String, milliCelsius: Int?) throws(IOError) {
        try replace("\(thermometer)/w1_slave", with: text)
        if let milliCelsius {
            try replace("\(thermometer)/temperature", with: "\(milliCelsius)\n")
        }
    }

    func showLatchContact(isActive: Bool) throws(IOError) { try show(isActive, at: latch) }

    func showFlapContact(isActive: Bool) throws(IOError) { try show(isActive, at: flap) }

    /// A line that a driver has made an output is not the house's to move.
    private func show(_ isActive: Bool, at line: String) throws(IOError) {
        guard isInput(line) else { return }
        try rewrite("\(line)/value", isActive ? "1\n" : "0\n")
    }

    /// Whether somebody asked for the latch's value to be turned round.
    var isLatchActiveLow: Bool { isActiveLow(latch) }

    /// The thermometer's resolution as somebody set it; `nil` for what the chip would refuse.
    var resolutionBits: Int? {
        guard let bits = number("\(thermometer)/resolution"), (9...12).contains(bits) else {
            return nil
        }
        return bits
    }
}
