import Core
import Glibc
import LinuxIO
import Simulators
import TestSupport
import TestTraits
import Testing
import Values

/// `roost doctor` over trees of files like the kernel's, with and without a running service.
@Suite(.blocking) struct DoctorTests {
    private func home(_ drivers: String, policies: String = "") throws -> TestInstallation {
        let home = try TestInstallation()
        let path = home.directory.path
        try home.directory.write(
            "roost.json",
            """
            {"sysfs": "\(path)/sys", "dev": "\(path)/dev", "drivers": {\(drivers)},
             "policies": {\(policies)}}
            """)
        return home
    }

    private func doctor(_ home: TestInstallation) throws -> (code: RoostProcess.End, text: String) {
        let (end, output, errors) = try finished(
            RoostProcess("doctor", home.configuration, "--runtime", home.runtime))
        #expect(errors == "")
        return (end, output)
    }

    @Test("a machine on which all is there has nothing wrong, and no device is touched") func well()
        throws
    {
        let home = try home(
            #""outside": {"driver": "ds18b20"}, "bolt": {"driver": "servo"}"#)
        try home.directory.write("sys/bus/w1/devices/28-000005e2fdc3/w1_slave", "")
        try home.directory.makePWMChip(0, device: "fe20c000.pwm")
        try home.directory.write("sys/class/hwmon/hwmon0/name", "rpi_volt\n")
        try home.directory.write("sys/class/hwmon/hwmon0/in0_lcrit_alarm", "0\n")
        let (end, text) = try doctor(home)
        #expect(end == .exited(0), "\(text)")
        for words in [
            "ok    supply         no under-voltage", "ok    1-Wire bus     no phantoms, names: 1",
            "ok    outside        28-000005e2fdc3 on devices", "ok    bolt           /", "0 wrong",
            "LOOK  service        it does not run",
        ] {
            #expect(text.contains(words), "\(words): \(text)")
        }
        #expect(home.directory.read("sys/class/pwm/pwmchip0/export") == "")
    }

    @Test("a supply that sags and a bus that floats are wrong, with their remedy")
    func electricity()
        throws
    {
        let home = try home("")
        try home.directory.write("sys/class/hwmon/hwmon0/name", "rpi_volt\n")
        try home.directory.write("sys/class/hwmon/hwmon0/in0_lcrit_alarm", "1\n")
        try home.directory.write("sys/bus/w1/devices/00-400000000000/name", "")
        let (end, text) = try doctor(home)
        #expect(end == .exited(1))
        #expect(
            text.contains("WRONG supply         under-voltage: the 5 V are below 4.63 V"), "\(text)"
        )
        #expect(text.contains("-> a supply of 5.1 V and 3 A"), "\(text)")
        #expect(text.contains("WRONG 1-Wire bus     it floats: 1 phantoms"), "\(text)")
        #expect(text.contains("-> solder 4.7 kOhm"), "\(text)")
    }

