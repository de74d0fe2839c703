import Core
import Glibc
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

struct DS18B20DriverTests {
    private static let id = "28-000005e2fdc3"
    private let tree: TemporaryDirectory
    private let bench: DriverBench<DS18B20>

    init() throws {
        tree = try TemporaryDirectory()
        bench = DriverBench(root: tree.path)
        try tree.write("sys/bus/w1/devices/w1_bus_master1/w1_master_slave_count", "1\n")
    }

    private func put(_ content: String, id: String = id) throws {
        try tree.write("sys/bus/w1/devices/\(id)/resolution", "12\n")
        try tree.write("sys/bus/w1/devices/\(id)/w1_slave", content)
    }

    private var sample: Sample<Temperature> { bench.sample(DS18B20.temperature) }
    private var count: UInt64 { bench.connections.source(DS18B20.temperature).count }

    /// Lets time pass until the next reading, and waits for what it should bring about.
    private func read(after time: Duration = .seconds(10), until isDone: () -> Bool) -> Bool {
        bench.clock.advance(by: time)
        return eventually(isDone)
    }

    private func fact(_ name: String, of driver: any Driver) -> JSONValue? {
        driver.diagnostics(at: bench.clock.now).first { $0.name == name }?.value
    }

    @Test("the only sensor on the bus is found and read")
    func reads() throws {
        try put(DS18B20Content.celsius(21.5))
        let driver = try bench.start()
        defer { driver.close() }
        #expect(read(after: .zero) { sample.good?.celsius == 21.5 })
        #expect(sample.takenAt == bench.clock.now)
        try put(DS18B20Content.celsius(22))
        #expect(read { sample.good?.celsius == 22 })
        #expect(fact("sensor", of: driver) == .string(Self.id))
    }

    @Test("a reading grows stale after four intervals")
    func stale() throws {
        try put(DS18B20Content.celsius(21.5))
        let driver = try bench.start()
        #expect(read(after: .zero) { sample.good != nil })
        driver.close()
        bench.clock.advance(by: .seconds(40))
        #expect(sample.good != nil)
        bench.clock.advance(by: .seconds(1))
        #expect(sample.quality == .stale(limit: .seconds(40)))
    }

    @Test("an absent sensor is said to be absent, and is found when it comes")
    func comes() throws {
        let driver = try bench.start()
        defer { driver.close() }
        #expect(read(after: .zero) { "\(sample.quality)".contains("no DS18B20 on") })
        try put(DS18B20Content.celsius(5))
        #expect(read { sample.good?.celsius == 5 })
        #expect(bench.log.lines.filter { $0.contains("no DS18B20 on") }.count == 1)
        #expect(bench.log.lines.last == "notice test: is back")
    }

    @Test("a phantom of a floating bus is no sensor, and the pull-up is named")
    func phantom() throws {
        try put(DS18B20Content.celsius(5), id: "00-400000000000")
        let driver = try bench.start()
        defer { driver.close() }
        #expect(read(after: .zero) { "\(sample.quality)".contains("check the 4.7 kΩ") })
    }

