import Core
import Glibc
import JSON
import Simulators
import TestSupport
import TestTraits
import Testing
import Values

/// The shipped door and the real command, with a switch at the bolt that opens with the first millimetre: what it says of a
/// bolt that is half-way proves nothing.
@Suite(.timeLimit(.minutes(10)), .blocking) struct PetDoorProofTests {
    /// Slow enough to be caught half-way.
    private static let travel = Duration.seconds(2)

    /// config/pet-door.json with its devices in files, a smoke detector, and no pause before the light decides.
    private static func configuration() throws -> String {
        var text = String(decoding: try projectFile("config/pet-door.json"), as: UTF8.self)
        for (line, file) in [("GPIO17", "sysfs:17"), ("GPIO22", "sysfs:27")] {
            text.replace(
                "\"line\": \"\(line)\", \"bias\": \"pull-up\", \"active_low\": true",
                with: "\"line\": \"\(file)\"")
        }
        text.replace("\"name\":", with: "\"sysfs\": \"world/sys\", \"name\":")
        text.replace(
            "\"drivers\": {",
            with:
                "\"drivers\": { \"smoke\": { \"driver\": \"gpio-input\", \"line\": \"sysfs:23\" },")
        text.replace("\"inputs\": {", with: "\"inputs\": { \"fire\": \"smoke\",")
        text.replace(
            "\"policy\": \"pet-door\",",
            with: "\"policy\": \"pet-door\", \"dwell\": \"0s\", \"minimum_state_time\": \"0s\",")
        return text
    }

    /// `isPrompt`: with the switch and the servo of the simulated house as it is when nothing is said.
    private func house(
        in home: TestInstallation, isNight: Bool = false, bolt: Double = 0, isPrompt: Bool = false
    ) throws -> SimulatedHouse {
        var options = HouseOptions()
        options.dayLength = .seconds(1_000_000_000)
        options.startOfDay = isNight ? 0 : 0.5
        options.boltPosition = bolt
        if !isPrompt {
            options.latchReed = .opensAtOnce
            options.travelTime = Self.travel
        }
        for (name, text) in [
            ("value", "0\n"), ("edge", "none\n"), ("active_low", "0\n"), ("direction", "in\n"),
        ] {
            try home.directory.write("run/world/sys/class/gpio/gpio23/\(name)", text)
        }
        return try SimulatedHouse(
            sysfs: home.sysfs, scheduler: DispatchScheduler(), options: options)
    }

    private func put(_ text: String, _ file: String, in home: TestInstallation) throws {
        let file = open("\(home.sysfs)/class/\(file)", O_WRONLY | O_TRUNC)
        try #require(file >= 0 && write(file, text, text.utf8.count) == text.utf8.count)
        close(file)
    }

    /// The program and the power of the servo are gone; the bolt is where it was.
    private func cutPower(_ roost: RoostProcess, in home: TestInstallation) throws {
        roost.send(signal: SIGKILL)
        #expect(try roost.wait() == .killed(signal: SIGKILL))
        try put("0\n", "pwm/pwmchip0/pwm0/enable", in: home)
        try put("0\n", "pwm/pwmchip0/pwm0/duty_cycle", in: home)
    }

    private func detail(_ key: String, _ home: TestInstallation) throws -> JSONValue? {
        try home.status().policies.first { $0.name == "door" }?.details?[key]
    }

    @Test("after a power cut in a move the bolt is sent back, and only then called unlocked")
    func powerCut() throws {
        let home = try TestInstallation(configuration: try Self.configuration())
        let house = try house(in: home)
        let first = try home.start()
        #expect(try home.run("send", "lock").end == .exited(0))
        try #require(eventually { house.truth.boltPosition > 0.95 }, "\(house.truth)")
        #expect(try home.run("send", "auto").end == .exited(0))
        try #require(eventually { house.truth.boltPosition < 0.6 }, "\(house.truth)")
        try cutPower(first, in: home)
        let place = house.truth.boltPosition
        try #require((0.1...0.7).contains(place) && !house.truth.isLatchContactClosed, "\(place)")

        let second = try home.start()
        #expect(try detail("position", home) == "unknown")
        #expect(eventually { house.truth.boltPosition < 0.05 }, "\(house.truth)")
        try home.waitForStatus("says where the bolt is") {
            $0.reason(of: "door").hasPrefix("unlocked, by the switch: it is day")
        }
        #expect(try home.run("status").output.contains("unlocked, by the switch: it is day"))
        #expect(try detail("evidence", home) == "switch")
        #expect(second.end == nil)
        house.stop()
    }

    @Test(
        "a machine that its servo takes down waits twice as long after each start"
    )
    func brownOut() throws {
        let home = try TestInstallation(configuration: try Self.configuration())
        let house = try house(in: home, bolt: 0.5)
        for wait in [2, 4, 8] {
            let began = DispatchScheduler().now
            let roost = try home.start()
            #expect(
                eventually(within: .seconds(20)) { house.truth.pulseMicroseconds != nil },
                "no move after a start that is to wait \(wait) s")
            let waited = (DispatchScheduler().now - began).seconds
            #expect(waited >= Double(wait), "\(waited)")
            try cutPower(roost, in: home)
            // The pulse of this start must not be taken for one of the next.
            try #require(eventually { house.truth.pulseMicroseconds == nil }, "\(house.truth)")
        }
        house.stop()
    }

    @Test("by day, after the proof, its drivers can be restarted: the servo is known to be safe")
    func restartByDay() throws {
        let home = try TestInstallation(configuration: try Self.configuration())
        let house = try house(in: home)
        let roost = try home.start()
        try home.waitForStatus("is open", within: .seconds(20)) {
            $0.reason(of: "door").hasPrefix("unlocked, by the switch: it is day")
        }
        for driver in ["latch", "bolt", "flap"] {
            #expect(
                eventually(within: .seconds(10)) {
                    (try? home.run("restart", driver).end) == .exited(0)
                }, "\(driver)")
            sleep(5)
        }
        #expect(house.truth.boltPosition < 0.05)
        #expect(roost.end == nil)
        house.stop()
    }

    @Test(
        "nothing is proven by a servo whose file does not answer, whatever the switch says"
    )
    func unheardServo() throws {
        let home = try TestInstallation(configuration: try Self.configuration())
        let house = try house(in: home)
        let roost = try home.start()
        try home.waitForStatus("is open", within: .seconds(20)) {
            $0.reason(of: "door").hasPrefix("unlocked, by the switch: it is day")
        }
        let file = "\(home.sysfs)/class/pwm/pwmchip0/pwm0/duty_cycle"
        unlink(file)
        mkfifo(file, 0o600)
        #expect(try home.run("send", "unlock").end == .exited(0))
        for _ in 0..<20 {
            usleep(500_000)
            #expect(try detail("position", home) == "unknown")
        }
        #expect(try !home.run("status").output.contains("unlocked, by the switch"))
        roost.send(signal: SIGKILL)
        _ = try roost.wait()
        house.stop()
    }

    @Test("a request moves a bolt that ice has held half-way, whatever its switch says") func ice()
        throws
    {
        let home = try TestInstallation(configuration: try Self.configuration())
        let house = try house(in: home)
        let roost = try home.start()
        #expect(try home.run("send", "lock").end == .exited(0))
        try #require(eventually { house.truth.boltPosition > 0.95 }, "\(house.truth)")
        house.injectFaults { $0.boltHeldAt = 0.5 }
        #expect(try home.run("send", "unlock").end == .exited(0))
        try home.waitForStatus("takes it for back") {
            $0.reason(of: "door").hasPrefix("unlocked, by the switch")
        }
        #expect(house.truth.boltPosition > 0.45)
        house.injectFaults { $0.boltHeldAt = nil }
        #expect(try home.run("send", "unlock").end == .exited(0))
        #expect(eventually { house.truth.boltPosition < 0.05 }, "\(house.truth)")
        #expect(roost.end == nil)
        house.stop()
    }

    @Test(
        "a fire moves a bolt that is half-way, by night, over restarts one alarm, and over when that is said"
    )
    func fire() throws {
        let home = try TestInstallation(configuration: try Self.configuration())
        let house = try house(in: home, isNight: true, bolt: 0.5)
        // It would lock, and cannot: the flap is open.
        try put("0\n", "gpio/gpio27/value", in: home)
        try put("1\n", "gpio/gpio23/value", in: home)
        var roost = try home.start()
        try home.waitForStatus("knows of the fire") {
            $0.reason(of: "door").contains("unlocked for a fire")
        }
        #expect(eventually { house.truth.boltPosition < 0.05 }, "\(house.truth)")
        for _ in 0..<2 {
            try cutPower(roost, in: home)
            roost = try home.start()
            try home.waitForStatus("knows of it again") {
                $0.reason(of: "door").contains("unlocked for a fire")
            }
        }
        #expect(try home.run("send", "alerts").output.contains("now: alarm fire\n"))
        try put("0\n", "gpio/gpio23/value", in: home)
        try home.waitForStatus("knows that it is over") {
            $0.reason(of: "door").contains("unlocked after a fire")
        }
        #expect(try home.run("send", "auto").end == .exited(0))
        let after = try home.run("send", "alerts").output
        #expect(after.contains("no alert; before: alarm fire\n"), "\(after)")
        #expect(roost.end == nil)
        house.stop()
    }

    @Test(
        "a bolt goes by itself where it is unlocked: check refuses another angle, and mends one that is not the locked angle"
    )
    func safeAngle() throws {
        // At the locked angle, the two angles of the door may be the wrong way round: a person must choose.
        let cases: [(String, RoostProcess.End)] = [
            ("180deg", .exited(10)), ("120deg", .exited(0)),
        ]
        for (wrong, fixed) in cases {
            let text = try Self.configuration().replacing(
                "\"safe_angle\": \"65deg\"", with: "\"safe_angle\": \"\(wrong)\"")
            let home = try TestInstallation(configuration: text)
            let check = try finished(RoostProcess(["check", home.configuration]))
            #expect(check.end == .exited(10), "\(check.output)")
            #expect(
                (check.output + check.errors).contains(
                    "must go to 65deg, as policies.door.unlocked_angle"))
            #expect(
                try finished(RoostProcess(["check", home.configuration, "--fix"])).end == fixed)
            #expect(try finished(RoostProcess(["check", home.configuration])).end == fixed)
        }
    }

    @Test(
        "a limit without its unit is refused, and so is one by which it would lock now, unless confirmed"
    )
    func limits() throws {
        let text = try Self.configuration().replacing(
            "\"policy\": \"pet-door\",",
            with:
                "\"policy\": \"pet-door\", \"temperature_unit\": \"fahrenheit\", \"temperature_min\": \"36F\","
        )
        let home = try TestInstallation(configuration: text)
        let house = try house(in: home)
        let roost = try home.start()
        try home.waitForStatus("is open") {
            $0.reason(of: "door").hasPrefix("unlocked, by the switch: it is day")
        }
        let bare = try home.run("send", "door", "set", "temperature_min=36")
        #expect(bare.end == .exited(2))
        #expect(bare.errors.contains("\"36\" has no unit"), "\(bare.errors)")
        let wrong = try home.run("send", "door", "set", "temperature_min=36C")
        #expect(wrong.end == .exited(1))
        #expect(wrong.errors.contains("it would lock now: it is too cold"), "\(wrong.errors)")
        #expect(house.truth.boltPosition < 0.05)
        // One unit on one screen.
        let screen = try home.run("status").output
        #expect(screen.contains("°F") && !screen.contains("°C"), "\(screen)")
        #expect(
            try home.run("send", "door", "set", "temperature_min=36C", "accept=lock-now").end
                == .exited(0))
        #expect(eventually { house.truth.boltPosition > 0.95 }, "\(house.truth)")
        #expect(roost.end == nil)
        house.stop()
    }

    @Test("with a flap switch the wrong way round nothing goes out onto an animal in the flap")
    func reversed()
        throws
    {
        let home = try TestInstallation(configuration: try Self.configuration())
        let house = try house(in: home, isNight: true)
        try put("0\n", "gpio/gpio27/value", in: home)
        let roost = try home.start()
        // Shut, it says "open" for half a minute; then an animal stands in it for 3 s.
        try home.waitForStatus("waits") {
            $0.reason(of: "door").contains("cannot lock: the flap is open")
        }
        sleep(30)
        try put("1\n", "gpio/gpio27/value", in: home)
        for _ in 0..<30 {
            usleep(100_000)
            #expect(house.truth.boltPosition < 0.02)
        }
        #expect(
            try home.status().reason(of: "door").contains(
                "the flap was open for nearly all of the last hours"))
        try put("0\n", "gpio/gpio27/value", in: home)
        #expect(roost.end == nil)
        house.stop()
    }

    @Test("a servo whose file never answers is not said to be well")
    func servoHangs() throws {
        let home = try TestInstallation(configuration: try Self.configuration())
        let house = try house(in: home)
        let roost = try home.start()
        #expect(try home.run("send", "lock").end == .exited(0))
        try #require(eventually { house.truth.boltPosition > 0.95 }, "\(house.truth)")
        let file = "\(home.sysfs)/class/pwm/pwmchip0/pwm0/duty_cycle"
        unlink(file)
        mkfifo(file, 0o600)
        #expect(try home.run("send", "unlock").end == .exited(0))
        try home.waitForStatus("says that nobody knows", within: .seconds(20)) {
            $0.driver("bolt")?.sources["state"]?.quality == .absent
        }
        #expect(try !home.run("status").output.contains("all well"))
        roost.send(signal: SIGKILL)
        _ = try roost.wait()
        house.stop()
    }

    @Test(
        "a bolt that does not come back is an alarm for as long as it stands, and all is not well")
    func stuckOut() throws {
        let home = try TestInstallation(configuration: try Self.configuration())
        let house = try house(in: home)
        let roost = try home.start()
        #expect(try home.run("send", "lock").end == .exited(0))
        try #require(eventually { house.truth.boltPosition > 0.95 }, "\(house.truth)")
        try home.waitForStatus("is locked") {
            $0.policy("door")?.details?["state"] == "locked"
        }
        house.injectFaults { $0.isLatchJammed = true }
        #expect(try home.run("send", "unlock").end == .exited(0))
        try home.waitForStatus("is an alarm", within: .seconds(60)) {
            $0.verdict?.findings.contains { $0.text == "alarm bolt-stuck-out" } == true
        }
        for _ in 0..<20 {
            let status = try home.status()
            #expect(status.verdict?.level == .failure && status.verdict?.text != "all well")
        }
        #expect(try !home.run("status").output.contains("all well"))
        roost.send(signal: SIGKILL)
        _ = try roost.wait()
        house.stop()
    }

    /// The shipped door with a contact at line 23 as smoke detector, one at line 24 as rain, and rules that ask the door.
    private static func ruled(_ rules: String) throws -> String {
        var text = try configuration()
        text.replace(
            "\"drivers\": {",
            with: "\"drivers\": { \"rain\": { \"driver\": \"gpio-input\", \"line\": \"sysfs:24\" },"
        )
        text.replace(
            "\"policies\": {",
            with:
                "\"policies\": { \"weather\": { \"policy\": \"rules\", \"every\": \"100ms\", \"rules\": [\(rules)] },"
        )
        return text
    }

    private func makeLine(_ line: Int, in home: TestInstallation) throws {
        for (name, text) in [
            ("value", "0\n"), ("edge", "none\n"), ("active_low", "0\n"), ("direction", "in\n"),
        ] {
            try home.directory.write("run/world/sys/class/gpio/gpio\(line)/\(name)", text)
        }
    }

    @Test(
        "rules lock and unlock the door, and never against a person, nor out of the hold after a fire"
    )
    func rules() throws {
        let home = try TestInstallation(
            configuration: try Self.ruled(
                #"{"name": "rain", "when": "rain is wet", "ask": {"door": "lock"}}, {"name": "dry", "when": "rain is dry", "ask": {"door": "auto"}}"#
            ))
        let house = try house(in: home, isPrompt: true)
        try makeLine(24, in: home)
        let roost = try home.start()
        try home.waitForStatus("is open", within: .seconds(20)) {
            $0.reason(of: "door").hasPrefix("unlocked, by the switch: it is day")
        }
        func wet(_ isWet: Bool) throws {
            try put(isWet ? "1\n" : "0\n", "gpio/gpio24/value", in: home)
        }
        func isRefused(_ rule: String, because why: String) throws {
            try home.waitForStatus("refuses it", within: .seconds(20)) {
                $0.policy("weather")?.reason?.code.split(separator: "+")
                    .contains { $0 == "\(rule)-refused" } == true
                    && $0.reason(of: "weather").contains(why)
            }
        }
        try wet(true)
        try home.waitForStatus("locks", within: .seconds(30)) {
            $0.reason(of: "door").contains("locked as asked by policy weather")
        }
        #expect(eventually { house.truth.boltPosition > 0.95 }, "\(house.truth)")
        try wet(false)
        #expect(eventually { house.truth.boltPosition < 0.05 }, "\(house.truth)")

        // A person's word stands.
        #expect(try home.run("send", "door", "unlock").end == .exited(0))
        try wet(true)
        try isRefused("rain", because: "a person asked for open")
        #expect(house.truth.boltPosition < 0.05)
        #expect(try home.run("send", "door", "auto").end == .exited(0))

        // After a fire only a person locks again.
        try wet(false)
        try home.waitForStatus("is dry") {
            $0.policy("weather")?.reason?.code == "rain-refused+dry"
        }
        try put("1\n", "gpio/gpio23/value", in: home)
        try home.waitForStatus("knows of the fire") {
            $0.reason(of: "door").contains("unlocked for a fire")
        }
        try put("0\n", "gpio/gpio23/value", in: home)
        try home.waitForStatus("knows that it is over") {
            $0.reason(of: "door").contains("unlocked after a fire")
        }
        for isWet in [true, false] {
            try wet(isWet)
            try isRefused(isWet ? "rain" : "dry", because: "it is unlocked after a fire")
            #expect(try home.status().reason(of: "door").contains("unlocked after a fire"))
            #expect(house.truth.boltPosition < 0.05)
        }
        #expect(roost.end == nil)
        house.stop()
    }

    @Test(
        "the bolt of a door is not a rule's, whether the door runs or rests",
        arguments: [true, false])
    func boltOfRules(runs: Bool) throws {
        var text = try Self.ruled(
            #"{"name": "mine", "when": "rain is wet", "set": {"bolt": "120 deg"}}"#)
        if !runs {
            text.replace("\"policies\": {", with: "\"run\": [\"weather\"], \"policies\": {")
        }
        let home = try TestInstallation(configuration: text)
        let check = try finished(RoostProcess(["check", home.configuration]))
        #expect(check.end == .exited(10), "\(check.output)\(check.errors)")
        #expect(
            (check.output + check.errors).contains(
                "is commanded by the policy \"door\", which is made for it"),
            "\(check.output)\(check.errors)")
    }
}
