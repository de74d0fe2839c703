import Core
import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import Simulators

@Suite("Simulated house as files")
struct SimulatedHouseTests {
    private let directory: TemporaryDirectory
    private let clock = ManualScheduler()
    private let house: SimulatedHouse

    private static let pwm = "sys/class/pwm/pwmchip0"
    private static let thermometer = "sys/bus/w1/devices/28-000005e2fdc3"
    private static let converter = "sys/bus/iio/devices/iio:device0"
    private static let latch = "sys/class/gpio/gpio17"

    init() throws {
        directory = try TemporaryDirectory()
        var options = HouseOptions()
        options.startOfDay = 0.5
        options.dayLength = .seconds(1_000_000)
        options.lightNoiseSteps = 0
        house = try SimulatedHouse(
            sysfs: "\(directory.path)/sys", scheduler: clock, options: options)
    }

    private func tick() {
        clock.advance(by: .milliseconds(50))
    }

    /// Exports channel 0 and sets its attributes as a driver does.
    private func pulse(_ duty: Int, period: Int = 20_000_000, enable: Int = 1) throws {
        let channel = "\(Self.pwm)/pwm0"
        try directory.write("\(channel)/period", "\(period)")
        try directory.write("\(channel)/duty_cycle", "\(duty)")
        try directory.write("\(channel)/enable", "\(enable)")
    }

    private func export() throws {
        try directory.write("\(Self.pwm)/export", "0")
        tick()
    }

    @Test("all files are there before the first tick, with what the kernel would show")
    func layout() {
        let read = directory.read
        #expect(read("\(Self.pwm)/npwm") == "2\n")
        #expect(read("\(Self.converter)/name") == "mcp3008\n")
        // 3300 mV over 1024 steps.
        #expect(read("\(Self.converter)/in_voltage_scale") == "3.222656250\n")
        // 0.92 of 1023.
        #expect(read("\(Self.converter)/in_voltage0_raw") == "0941\n")
        #expect(read("\(Self.thermometer)/resolution") == "12\n")
        #expect(read("\(Self.thermometer)/w1_slave")?.contains("YES\n") == true)
        #expect(read("\(Self.latch)/value") == "1\n")
        #expect(read("\(Self.latch)/direction") == "in\n")
    }

