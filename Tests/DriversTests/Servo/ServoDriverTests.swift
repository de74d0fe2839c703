import Core
import Glibc
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

struct ServoDriverTests: ServoSuite {
    let tree: TemporaryDirectory
    let bench: DriverBench<Servo>

    init() throws {
        tree = try TemporaryDirectory()
        bench = try Self.makeBench(tree)
    }

    private func chipFile(_ name: String) -> String? {
        tree.read("sys/class/pwm/pwmchip0/\(name)")
    }

    private func fact(_ name: String, of driver: any Driver) -> JSONValue? {
        driver.diagnostics(at: bench.clock.now).first { $0.name == name }?.value
    }

    @Test("starting a channel that runs changes nothing of it, and shows where it is")
    func adopts() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_500_000, enable: 1)
        let driver = try bench.start(["release_after": "never", "on_lease_end": "hold"])
        bench.clock.advance(by: .seconds(100))
        driver.close()
        // A write would have taken the line's end away.
        for name in ["period", "duty_cycle", "polarity", "enable"] {
            #expect(file(name)?.last == "\n")
        }
        #expect(
            sample.good
                == ServoState(commanded: .degrees(90), isMoving: false, isPowered: true))
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("a fresh channel is set up at the first command, and goes to the target")
    func fresh() throws {
        try tree.makePWMChannel()
        let driver = try bench.start()
        defer { driver.close() }
        bench.clock.advance(by: .seconds(1))
        #expect(file("enable") == "0\n")
        #expect(sample.good == ServoState(commanded: nil, isMoving: false, isPowered: false))
        move(180)
        bench.clock.advance(by: .milliseconds(20))
        #expect(file("period") == "20000000")
        #expect(file("duty_cycle") == "2000000")
        #expect(file("enable") == "1")
    }

    @Test("it slews at its speed, lets go after the move, and then needs no timer but the lease's")
    func slews() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_000_000)
        let driver = try bench.start(["speed": "90deg/s"])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(bench.clock.pendingCount == 0)
        move(90)
        // Half a second and a step at 90 °/s: 45° and 1.8°; 1° is 1 ms / 180.
        bench.clock.advance(by: .milliseconds(500))
        #expect(file("duty_cycle") == "1260000")
        #expect(sample.good?.isMoving == true)
        bench.clock.advance(by: .milliseconds(500))
        #expect(file("duty_cycle") == "1500000")
        #expect(sample.good?.isMoving == false)
        #expect(file("enable") == "1")
        bench.clock.advance(by: .milliseconds(700))
        #expect(file("enable") == "0")
        #expect(bench.clock.pendingCount == 1)
    }

    @Test("a release command stops the pulses within a period, in a move and at rest")
    func release() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_000_000)
        let driver = try bench.start(["release_after": "never"])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        for running in [Duration.milliseconds(100), .seconds(10)] {
            move(90)
            bench.clock.advance(by: running)
            #expect(file("enable") == "1")
            send(.release)
            bench.clock.advance(by: .milliseconds(20))
            #expect(file("enable") == "0")
        }
    }

    @Test("a lease that is renewed keeps the servo, one that is not makes it let go")
    func lease() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_000_000)
        let driver = try bench.start(["release_after": "never"])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        for _ in 0..<20 {
            move(45, lease: .seconds(1))
            bench.clock.advance(by: .milliseconds(250))
            #expect(bench.clock.pendingCount == 1)
        }
        #expect(file("enable") == "1")
        bench.clock.advance(by: .milliseconds(749))
        #expect(file("enable") == "1")
        bench.clock.advance(by: .milliseconds(1))
        #expect(file("enable") == "0")
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("a lease that runs out in the middle of a move stops it there and then")
    func leaseInMove() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_000_000)
        let driver = try bench.start(["speed": "10deg/s"])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        move(180, lease: .milliseconds(100))
        bench.clock.advance(by: .milliseconds(99))
        #expect(file("enable") == "1")
        bench.clock.advance(by: .milliseconds(1))
        #expect(file("enable") == "0")
    }

    @Test("in real time, with commands from another thread, it moves, lets go, and closes")
    func realTime() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_000_000)
        let clock = DispatchScheduler()
        let driver = try bench.start(
            ["speed": "2000deg/s", "release_after": "never"], scheduler: clock)
        let sink = bench.connections.sink(Servo.angle)
        let keepAlive = clock.every(.milliseconds(5), name: "policy") { tick in
            sink.send(.move(to: .degrees(180)), until: tick.now + .milliseconds(100))
        }
        #expect(eventually { file("duty_cycle") == "2000000" && file("enable") == "1" })
        keepAlive.cancel()
        #expect(eventually { file("enable") == "0" })
        driver.close()
    }

    @Test("an angle is clamped, and what is not a number is refused and said once")
    func refuses() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_500_000)
        let driver = try bench.start()
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        for _ in 0..<3 { move(.nan) }
        bench.clock.advance(by: .seconds(1))
        #expect(file("enable") == "0\n")
        #expect(fact("refused", of: driver) == 3)
        #expect(bench.log.lines.filter { $0.hasPrefix("error") }.count == 1)
        move(1e9)
        bench.clock.advance(by: .seconds(1))
        #expect(file("duty_cycle") == "2000000")
    }

    @Test("a command whose lease is already over moves nothing")
    func late() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_500_000)
        let driver = try bench.start(["on_lease_end": "hold"])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        move(10, lease: .zero)
        bench.clock.advance(by: .seconds(1))
        #expect(file("enable") == "0\n")
    }

    @Test("a command waits for the channel to be handed over, as long as its lease lives")
    func waiting() throws {
        let driver = try bench.start()
        defer { driver.close() }
        #expect(chipFile("export") == "0")
        move(180)
        // The slowest that was reported of udev: 80 ms.
        bench.clock.advance(by: .milliseconds(80))
        #expect(file("enable") == nil)
        try tree.makePWMChannel()
        // One call to take the channel over, one to move.
        bench.clock.advance(by: .milliseconds(40))
        #expect(file("duty_cycle") == "2000000")
        #expect(bench.reportedFaults.isEmpty)
    }

    @Test("a command whose lease ends before the channel is handed over moves nothing")
    func waitingTooLong() throws {
        let driver = try bench.start()
        defer { driver.close() }
        move(180, lease: .milliseconds(50))
        bench.clock.advance(by: .milliseconds(80))
        try tree.makePWMChannel()
        bench.clock.advance(by: .milliseconds(100))
        #expect(file("enable") == "0\n")
        #expect(bench.clock.pendingCount == 0)
    }

    /// udev took up to 0.65 s on an emulated Pi.
    @Test("a channel that nobody hands over within 5 s is a fault that says what to look at")
    func neverWritable() throws {
        // Its directory is there, its files are not: as good as not ours.
        try tree.makeDirectory("sys/class/pwm/pwmchip0/pwm0")
        let driver = try bench.start()
        bench.clock.advance(by: .milliseconds(4999))
        #expect(bench.reportedFaults.isEmpty)
        bench.clock.advance(by: .milliseconds(1))
        #expect(bench.reportedFaults.map(\.kind) == [.refused])
        #expect(bench.reportedFaults.first?.message.contains("udev") == true)
        #expect(sample.value == nil)
        #expect(bench.clock.pendingCount == 0)
        #expect(driver.isSafe)
        driver.close()
    }

    @Test("a channel that the kernel does not make is said to be missing, not to be forbidden")
    func neverMade() throws {
        let driver = try bench.start()
        defer { driver.close() }
        bench.clock.advance(by: .seconds(5))
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
        let message = try #require(bench.reportedFaults.first?.message)
        #expect(message.contains("pwm0 is not there 5.0 s after the chip was asked for it"))
        #expect(!message.contains("group gpio"))
    }

    @Test("a half written file is read again")
    func torn() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_500_000)
        try tree.write("sys/class/pwm/pwmchip0/pwm0/duty_cycle", "")
        let driver = try bench.start()
        defer { driver.close() }
        bench.clock.advance(by: .milliseconds(100))
        try tree.makePWMChannel(period: 20_000_000, duty: 1_500_000)
        bench.clock.advance(by: .milliseconds(20))
        #expect(sample.good?.commanded == .degrees(90))
    }

    @Test("a chip that goes away is one fault, and closing the driver then is fine")
    func goes() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_500_000)
        let driver = try bench.start()
        bench.clock.advance(by: .zero)
        move(180)
        bench.clock.advance(by: .milliseconds(40))
        for name in ["period", "duty_cycle", "polarity", "enable"] {
            unlink("\(tree.path)/sys/class/pwm/pwmchip0/pwm0/\(name)")
        }
        bench.clock.advance(by: .seconds(1))
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
        #expect(sample.value == nil)
        driver.close()
        #expect(bench.clock.pendingCount == 0)
    }

    @Test(
        "a chip that is not there is absent, a channel that it does not have is refused",
        arguments: [(["chip": "1-0040"], .absent), (["channel": 2], .refused)]
            as [(JSONValue, DeviceError.Kind)])
    func noChip(_ json: JSONValue, _ kind: DeviceError.Kind) throws {
        do {
            _ = try bench.start(json)
            Issue.record("started what is not there")
        } catch let fault as DeviceError {
            #expect(fault.kind == kind)
        }
    }

    @Test("making it safe lets go, and close leaves nothing running")
    func makeSafe() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_000_000)
        let driver = try bench.start(["speed": "10deg/s"])
        bench.clock.advance(by: .zero)
        move(180)
        bench.clock.advance(by: .milliseconds(100))
        #expect(!driver.isSafe)
        driver.makeSafe()
        driver.makeSafe()
        move(90)
        bench.clock.advance(by: .milliseconds(20))
        #expect(driver.isSafe)
        #expect(file("enable") == "0")
        driver.close()
        move(90)
        bench.clock.advance(by: .seconds(1))
        #expect(file("enable") == "0")
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("close in the middle of a move stops the pulses")
    func closeInMove() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_000_000)
        let driver = try bench.start(["speed": "10deg/s"])
        bench.clock.advance(by: .zero)
        move(180)
        bench.clock.advance(by: .milliseconds(100))
        let published = bench.connections.source(Servo.state).count
        driver.close()
        #expect(file("enable") == "0")
        bench.clock.advance(by: .seconds(1))
        #expect(bench.connections.source(Servo.state).count == published)
    }

    @Test("making it safe before the channel is ours leaves the channel alone")
    func makeSafeEarly() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_500_000, enable: 1)
        let driver = try bench.start(["on_lease_end": "safe_angle", "safe_angle": "10deg"])
        driver.makeSafe()
        #expect(driver.isSafe)
        bench.clock.advance(by: .seconds(5))
        driver.close()
        #expect(file("duty_cycle") == "1500000\n")
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("parking brings a servo that was left behind to its safe angle before the pulses stop")
    func parksAtSafeAngle() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 2_000_000, enable: 1)
        let settings = try bench.settings([
            "on_lease_end": "safe_angle", "safe_angle": "90deg", "speed": "2000deg/s",
        ])
        let begin = bench.clock.now
        try Servo.makeSafeWithoutInstance(settings, bench.system, bench.clock)
        // 90 of 180 degrees between 1 and 2 ms.
        #expect(file("duty_cycle") == "1500000")
        #expect(file("enable") == "0")
        #expect(bench.clock.now - begin >= .milliseconds(700))
    }

    @Test("parking needs no driver, works twice, and where there is nothing to park")
    func parks() throws {
        try tree.makePWMChannel(channel: 1, period: 20_000_000, duty: 1_500_000, enable: 1)
        let settings = try bench.settings(["channel": 1])
        try Servo.makeSafeWithoutInstance(settings, bench.system, bench.clock)
        #expect(tree.read("sys/class/pwm/pwmchip0/pwm1/enable") == "0")
        #expect(chipFile("unexport") == "1")
        try Servo.makeSafeWithoutInstance(settings, bench.system, bench.clock)
        try tree.write("sys/class/pwm/pwmchip0/unexport", "")
        try Servo.makeSafeWithoutInstance(try bench.settings([:]), bench.system, bench.clock)
        #expect(chipFile("unexport") == "")
        try Servo.makeSafeWithoutInstance(
            try bench.settings(["chip": "1-0040"]), bench.system, bench.clock)
    }

    @Test(
        "settings that cannot be meant are refused with their place",
        arguments: [
            (["chip": "pwmchip0"], "chip"), (["chip": "/sys/class/pwm/pwmchip2"], "chip"),
            (["chip": "1f0009c000.pwm"], "chip"), (["chip": ""], "chip"), (["chip": "/"], "chip"),
            (["channel": 17], "channel"), (["pulse_min": "0.4ms"], "pulse_min"),
            (["pulse_max": "2.6ms"], "pulse_max"), (["pulse_min": 1], "pulse_min"),
            (["pulse_min": "2ms", "pulse_max": "1ms"], "pulse_min"),
            (["period": "2.5ms", "pulse_max": "2.5ms"], "period"),
            (["angle_min": "180deg"], "angle_min"), (["speed": "0deg/s"], "speed"),
            (["release_after": "always"], "release_after"),
            (["release_after": "0s"], "release_after"),
            (["release_after": "99ms"], "release_after"),
            (["calibration": []], "calibration"),
            (["calibration": [["angle": "9deg", "pulse": "1ms"]]], "calibration"),
            (["on_lease_end": "safe_angle"], "safe_angle"), (["safe_angle": "10deg"], "safe_angle"),
            (["on_lease_end": "safe_angle", "safe_angle": "200deg"], "safe_angle"),
        ] as [(JSONValue, String)])
    func settings(_ json: JSONValue, _ key: String) {
        #expect(bench.settingsError(json)?.hasPrefix("drivers.test.\(key): ") == true)
    }
}
