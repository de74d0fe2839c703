import Core
import DriverKit
import Drivers
import Glibc
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

@Suite("The driver gpio-output")
struct GPIOOutputTests {
    private let root: TemporaryDirectory
    private let bench: DriverBench<GPIOOutput>

    init() throws {
        root = try TemporaryDirectory()
        try root.makeSysfsLine(22)
        bench = DriverBench(root: root.path)
    }

    private var isActive: Bool? { root.isSysfsLineActive(22) }

    private func start(_ json: JSONValue = ["line": "sysfs:22"]) throws -> any Driver {
        try bench.start(json)
    }

    private func send(_ isActive: Bool, for lease: Duration) {
        bench.connections.sink(GPIOOutput.switch)
            .send(SwitchCommand(isActive: isActive), until: bench.clock.now + lease)
    }

    @Test(
        "starts at its safe level",
        arguments: [("inactive", false), ("active", true)] as [(JSONValue, Bool)])
    func start(safe: JSONValue, level: Bool) throws {
        try root.setSysfsLine(22, isActive: !level)
        let driver = try start(["line": "sysfs:22", "safe": safe])
        #expect(isActive == level)
        bench.clock.advance(by: .seconds(5))
        #expect(isActive == level)
        driver.close()
    }

    @Test(
        "starting moves no line that is an output already, until a command or for two seconds",
        arguments: [("inactive", true), ("active", false)] as [(JSONValue, Bool)])
    func adopts(safe: JSONValue, found: Bool) throws {
        try root.write("sys/class/gpio/gpio22/direction", "out\n")
        try root.setSysfsLine(22, isActive: found)
        let driver = try start(["line": "sysfs:22", "safe": safe])
        bench.clock.advance(by: .milliseconds(1999))
        #expect(isActive == found)
        #expect(root.read("sys/class/gpio/gpio22/direction") == "out\n")
        bench.clock.advance(by: .milliseconds(1))
        #expect(isActive == !found)
        driver.close()
    }

    @Test("is at rest at its safe level, whoever is in charge, and not while a pattern is dark")
    func rest() throws {
        let driver = try start()
        bench.clock.advance(by: .zero)
        #expect(driver.isAtRest)
        send(true, for: .seconds(10))
        bench.clock.advance(by: .zero)
        #expect(!driver.isAtRest)
        send(false, for: .seconds(10))
        bench.clock.advance(by: .zero)
        #expect(driver.isAtRest)
        bench.connections.sink(GPIOOutput.switch)
            .send(.pattern(.blink), until: bench.clock.now + .seconds(10))
        for _ in 0..<20 {
            bench.clock.advance(by: .milliseconds(100))
            #expect(!driver.isAtRest)
        }
        driver.close()
    }

    @Test("a command ends what was found, and making it safe does")
    func adoptionEnds() throws {
        try root.write("sys/class/gpio/gpio22/direction", "out\n")
        for isCommanded in [true, false] {
            try root.setSysfsLine(22, isActive: true)
            let driver = try start()
            bench.clock.advance(by: .milliseconds(100))
            #expect(isActive == true)
            if isCommanded { send(false, for: .milliseconds(10)) } else { driver.makeSafe() }
            bench.clock.advance(by: .zero)
            #expect(isActive == false)
            driver.close()
            // The command must not wait for the next driver.
            bench.clock.advance(by: .milliseconds(10))
        }
    }

    @Test("follows a command, and lets go by itself when the lease is over")
    func lease() throws {
        let driver = try start()
        send(true, for: .milliseconds(500))
        bench.clock.advance(by: .milliseconds(20))
        #expect(isActive == true)
        bench.clock.advance(by: .milliseconds(479))
        #expect(isActive == true)
        bench.clock.advance(by: .milliseconds(1))
        #expect(isActive == false)
        driver.close()
    }

