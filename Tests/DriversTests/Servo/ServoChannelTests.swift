import Core
import DriverKit
import Glibc
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

@testable import Drivers

/// The channel as the driver finds it, and what becomes of it behind the driver's back.
struct ServoChannelTests: ServoSuite {
    let tree: TemporaryDirectory
    let bench: DriverBench<Servo>

    init() throws {
        tree = try TemporaryDirectory()
        bench = try Self.makeBench(tree)
    }

    /// As drivers/pwm/pwm-pca9685.c reads 1.5 and 2 ms in 20 ms: 308 and 410 of 4096 parts, rounded
    /// up, of 19.98848 ms.
    @Test(
        "a running channel of a PCA9685 is adopted with the angle of its rounded pulse",
        arguments: [(1_503_040, 90.5472), (2_000_800, 180)] as [(Int64, Double)])
    func adoptsRounded(duty: Int64, degrees: Double) throws {
        try tree.makePCA9685(1)
        try tree.makePWMChannel(chip: 1, channel: 3, period: 19_988_480, duty: duty, enable: 1)
        let driver = try bench.start(["chip": "pca9685-pwm", "channel": 3, "speed": "90deg/s"])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        let commanded = try #require(sample.good?.commanded)
        #expect(abs((commanded - .degrees(degrees)).degrees) < 1e-9)
        // It slews from there, and the period stays as it was found.
        move(90)
        bench.clock.advance(by: .milliseconds(20))
        #expect(tree.read("sys/class/pwm/pwmchip1/pwm3/period") == "19988480\n")
    }

    /// A PCA9685 channel reads as enabled, without a pulse, as soon as it is asked for.
    @Test("an enabled channel without a pulse is silent, and is switched off")
    func adoptsSilent() throws {
        try tree.makePWMChannel(period: 5_079_040, duty: 0, enable: 1)
        let driver = try bench.start()
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(file("enable") == "0")
        #expect(sample.good == ServoState(commanded: nil, isMoving: false, isPowered: false))
    }

    @Test("a busy channel says what keeps it busy: another period, or another user")
    func busy() throws {
        let channel = try PWMChip.find(nil, sysfs: bench.system.sysfs).channel(0)
        let enabling = IOError(call: "write", subject: "\(channel.path)/enable", code: EBUSY)
        #expect(DeviceError(enabling, of: channel).kind == .busy)
        #expect(DeviceError(enabling, of: channel).message.contains("the same \"period\""))
        let exporting = IOError(call: "write", subject: "/pwmchip0/export", code: EBUSY)
        #expect(DeviceError(exporting, of: channel).message.contains("in use by a driver"))
    }

    /// A driver that holds an angle for half a second already.
    private func hold() throws -> any Driver {
        let driver = try bench.start(["release_after": "never"])
        bench.clock.advance(by: .zero)
        move(0)
        bench.clock.advance(by: .milliseconds(500))
        return driver
    }

    private func holdOn() {
        for _ in 0..<6 {
            move(0)
            bench.clock.advance(by: .milliseconds(100))
        }
    }

    @Test("as long as it is commanded, a channel that somebody else has changed is put right")
    func putsRight() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_000_000)
        let driver = try hold()
        defer { driver.close() }
        #expect(file("enable") == "1")
        // As after an unplugged chip has returned.
        try tree.makePWMChannel()
        holdOn()
        #expect(file("enable") == "1")
        #expect(file("period") == "20000000")
        #expect(file("duty_cycle") == "1000000")
    }

    @Test("as long as it is commanded, a channel that is gone is missed, though nothing moves")
    func missed() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_000_000)
        let driver = try hold()
        defer { driver.close() }
        unlink("\(tree.path)/sys/class/pwm/pwmchip0/pwm0/enable")
        holdOn()
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
    }
}