    @Test("the PWM chip tells its device by a link")
    func deviceLink() {
        var target = [CChar](repeating: 0, count: 200)
        let count = readlink("\(directory.path)/\(Self.pwm)/device", &target, 200)
        let text = String(
            decoding: target.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        #expect(text == "../../../devices/platform/soc/fe20c000.pwm")
        #expect(access("\(directory.path)/\(Self.pwm)/device/.", F_OK) == 0)
    }

    @Test("a channel comes with export and goes with unexport")
    func exports() throws {
        #expect(directory.read("\(Self.pwm)/pwm0/period") == nil)
        try export()
        #expect(directory.read("\(Self.pwm)/pwm0/period") == "0\n")
        #expect(directory.read("\(Self.pwm)/pwm0/duty_cycle") == "0\n")
        #expect(directory.read("\(Self.pwm)/pwm0/polarity") == "normal\n")
        #expect(directory.read("\(Self.pwm)/pwm0/enable") == "0\n")
        #expect(directory.read("\(Self.pwm)/export") == "", "the request is taken")
        try directory.write("\(Self.pwm)/unexport", "0")
        tick()
        #expect(directory.read("\(Self.pwm)/pwm0/period") == nil)
    }

    @Test("exporting what is exported, or no channel at all, changes nothing")
    func strangeExports() throws {
        try export()
        try pulse(1_500_000)
        for request in ["0", "7", "-1", "x", "99999999999999999999"] {
            try directory.write("\(Self.pwm)/export", request)
            tick()
        }
        #expect(directory.read("\(Self.pwm)/pwm0/duty_cycle") == "1500000")
        #expect(directory.read("\(Self.pwm)/pwm7/period") == nil)
        #expect(house.error == nil)
    }

    @Test("the servo's pulse moves the bolt, and the bolt the contact")
    func boltMoves() throws {
        try export()
        try pulse(1_361_000)
        clock.advance(by: .milliseconds(700))
        #expect(house.truth.boltPosition == 0)
        #expect(house.truth.pulseMicroseconds == 1361)
        #expect(directory.read("\(Self.latch)/value") == "0\n")
        try directory.write("\(Self.pwm)/pwm0/enable", "0")
        tick()
        #expect(house.truth.pulseMicroseconds == nil)
        try pulse(2_000_000)
        clock.advance(by: .milliseconds(700))
        #expect(directory.read("\(Self.latch)/value") == "1\n")
    }

    @Test("inverse polarity makes the rest of the period the pulse")
    func polarity() throws {
        try export()
        try directory.write("\(Self.pwm)/pwm0/polarity", "inversed")
        try pulse(18_639_000)
        tick()
        #expect(house.truth.pulseMicroseconds == 1361)
    }

    @Test("nonsense in the PWM files is no pulse")
    func nonsense() throws {
        try export()
        for (duty, period) in [(30_000_000, 20_000_000), (-5, 20_000_000), (1_500_000, 0)] {
            try pulse(duty, period: period)
            tick()
            #expect(house.truth.pulseMicroseconds == nil)
        }
    }

    @Test("a file caught empty while it is written keeps its last value")
    func halfWritten() throws {
        try export()
        try pulse(1_500_000)
        tick()
        try directory.write("\(Self.pwm)/pwm0/duty_cycle", "")
        tick()
        #expect(house.truth.pulseMicroseconds == 1500)
    }

    @Test("an unexported channel gives no pulse")
    func unexported() throws {
        try export()
        try pulse(1_500_000)
        tick()
        try directory.write("\(Self.pwm)/unexport", "0")
        tick()
        tick()
        #expect(house.truth.pulseMicroseconds == nil)
    }

    @Test("the contact turns round when somebody asks for active low")
    func activeLow() throws {
        try directory.write("\(Self.latch)/active_low", "1")
        tick()
        #expect(directory.read("\(Self.latch)/value") == "0\n")
    }

    @Test("a resolution that is set shows in the next reading; others are refused")
    func resolution() throws {
        try directory.write("\(Self.thermometer)/resolution", "9")
        tick()
        // Byte 4 is the configuration: 1f is nine bits.
        #expect(byteFour == "1f")
        try directory.write("\(Self.thermometer)/resolution", "15")
        tick()
        #expect(byteFour == "1f")
    }

    private var byteFour: Substring? {
        directory.read("\(Self.thermometer)/w1_slave")?.split(separator: " ").dropFirst(4).first
    }

    @Test("faults show in the files and go again")
    func faults() {
        house.injectFaults {
            $0.thermometer = .unplugged
            $0.isLightSensorUnplugged = true
        }
        tick()
        #expect(directory.read("\(Self.thermometer)/w1_slave") == "")
        #expect(directory.read("\(Self.converter)/in_voltage0_raw") == "0000\n")
        house.injectFaults { $0 = HouseFaults() }
        tick()
        #expect(directory.read("\(Self.converter)/in_voltage0_raw") == "0941\n")
    }

    @Test("each line of the header is there, and stays as somebody has set it")
    func lines() throws {
        for number in 2...27 {
            #expect(directory.read("sys/class/gpio/gpio\(number)/direction") == "in\n")
        }
        #expect(directory.read("sys/class/gpio/gpio1/value") == nil)
        #expect(directory.read("sys/class/gpio/gpio28/value") == nil)
        #expect(directory.read("sys/class/gpio/gpio5/value") == "0\n")
        #expect(directory.read("sys/class/gpio/gpio27/value") == "1\n", "the flap is shut")
        try house.setLevel(of: 5, isHigh: true)
        clock.advance(by: .seconds(1))
        #expect(directory.read("sys/class/gpio/gpio5/value") == "1\n")
        try directory.write("sys/class/gpio/gpio5/active_low", "1")
        try house.setLevel(of: 5, isHigh: true)
        #expect(directory.read("sys/class/gpio/gpio5/value") == "0\n")
    }

    @Test("a line that a driver drives has its level, and neither the house nor others move it")
    func outputs() throws {
        #expect(house.level(of: 17) == nil, "it is an input")
        try directory.write("\(Self.latch)/direction", "low")
        try directory.write("\(Self.latch)/value", "0")
        #expect(house.level(of: 17) == false)
        try export()
        try pulse(1_361_000)
        clock.advance(by: .seconds(1))
        try pulse(2_000_000)
        clock.advance(by: .seconds(1))
        try house.setLevel(of: 17, isHigh: true)
        #expect(house.level(of: 17) == false, "the bolt has moved, and its contact is no line")
        try directory.write("\(Self.latch)/value", "1")
        #expect(house.level(of: 17) == true)
        try directory.write("\(Self.latch)/active_low", "1")
        #expect(house.level(of: 17) == false)
    }

    @Test("inputs of the converter that nothing is wired to are in the middle, until something is")
    func freeInputs() throws {
        for channel in 1...7 {
            let file = "sys/bus/iio/devices/iio:device0/in_voltage\(channel)_raw"
            #expect(directory.read(file) == "0512\n")
        }
        try house.setInput(1, ratio: 0.2)
        clock.advance(by: .seconds(1))
        // A fifth of 1023.
        #expect(
            directory.read("sys/bus/iio/devices/iio:device0/in_voltage1_raw") == "0205\n")
    }