    @Test("obeys each command at once, with one timer whether somebody is in charge or not")
    func idle() throws {
        let driver = try start()
        bench.clock.advance(by: .seconds(1))
        let idle = bench.clock.pendingCount
        #expect(idle == 1)
        for _ in 0..<3 {
            for level in [true, false, true] {
                bench.clock.advance(by: .milliseconds(1))
                send(level, for: .milliseconds(100))
                bench.clock.advance(by: .zero)
                #expect(isActive == level)
                #expect(bench.clock.pendingCount == idle)
            }
            bench.clock.advance(by: .milliseconds(100))
            #expect(isActive == false)
            #expect(bench.clock.pendingCount == idle)
        }
        driver.close()
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("goes on while the lease is renewed")
    func renewal() throws {
        let driver = try start()
        for _ in 0..<50 {
            send(true, for: .milliseconds(200))
            bench.clock.advance(by: .milliseconds(100))
            #expect(isActive == true)
        }
        driver.close()
    }

    private func play(_ pattern: SwitchPattern, for lease: Duration) {
        bench.connections.sink(GPIOOutput.switch).send(
            .pattern(pattern), until: bench.clock.now + lease)
    }

    /// The level in the middle of each 50 ms, from now on.
    private func levels(_ count: Int) -> String {
        (0..<count).map { _ in
            bench.clock.advance(by: .milliseconds(25))
            defer { bench.clock.advance(by: .milliseconds(25)) }
            return isActive == true ? "#" : "."
        }.joined()
    }

    @Test("plays a pattern from its command on, and a renewed command goes on with it")
    func pattern() throws {
        let driver = try start()
        bench.clock.advance(by: .zero)
        var seen = ""
        for _ in 0..<10 {
            play(.blink, for: .milliseconds(400))
            seen += levels(4)
        }
        #expect(seen == "##########..........##########..........")
        driver.close()
    }

    @Test("never plays a pattern past its lease, and starts it again with the next")
    func patternLease() throws {
        let driver = try start()
        bench.clock.advance(by: .zero)
        play(.blink, for: .milliseconds(210))
        #expect(levels(24) == "####....................")
        play(.blink, for: .seconds(9))
        #expect(levels(12) == "##########..")
        driver.close()
    }

    @Test(
        "a pattern that is over leaves the line off while its lease lives, then at its safe level",
        arguments: [("inactive", "."), ("active", "#")] as [(JSONValue, String)])
    func patternEnds(safe: JSONValue, level: String) throws {
        let driver = try start(["line": "sysfs:22", "safe": safe])
        bench.clock.advance(by: .zero)
        play(.beeps(3), for: .seconds(2))
        #expect(levels(24) == "####....####....####....")
        #expect(levels(16) == "................")
        #expect(levels(5) == String(repeating: level, count: 5))
        driver.close()
    }

    @Test("a buzzer whose safe level is active is silent after its beeps, as its setting says")
    func silentAfterBeeps() throws {
        let driver = try start([
            "line": "sysfs:22", "safe": "active", "active_as": "three-beeps",
        ])
        bench.clock.advance(by: .zero)
        send(true, for: .seconds(60))
        #expect(levels(30) == "####....####....####..........")
        driver.close()
    }

    @Test("another command ends a pattern, making it safe does, and a pattern can follow one")
    func patternChanges() throws {
        let driver = try start()
        bench.clock.advance(by: .zero)
        play(.blink, for: .seconds(60))
        #expect(levels(6) == "######")
        send(false, for: .seconds(60))
        #expect(levels(3) == "...")
        play(.blink, for: .seconds(60))
        #expect(levels(12) == "##########..")
        send(true, for: .seconds(60))
        #expect(levels(24) == String(repeating: "#", count: 24))
        play(.blink, for: .seconds(60))
        driver.makeSafe()
        #expect(levels(24) == String(repeating: ".", count: 24))
        #expect(driver.isSafe)
        driver.close()
    }

    @Test(
        "the settings say what active looks like",
        arguments: [
            ("steady", "####################"), ("blink", "##########.........."),
            ("double-flash", "##...##............."), ("three-beeps", "####....####....####"),
        ] as [(JSONValue, String)])
    func activeAs(name: JSONValue, expected: String) throws {
        let driver = try start(["line": "sysfs:22", "active_as": name])
        bench.clock.advance(by: .zero)
        send(true, for: .seconds(60))
        #expect(levels(20) == expected)
        driver.close()
    }

    @Test("is safe once made safe, whatever is commanded then")
    func makeSafe() throws {
        let driver = try start()
        send(true, for: .seconds(60))
        bench.clock.advance(by: .milliseconds(20))
        #expect(!driver.isSafe)
        driver.makeSafe()
        bench.clock.advance(by: .zero)
        #expect(isActive == false)
        #expect(driver.isSafe)
        send(true, for: .seconds(60))
        bench.clock.advance(by: .seconds(1))
        #expect(isActive == false)
        driver.close()
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("drives several lines, each by the commands at its own port, with a lease of its own")
    func several() throws {
        try root.makeSysfsLine(23)
        let json: JSONValue = ["lines": ["red": "sysfs:22", "green": "sysfs:23"]]
        let ports = try GPIOOutput.ports(for: bench.settings(json))
        #expect(ports.map(\.name) == ["green", "red"])
        let bench = DriverBench(GPIOOutput.self, root: root.path, ports: ports)
        let driver = try bench.start(json)
        let levels = { [root] in [22, 23].map { root.isSysfsLineActive($0) } }
        for (port, lease) in [("red", Duration.milliseconds(100)), ("green", .seconds(9))] {
            bench.connections.sink(GPIOOutput.port(port))
                .send(SwitchCommand(isActive: true), until: bench.clock.now + lease)
        }
        bench.clock.advance(by: .milliseconds(99))
        #expect(levels() == [true, true])
        bench.clock.advance(by: .milliseconds(1))
        #expect(levels() == [false, true])
        #expect(
            driver.diagnostics(at: bench.clock.now).last
                == Diagnostic("levels", ["green": "active", "red": "inactive"]))
        driver.makeSafe()
        bench.clock.advance(by: .zero)
        #expect(levels() == [false, false])
        #expect(driver.isSafe)
        driver.close()
    }

    @Test("puts right a line that somebody else has changed")
    func tampering() throws {
        let driver = try start()
        try root.setSysfsLine(22, isActive: true)
        bench.clock.advance(by: .milliseconds(1020))
        #expect(isActive == false)
        driver.close()
    }

    @Test("reports a line that has gone, once, and leaves it safe if it is back by the end")
    func gone() throws {
        let driver = try start()
        send(true, for: .seconds(60))
        bench.clock.advance(by: .milliseconds(20))
        unlink("\(root.path)/sys/class/gpio/gpio22/value")
        bench.clock.advance(by: .seconds(3))
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
        try root.setSysfsLine(22, isActive: true)
        driver.close()
        #expect(isActive == false)
    }

    @Test("is made safe with no driver running, and more than once")
    func makeSafeWithoutInstance() throws {
        try root.setSysfsLine(22, isActive: true)
        let settings = try bench.settings(["line": "sysfs:22", "active_low": true])
        for _ in 0..<2 {
            try GPIOOutput.makeSafeWithoutInstance(settings, bench.system, bench.clock)
            #expect(isActive == false)
            #expect(root.read("sys/class/gpio/gpio22/direction") == "high")
        }
    }

    @Test(
        "has nothing to make safe where the line is not there",
        arguments: ["sysfs:5", "GPIO22", "DOOR"] as [JSONValue])
    func makeSafeOfNothing(line: JSONValue) throws {
        try GPIOOutput.makeSafeWithoutInstance(
            bench.settings(["line": line]), bench.system, bench.clock)
    }

    @Test("says that a line may not be written")
    func refused() throws {
        // A directory in the place of the file: even root cannot write that.
        unlink("\(root.path)/sys/class/gpio/gpio22/direction")
        mkdir("\(root.path)/sys/class/gpio/gpio22/direction", 0o700)
        let fault = thrownError(DeviceError.self) { try start() }
        #expect(fault?.message.contains("gpio22/direction") == true)
        #expect(throws: DeviceError.self) {
            try GPIOOutput.makeSafeWithoutInstance(
                bench.settings(["line": "sysfs:22"]), bench.system, bench.clock)
        }
    }
}