    @Test(
        "a device that is not there is wrong, with the lines that bring it",
        arguments: [
            (#"{"driver": "ds18b20"}"#, "dtoverlay=w1-gpio"),
            (#"{"driver": "servo"}"#, "dtoverlay=pwm-2chan"),
            (#"{"driver": "servo", "chip": "1-0040"}"#, "dtoverlay=i2c-pwm-pca9685a"),
            (#"{"driver": "photoresistor"}"#, "dtoverlay=mcp3008,spi0-0-present"),
            (#"{"driver": "photoresistor", "spi": "0.1"}"#, "dtparam=spi=on"),
            (
                #"{"driver": "analog-input", "device": "ads1115", "supply": "3.3V"}"#,
                "dtoverlay=ads1115"
            ),
            (
                #"{"driver": "iio", "chip": "bme280", "place": "1-0076", "channels": {"t": "temp"}}"#,
                "dtparam=i2c_arm=on"
            ),
            (#"{"driver": "tmp117"}"#, "dtparam=i2c_arm=on"),
            (#"{"driver": "nmea-gps"}"#, "enable_uart=1"),
            (#"{"driver": "gpio-input", "line": "GPIO17"}"#, "there is no GPIO chip"),
            (#"{"driver": "gpio-input", "line": "GPIO17"}"#, "-> gpioinfo"),
            (#"{"driver": "nmea-gps", "device": "/dev/ttyUSB7"}"#, "-> roost scan"),
        ])
    func absent(driver: String, remedy: String) throws {
        let (end, text) = try doctor(home(#""it": \#(driver)"#))
        #expect(end == .exited(1))
        #expect(text.contains("WRONG it "), "\(text)")
        #expect(text.contains(remedy), "\(text)")
    }

    @Test(
        "a file that the service's user may not use is wrong, with its group",
        .enabled(if: getpwnam("roost") == nil && geteuid() == 0, "judges the user who runs it"))
    func permission() throws {
        let home = try home(#""gps": {"driver": "nmea-gps"}"#)
        try home.directory.write("dev/serial0", "")
        chmod("\(home.directory.path)/dev/serial0", 0o600)
        // Whoever may search the directory and run the program.
        for path in [home.directory.path, "\(home.directory.path)/dev", home.runtime] {
            chmod(path, 0o755)
        }
        let (end, text, _) = try finished(
            RoostProcess(
                ["doctor", home.configuration, "--runtime", home.runtime],
                under: ["/usr/sbin/runuser", "-u", "nobody", "--"]))
        #expect(end == .exited(1))
        #expect(
            text.contains(
                "the user nobody may not use \(home.directory.path)/dev/serial0 (group root)"),
            "\(text)")
        #expect(text.contains("sudo udevadm control --reload && sudo udevadm trigger"), "\(text)")
    }

    @Test("a bad configuration is wrong, and the machine is looked at all the same") func badFile()
        throws
    {
        let home = try TestInstallation(
            configuration: #"{"drivers": {"a": {"driver": "nothing"}}}"#)
        let (end, text) = try doctor(home)
        #expect(end == .exited(1))
        #expect(text.contains("WRONG configuration"), "\(text)")
        #expect(text.contains("-> roost check \(home.configuration)"), "\(text)")
        #expect(text.contains(" space "), "\(text)")
    }

    @Test("a receiver without a fix is to be looked at, one with a fix is right") func receiver()
        throws
    {
        let endpoint = try #require(IPv4Endpoint("127.0.0.1", port: 0))
        let position = try #require(Position(latitude: 47.5, longitude: 8.5))
        for fix in [nil, SimulatedFix(Fix(position: position), heading: nil)] {
            let server = try SimulatedGPSD(on: endpoint, scheduler: DispatchScheduler()) { fix }
            defer { server.stop() }
            let (end, text) = try doctor(
                home(#""gps": {"driver": "gpsd", "port": \#(server.endpoint.port)}"#))
            #expect(end == .exited(0), "\(text)")
            #expect(text.contains(fix == nil ? "LOOK  gps " : "ok    gps "), "\(text)")
            #expect(text.contains("open sky") == (fix == nil), "\(text)")
        }
        let (end, text) = try doctor(home(#""gps": {"driver": "gpsd", "port": 9}"#))
        #expect(end == .exited(1) && text.contains("cannot reach gpsd at 127.0.0.1:9"), "\(text)")
    }

    @Test("a drone whose network this machine is not in is wrong, and nothing is sent to it")
    func drone() throws {
        let (end, text) = try doctor(
            home(#""drone": {"driver": "ardrone", "address": "127.9.0.1"}"#))
        #expect(
            text.contains("drone          this machine is not in the drone's network"), "\(text)")
        #expect(text.contains("nmcli device wifi connect"), "\(text)")
        #expect(end == .exited(1))
        let near = try doctor(home(#""drone": {"driver": "ardrone", "address": "127.0.0.9"}"#))
        #expect(near.code == .exited(0) && near.text.contains("the drone itself was not asked"))
    }

    @Test("of a service that runs it tells what that says") func running() throws {
        let home = try home(
            #""outside": {"driver": "ds18b20"}, "twilight": {"driver": "photoresistor"}"#)
        try home.directory.write("sys/bus/w1/devices/w1_bus_master1/uevent", "")
        let roost = try home.start()
        let (end, text) = try doctor(home)
        #expect(text.contains("ok    service        running for"), "\(text)")
        // No policy reads them.
        #expect(text.contains("LOOK  outside"), "\(text)")
        #expect(end == .exited(0), "\(text)")
        withExtendedLifetime(roost) {}
    }
}

/// `roost doctor --interactive`, with a person's hand on files like the kernel's.
@Suite(.blocking) struct InteractiveDoctorTests {
    private func home() throws -> TestInstallation {
        let home = try TestInstallation()
        let path = home.directory.path
        try home.directory.write(
            "roost.json",
            """
            {"sysfs": "\(path)/sys", "dev": "\(path)/dev", "drivers": {
               "latch": {"driver": "gpio-input", "line": "sysfs:17", "poll": "20ms"},
               "bolt": {"driver": "servo"}}}
            """)
        try home.directory.makeSysfsLine(17)
        try home.directory.makePWMChip(0, device: "fe20c000.pwm")
        return home
    }

    private func doctor(_ home: TestInstallation) throws -> RoostProcess {
        try RoostProcess(
            "doctor", home.configuration, "--interactive", "--runtime", home.runtime)
    }

    /// There and back, each when it is asked for.
    private func move(_ home: TestInstallation, asked doctor: RoostProcess) throws {
        try doctor.waitFor("latch.contact: move what it watches to the other end (now open)")
        try home.directory.setSysfsLine(17, isActive: true)
        try doctor.waitFor("latch.contact: and back again (now closed)")
        try home.directory.setSysfsLine(17, isActive: false)
    }

    @Test("without a service it reads the sensors itself, and starts nothing that moves")
    func alone() throws {
        let home = try home()
        let doctor = try doctor(home)
        try move(home, asked: doctor)
        let end = try doctor.wait()
        #expect(
            doctor.output.contains("ok    latch          contact: open -> closed -> open"),
            "\(doctor.output)\(doctor.errors)")
        #expect(end == .exited(0) || doctor.output.contains("WRONG bolt"), "\(doctor.output)")
        #expect(home.directory.read("sys/class/pwm/pwmchip0/export") == "")
    }

    @Test("beside a service it reads through that") func service() throws {
        let home = try home()
        let roost = try home.start()
        let doctor = try doctor(home)
        try move(home, asked: doctor)
        _ = try doctor.wait()
        #expect(
            doctor.output.contains("ok    latch          contact: open -> closed -> open"),
            "\(doctor.output)\(doctor.errors)")
        withExtendedLifetime(roost) {}
    }

    @Test("Enter at the terminal goes on with the next") func skipped() throws {
        let home = try home()
        let terminal = try PseudoTerminal()
        let doctor = try RoostProcess(
            ["doctor", home.configuration, "--interactive", "--runtime", home.runtime],
            terminal: terminal)
        try doctor.waitFor("latch.contact: move what it watches")
        terminal.type("\n")
        _ = try doctor.wait()
        #expect(
            doctor.output.contains("LOOK  latch          contact: left out"), "\(doctor.output)")
    }
}
