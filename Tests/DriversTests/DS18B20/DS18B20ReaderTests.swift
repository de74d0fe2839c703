import Core
import Glibc
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

/// Several thermometers of one process: on one bus, on two, and on one that hangs.
struct DS18B20ReaderTests {
    private typealias Chip = DS18B20FakeFiles.Chip
    private static let first = "28-00000000000a"
    private static let second = "28-00000000000b"
    /// Time moved by hand, and what the model of the kernel has waited.
    private struct KernelClock: Scheduler {
        let clock: ManualScheduler
        let files: DS18B20FakeFiles

        var now: Instant { clock.now + (files.now - .zero) }

        func every(
            _ period: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
        ) -> any Cancellable {
            clock.every(period, name: name, work)
        }

        func after(
            _ delay: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
        ) -> any Cancellable {
            clock.after(delay, name: name) { [files] tick in
                let waited: Duration = files.now - Instant.zero
                work(Tick(due: tick.due + waited, now: tick.now + waited, skipped: 0))
            }
        }

        func sleep(for delay: Duration) { clock.sleep(for: delay) }
    }

    private let bench = DriverBench<DS18B20>()
    private let other: DriverBench<DS18B20>

    init() {
        other = DriverBench(beside: bench)
    }

    private func start(
        _ files: DS18B20FakeFiles, _ json: JSONValue, on bench: DriverBench<DS18B20>
    ) throws -> any Driver {
        let clock = KernelClock(clock: bench.clock, files: files)
        let reader = bench.resources.resource("test") { DS18B20.Reader(files, clock) }
        return DS18B20.Thermometer(try bench.settings(json), bench.context(), reader)
    }

    private func good(_ bench: DriverBench<DS18B20>) -> Double? {
        bench.sample(DS18B20.temperature).good?.celsius
    }

    private func conversion(_ driver: any Driver) -> JSONValue? {
        driver.diagnostics(at: bench.clock.now).first { $0.name == "conversion" }?.value
    }