    @Test(
        "light that somebody has written stays, also while it is written, until its file is removed"
    )
    func writtenLight() throws {
        let file = "\(Self.converter)/in_voltage0_raw"
        for text in ["", "0020\n"] {
            try directory.write(file, text)
            house.injectFaults { $0.isLightSensorUnplugged.toggle() }
            tick()
            #expect(directory.read(file) == text)
        }
        unlink("\(directory.path)/\(file)")
        house.injectFaults { $0.isLightSensorUnplugged.toggle() }
        tick()
        #expect(directory.read(file) == "0000\n")
        house.injectFaults { $0.isLightSensorUnplugged = false }
        tick()
        #expect(directory.read(file) == "0941\n")
    }

    @Test(
        "air that somebody has written is what the thermometer measures, until its file is removed")
    func writtenAir() throws {
        let file = "\(Self.thermometer)/temperature"
        func measured() -> String? {
            directory.read("\(Self.thermometer)/w1_slave")?.split(separator: "=").last
                .map { "\($0)" }
        }
        // 21.07 °C at noon, in steps of a sixteenth, as the kernel has it in both files.
        #expect(directory.read(file) == "21062\n" && measured() == "21062\n")
        try directory.write(file, "31000\n")
        clock.advance(by: .seconds(1))
        #expect(measured() == "31000\n" && house.truth.celsius == 31)
        try house.setTemperature(celsius: 25.5)
        tick()
        #expect(measured() == "25500\n")
        unlink("\(directory.path)/\(file)")
        tick()
        #expect(directory.read(file) == "21062\n" && measured() == "21062\n")
    }

    @Test("a descriptor that is kept open sees new readings of light and contact")
    func keptOpen() throws {
        let file = try FileDescriptor(
            open: "\(directory.path)/\(Self.converter)/in_voltage0_raw", O_RDONLY)
        house.injectFaults { $0.isLightSensorUnplugged = true }
        tick()
        #expect(try file.read(atMost: 10) == Array("0000\n".utf8))
    }

    @Test("a house that is started again keeps its channels")
    func restart() throws {
        try export()
        try pulse(1_500_000)
        house.stop()
        let second = try SimulatedHouse(sysfs: "\(directory.path)/sys", scheduler: clock)
        defer { second.stop() }
        tick()
        #expect(second.truth.pulseMicroseconds == 1500)
    }

    @Test("a tree that disappears is an error, not the end")
    func removedTree() throws {
        unlink("\(directory.path)/\(Self.converter)/in_voltage0_raw")
        mkdir("\(directory.path)/\(Self.converter)/in_voltage0_raw", 0o700)
        house.injectFaults { $0.isLightSensorUnplugged = true }
        tick()
        #expect(house.error?.code == EISDIR)
        rmdir("\(directory.path)/\(Self.converter)/in_voltage0_raw")
        tick()
        #expect(house.error == nil)
        #expect(directory.read("\(Self.converter)/in_voltage0_raw") == "0000\n")
    }

    @Test("after stop no timer is left")
    func stop() {
        house.stop()
        #expect(clock.pendingCount == 0)
    }
}