    @Test("among several sensors one must be named, and then that one is read")
    func several() throws {
        try put(DS18B20Content.celsius(5))
        try put(DS18B20Content.celsius(30), id: "28-00000aabbccd")
        let nameless = try bench.start()
        #expect(
            read(after: .zero) {
                "\(sample.quality)".contains("28-000005e2fdc3, 28-00000aabbccd")
            })
        nameless.close()
        let named = try bench.start(["id": "28-00000aabbccd"])
        defer { named.close() }
        #expect(read { sample.good?.celsius == 30 })
    }

    @Test("no bus at all names the overlay")
    func noBus() throws {
        let bench = DriverBench<DS18B20>(root: "\(tree.path)/elsewhere")
        let driver = try bench.start()
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(
            eventually { "\(bench.sample(DS18B20.temperature).quality)".contains("w1-gpio") })
    }

    @Test("two bad readings are forgiven, the third in a row is an absence with its reason")
    func forgiven() throws {
        try put(DS18B20Content.celsius(21.5))
        let driver = try bench.start()
        defer { driver.close() }
        #expect(read(after: .zero) { sample.good != nil })
        try put("")
        #expect(read { fact("rejected", of: driver) == 1 })
        #expect(sample.good?.celsius == 21.5)
        #expect(read { fact("rejected", of: driver) == 2 })
        #expect(sample.good?.celsius == 21.5)
        #expect(read { fact("rejected", of: driver) == 3 })
        #expect(sample.quality == .absent(DS18B20.ReadingError.empty.description))
    }

    @Test("the value after power-on is never published, not even as the first")
    func powerOnReset() throws {
        try put(DS18B20Content.powerOnReset)
        let driver = try bench.start()
        defer { driver.close() }
        #expect(read(after: .zero) { "\(sample.quality)".contains("power-on") })
        #expect(sample.value == nil)
    }

    @Test("a clone's value after power-on, which has no mark, does not shut out the truth")
    func clonePowerOn() throws {
        try put(DS18B20Content.clonePowerOn)
        let driver = try bench.start()
        defer { driver.close() }
        #expect(read(after: .zero) { "\(sample.quality)".contains("power-on") })
        #expect(sample.value == nil)
        try put(DS18B20Content.clone20)
        #expect(read { sample.good?.celsius == 20 })
        try put(DS18B20Content.clonePowerOn)
        #expect(read { fact("rejected", of: driver) == 2 })
        #expect(sample.good?.celsius == 20)
    }

    @Test("a first reading is published when the sensor is read again at once and agrees")
    func firstReadings() throws {
        try put(DS18B20Content.celsius(21.5))
        let driver = try bench.start()
        defer { driver.close() }
        #expect(read(after: .zero) { sample.good?.celsius == 21.5 })
        #expect(count == 1 && fact("rejected", of: driver) == 0)
    }

    @Test("a huge file is rejected without being read to its end")
    func huge() throws {
        try put(String(repeating: "72 01 4b 46 ", count: 100_000))
        let driver = try bench.start()
        defer { driver.close() }
        #expect(
            read(after: .zero) {
                sample.quality == .absent(DS18B20.ReadingError.malformed.description)
            })
    }

    @Test("the resolution is set when the sensor has another")
    func resolution() throws {
        try put(DS18B20Content.celsius(21.5))
        let driver = try bench.start()
        defer { driver.close() }
        let path = "sys/bus/w1/devices/\(Self.id)/resolution"
        #expect(read(after: .zero) { count == 1 })
        #expect(eventually { tree.read(path) == "9" })
        // A clone that stays at 12 bits all the same is not asked again and again.
        try tree.write(path, "12\n")
        #expect(read { count == 2 })
        #expect(read { count == 3 })
        #expect(tree.read(path) == "12\n")
        #expect(fact("conversion", of: driver) == "alone: nobody else is due")
        // A failed reading may have been a loss of power.
        try tree.write("sys/bus/w1/devices/\(Self.id)/w1_slave", "")
        #expect(read { fact("rejected", of: driver) == 1 })
        try tree.write(
            "sys/bus/w1/devices/\(Self.id)/w1_slave", DS18B20Content.celsius(21.5))
        #expect(read { count == 4 })
        #expect(eventually { tree.read(path) == "9" })
    }

    @Test("a sensor that has the resolution is left alone")
    func rightResolution() throws {
        try put(DS18B20Content.celsius(21.5, configuration: DS18B20Content.bits9))
        let path = "sys/bus/w1/devices/\(Self.id)/resolution"
        // Another white space than the driver would write.
        try tree.write(path, "9\n")
        let driver = try bench.start()
        defer { driver.close() }
        #expect(read(after: .zero) { count == 1 })
        #expect(read { count == 2 })
        #expect(tree.read(path) == "9\n")
    }

    @Test("a resolution that may not be set is said once, and the sensor works on")
    func noPermission() throws {
        // No such file: the same to the driver as a file that it may not write.
        try tree.write(
            "sys/bus/w1/devices/\(Self.id)/w1_slave", DS18B20Content.celsius(21.5))
        let driver = try bench.start()
        defer { driver.close() }
        let complaints = {
            bench.log.lines.filter { $0.contains("cannot configure the sensor") }.count
        }
        #expect(read(after: .zero) { count == 1 && complaints() == 1 })
        try put("")
        unlink("\(tree.path)/sys/bus/w1/devices/\(Self.id)/resolution")
        #expect(read { fact("rejected", of: driver) == 1 })
        try tree.write(
            "sys/bus/w1/devices/\(Self.id)/w1_slave", DS18B20Content.celsius(21.5))
        #expect(read { count == 2 })
        #expect(read { count == 3 })
        #expect(complaints() == 1)
    }

    @Test("a reading that never returns makes an absence and does not keep close from returning")
    func hangs() throws {
        let file = "\(tree.path)/sys/bus/w1/devices/\(Self.id)/w1_slave"
        try put("")
        unlink(file)
        // Opening a pipe to read waits until somebody opens it to write.
        #expect(mkfifo(file, 0o600) == 0)
        let driver = try bench.start()
        bench.clock.advance(by: .seconds(30))
        #expect(sample.quality == .absent("a reading does not return: the 1-Wire bus hangs"))
        driver.close()
        #expect(bench.clock.pendingCount == 0)
        let published = count
        var writer: Int32 = -1
        #expect(
            eventually {
                writer = open(file, O_WRONLY | O_NONBLOCK)
                return writer >= 0
            })
        let content = DS18B20Content.celsius(21.5)
        #expect(Glibc.write(writer, content, content.utf8.count) == content.utf8.count)
        close(writer)
        // The reader is through when nobody has the pipe open to read any more.
        #expect(
            eventually {
                let probe = open(file, O_WRONLY | O_NONBLOCK)
                if probe >= 0 { close(probe) }
                return probe < 0
            })
        #expect(count == published)
    }

    @Test(
        "settings that cannot be meant are refused with their place",
        arguments: [
            (["id": "10-000005e2fdc3"], "id"), (["id": "28-000005E2FDC3"], "id"),
            (["id": "28-../../../../etc"], "id"), (["every": 10], "every"),
            (["every": "10ms"], "every"), (["resolution": 8], "resolution"),
            (["resolution": 9.5], "resolution"), (["conversion_time": "1ms"], "conversion_time"),
            (["min": "-60°C"], "min"),
            (["min": "10°C", "max": "0°C"], "min"), (["max_rate": "5°C"], "max_rate"),
            (["interval": "1s"], "interval"),
        ] as [(JSONValue, String)])
    func settings(_ json: JSONValue, _ key: String) {
        #expect(bench.settingsError(json)?.hasPrefix("drivers.test.\(key): ") == true)
    }

    @Test("the defaults are the predecessor's 9 bits, every ten seconds")
    func defaults() throws {
        let settings = try bench.settings([:])
        #expect(settings.configuration.resolutionBits == 9)
        #expect(
            settings.configuration.conversionTime == nil && !settings.configuration.pollsCompletion)
        #expect(settings.every == .seconds(10))
        #expect(settings.id == nil)
    }
}