    @Test("two thermometers share the bus, and convert together from their second reading on")
    func together() throws {
        let files = DS18B20FakeFiles([Self.first: .celsius(10), Self.second: .celsius(20)])
        let drivers = [
            try start(files, ["id": .string(Self.first)], on: bench),
            try start(files, ["id": .string(Self.second)], on: other),
        ]
        defer { for driver in drivers { driver.close() } }
        bench.clock.advance(by: .zero)
        #expect(eventually { good(bench) == 10 && good(other) == 20 })
        files.change { state in
            state.conversions = 0
            for id in state.chips.keys { state.chips[id]?.celsius += 1 }
        }
        bench.clock.advance(by: .seconds(10))
        #expect(eventually { good(bench) == 11 && good(other) == 21 })
        #expect(files.change { $0.conversions } == 1)
        #expect(
            drivers.map(conversion) == ["together with the others", "together with the others"])
    }

    /// w1_therm.c, w1_therm_families: DS18S20, DS1822 and DS1825 convert in bulk with the DS18B20.
    @Test(
        "what a bulk conversion left is fetched from the other families, too",
        arguments: ["10-000000000001", "22-000000000001", "3b-000000000001"])
    func otherFamilies(_ stranger: String) throws {
        let files = DS18B20FakeFiles([
            Self.first: .celsius(10), Self.second: .celsius(20), stranger: .celsius(30),
        ])
        let drivers = [
            try start(files, ["id": .string(Self.first)], on: bench),
            try start(files, ["id": .string(Self.second)], on: other),
        ]
        defer { for driver in drivers { driver.close() } }
        bench.clock.advance(by: .zero)
        let isAllFetched = { files.change { $0.chips.values.allSatisfy { !$0.isMarked } } }
        // The last family by its name is fetched after both have their value.
        #expect(eventually { good(bench) == 10 && good(other) == 20 && isAllFetched() })
        files.change { $0.fetched = [] }
        bench.clock.advance(by: .seconds(10))
        // Otherwise whoever reads it in an hour would be given this hour's value as new.
        #expect(eventually { files.change { $0.fetched.count } == 3 })
        #expect(isAllFetched())
    }

    @Test("a master that comes back under another name leaves no queue behind")
    func replugged() throws {
        let files = DS18B20FakeFiles([Self.first: .celsius(10)])
        let driver = try start(files, [:], on: bench)
        defer { driver.close() }
        let clock = KernelClock(clock: bench.clock, files: files)
        let reader = bench.resources.resource("test") { DS18B20.Reader(files, clock) }
        let count = { bench.connections.source(DS18B20.temperature).count }
        bench.clock.advance(by: .zero)
        for master in 2...5 {
            let before = count()
            #expect(eventually { count() >= before && good(bench) == 10 })
            files.change { $0.bus = "/sys/devices/w1_bus_master\(master)" }
            bench.clock.advance(by: .seconds(10))
            #expect(eventually { count() > before })
        }
        bench.clock.advance(by: .seconds(10))
        #expect(eventually { reader.busCount == 1 })
    }

    @Test("no signal reaches the bus's thread, where it would break off the conversion")
    func signals() throws {
        let files = DS18B20FakeFiles([Self.first: .celsius(10)])
        let driver = try start(files, [:], on: bench)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(eventually { good(bench) == 10 })
        #expect(!files.change { $0.wasInterruptible })
    }

    @Test(
        "a sensor that lost its power for a moment is found out, set again, and then believed",
        arguments: [[:], ["conversion_time": "100ms"]] as [JSONValue])
    func powerLoss(_ settings: JSONValue) throws {
        let files = DS18B20FakeFiles([Self.first: .celsius(10)])
        let driver = try start(files, settings, on: bench)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(eventually { good(bench) == 10 })
        // It is measured after its first reading.
        #expect(eventually { files.change { $0.chips[Self.first]?.conversionTime } != nil })
        files.change { state in
            state.chips[Self.first]?.losePower()
            // What the chip converted to before the kernel looks again, with 12 bits.
            state.chips[Self.first]?.latched = DS18B20Content.celsius(70)
            state.chips[Self.first]?.celsius = 11
        }
        bench.clock.advance(by: .seconds(10))
        #expect(eventually { files.change { $0.chips[Self.first]?.bits } == 9 })
        let rejection = driver.diagnostics(at: bench.clock.now).first {
            $0.name == "last_rejection"
        }
        #expect(rejection?.value.line.contains("lost power meanwhile") == true)
        #expect(good(bench) == 10)
        bench.clock.advance(by: .seconds(10))
        #expect(eventually { good(bench) == 11 })
    }

    @Test("a clone that is slower than the data sheet is found out, and does not lag behind")
    func slowClone() throws {
        var chip = Chip.celsius(10)
        chip.takes = 300
        chip.latched = DS18B20Content.celsius(5, configuration: 0x1F)
        let files = DS18B20FakeFiles([Self.first: chip])
        let driver = try start(files, [:], on: bench)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        // Nobody can know this of the first reading, but the second one does not agree with it.
        #expect(
            eventually {
                "\(bench.sample(DS18B20.temperature).quality)".contains(
                    "the first readings do not agree: 5.00 °C, then 10.00 °C")
            })
        #expect(eventually { files.change { $0.chips[Self.first]?.conversionTime } != nil })
        for celsius in [8.0, 11] {
            files.change { $0.chips[Self.first]?.celsius = celsius }
            bench.clock.advance(by: .seconds(10))
            #expect(eventually { good(bench) == celsius })
        }
    }

    @Test("a sensor that is asked when it is done is believed with any resolution")
    func polled() throws {
        let files = DS18B20FakeFiles([Self.first: .celsius(10)])
        let driver = try start(files, ["poll_completion": true], on: bench)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(eventually { files.change { $0.chips[Self.first]?.features } == 2 })
        files.change { state in
            state.chips[Self.first]?.losePower()
            state.chips[Self.first]?.celsius = 11
        }
        bench.clock.advance(by: .seconds(10))
        #expect(eventually { good(bench) == 11 })
    }

    @Test("a clone that waits by its own time is not suspected")
    func ownTime() throws {
        var chip = Chip.celsius(10, bits: 12)
        chip.conversionTime = 400
        chip.latched = DS18B20Content.celsius(10)
        let files = DS18B20FakeFiles([Self.first: chip])
        let driver = try start(
            files, ["resolution": 12, "conversion_time": "400ms"], on: bench)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(eventually { good(bench) == 10 })
    }

    // MARK: A bus that hangs

    /// A tree with one sensor on each of two buses; opening the pipe of one waits for a writer.
    private func makeTree() throws -> TemporaryDirectory {
        let tree = try TemporaryDirectory()
        for (bus, id) in [("w1_bus_master1", Self.first), ("w1_bus_master2", Self.second)] {
            try tree.write("sys/devices/\(bus)/\(id)/resolution", "9\n")
            try tree.write("sys/bus/w1/devices/w1_bus_master1", "")
            try tree.link(
                "sys/bus/w1/devices/\(id)", to: "\(tree.path)/sys/devices/\(bus)/\(id)")
        }
        let pipe = "\(tree.path)/sys/devices/w1_bus_master1/\(Self.first)/w1_slave"
        guard mkfifo(pipe, 0o600) == 0 else { throw TestSupportError("mkfifo: \(errno)") }
        try tree.write(
            "sys/devices/w1_bus_master2/\(Self.second)/w1_slave",
            DS18B20Content.celsius(20, configuration: DS18B20Content.bits9))
        return tree
    }

    /// Lets the reading that hangs return with `content`; who reads after it gets `next`.
    private func release(_ tree: TemporaryDirectory, _ content: String, next: String) throws {
        let file = "sys/devices/w1_bus_master1/\(Self.first)/w1_slave"
        var writer: Int32 = -1
        // Nobody can open it to write before somebody reads.
        #expect(
            eventually {
                writer = open("\(tree.path)/\(file)", O_WRONLY | O_NONBLOCK)
                return writer >= 0
            })
        unlink("\(tree.path)/\(file)")
        try tree.write(file, next)
        #expect(Glibc.write(writer, content, content.utf8.count) == content.utf8.count)
        close(writer)
    }

    @Test("a bus that hangs takes no other bus with it, and no second thread")
    func hangs() throws {
        let tree = try makeTree()
        let bench = DriverBench<DS18B20>(root: tree.path)
        let other = DriverBench<DS18B20>(root: tree.path, beside: bench)
        let stuck = try bench.start(["id": .string(Self.first)])
        let free = try other.start(["id": .string(Self.second)])
        defer { free.close() }
        bench.clock.advance(by: .zero)
        #expect(eventually { good(other) == 20 })
        bench.clock.advance(by: .seconds(12))
        let hang = Quality.absent(
            "a reading does not return: the 1-Wire bus hangs")
        #expect(bench.sample(DS18B20.temperature).quality == hang)
        #expect(eventually { good(other) == 20 })
        // Restarted, it finds the same reader and the bus that still hangs: no thread is added.
        stuck.close()
        let again = try bench.start(["id": .string(Self.first)])
        defer { again.close() }
        #expect(bench.resources.count == 1)
        bench.clock.advance(by: .zero)
        #expect(bench.sample(DS18B20.temperature).quality == hang)
        // What the abandoned reading gives in the end is too old; then the bus is read again.
        let bits9 = DS18B20Content.bits9
        try release(
            tree, DS18B20Content.celsius(5, configuration: bits9),
            next: DS18B20Content.celsius(7, configuration: bits9))
        #expect(eventually { good(bench) == 7 })
        #expect(bench.connections.source(DS18B20.temperature).count == 2)
    }

    @Test("what a reading gives that was given up is not told, and the sensor is read again")
    func tooLate() throws {
        let tree = try makeTree()
        let bench = DriverBench<DS18B20>(root: tree.path)
        let driver = try bench.start(["id": .string(Self.first)])
        defer { driver.close() }
        bench.clock.advance(by: .seconds(12))
        let bits9 = DS18B20Content.bits9
        try release(
            tree, DS18B20Content.celsius(5, configuration: bits9),
            next: DS18B20Content.celsius(7, configuration: bits9))
        #expect(eventually { good(bench) == 7 })
        // The absence and this.
        #expect(bench.connections.source(DS18B20.temperature).count == 2)
    }

    @Test("a reader that hangs outlives its last thermometer, and ends when the reading returns")
    func outlives() throws {
        let tree = try makeTree()
        let bench = DriverBench<DS18B20>(root: tree.path)
        do {
            let stuck = try bench.start(["id": .string(Self.first)])
            bench.clock.advance(by: .zero)
            stuck.close()
        }
        #expect(bench.resources.count == 1)
        try release(tree, "x", next: "")
        #expect(eventually { bench.resources.count == 0 })
        #expect(bench.clock.pendingCount == 0)
    }
}
