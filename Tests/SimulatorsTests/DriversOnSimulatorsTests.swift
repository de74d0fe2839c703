import Core
import DriverKit
import JSON
import LinuxIO
import Synchronization
import TestSupport
import TestTraits
import Testing
import Values

@testable import Drivers
@testable import Simulators

/// The real drivers against the simulations, in real time: they must see no difference.
@Suite("Drivers on the simulated world", .blocking)
struct DriversOnSimulatorsTests {
    private let directory: TemporaryDirectory
    private let clock = DispatchScheduler()

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A house at noon, on a day that takes so long that it stays noon.
    private func house() throws -> SimulatedHouse {
        var options = HouseOptions()
        options.startOfDay = 0.5
        options.dayLength = .seconds(1_000_000)
        options.tick = .milliseconds(10)
        return try SimulatedHouse(
            sysfs: "\(directory.path)/sys", scheduler: clock, options: options)
    }

    private func start<Plugin: DriverPlugin>(
        _ plugin: Plugin.Type, _ settings: JSONValue
    ) throws -> (driver: any Driver, bench: DriverBench<Plugin>) {
        let bench = DriverBench<Plugin>(root: directory.path)
        return (try bench.start(settings, scheduler: clock), bench)
    }

    @Test("the thermometer is read at the resolution that was asked for, until it is unplugged")
    func thermometer() throws {
        let house = try house()
        defer { house.stop() }
        let (driver, bench) = try start(DS18B20.self, ["resolution": 9, "every": "1s"])
        defer { driver.close() }
        func sample() -> Sample<Temperature> {
            bench.connections.sample(DS18B20.temperature, at: clock.now)
        }
        // 21.07 °C at noon; nine bits are half degrees.
        #expect(eventually { sample().good == Temperature(celsius: 21) }, "\(sample())")
        house.injectFaults { $0.thermometer = .unplugged }
        #expect(eventually { sample().good == nil }, "\(sample())")
    }

    @Test("the light is read from the converter")
    func light() throws {
        let house = try house()
        defer { house.stop() }
        let (driver, bench) = try start(Photoresistor.self, ["every": "20ms"])
        defer { driver.close() }
        let isLight = eventually {
            let ratio = bench.connections.sample(Photoresistor.port, at: clock.now).good?.ratio
            return ratio.map { abs($0 - 0.92) < 0.01 } ?? false
        }
        #expect(isLight)
    }

    @Test("the servo draws the bolt back, and the contact tells")
    func bolt() throws {
        let house = try house()
        defer { house.stop() }
        let (servo, servoBench) = try start(Servo.self, [:])
        defer { servo.close() }
        let (contact, contactBench) = try start(GPIOInput.self, ["line": "sysfs:17"])
        defer { contact.close() }
        func isOut() -> Bool? {
            contactBench.connections.sample(GPIOInput.contact, at: clock.now).good?.isActive
        }
        #expect(eventually { isOut() == true })
        let sink = servoBench.connections.sink(Servo.angle)
        sink.send(.move(to: .degrees(65)), until: clock.now + .seconds(20))
        #expect(
            eventually { isOut() == false },
            """
            bolt at \(house.truth.boltPosition), \(servoBench.reportedFaults), \
            \(servoBench.log.lines), \(servo.diagnostics(at: clock.now))
            """)
        sink.send(.move(to: .degrees(180)), until: clock.now + .seconds(20))
        #expect(eventually { isOut() == true && house.truth.boltPosition > 0.99 })
    }

    @Test("the gpsd driver gets the position, its speed and the heading, and loses the fix")
    func receiver() throws {
        let position = try #require(Position(latitude: 47.5, longitude: 8.5))
        let simulated = Antenna(
            SimulatedFix(
                Fix(position: position, altitudeMetres: 400, speedMetresPerSecond: 3),
                heading: .degrees(120)))
        try withReceiver({ simulated.value }) { bench in
            func fix() -> Sample<Fix> { bench.connections.sample(GPSD.position, at: clock.now) }
            #expect(eventually { fix().good?.speedMetresPerSecond == 3 })
            #expect(fix().value?.position == position)
            #expect(fix().value?.altitudeMetres == 400)
            let heading = bench.connections.sample(GPSD.heading, at: clock.now)
            #expect(heading.value == Heading(.degrees(120)))
            simulated.value = nil
            #expect(eventually { fix().quality == .absent("the receiver has no fix") })
        }
    }

    @Test("gpsd is found with its release and its receivers, and is not asked to watch them")
    func found() throws {
        let endpoint = try #require(IPv4Endpoint("127.0.0.1", port: 0))
        let server = try SimulatedGPSD(on: endpoint, scheduler: clock) { nil }
        defer { server.stop() }
        let what = try #require(GPSD.discover(at: server.endpoint)).what
        // What the simulated gpsd says of itself.
        #expect(what == "gpsd 3.22 at \(server.endpoint), with /dev/simulated", "\(what)")
        #expect(server.watcherCount == 0)
        let silent = try StreamListener(on: endpoint)
        #expect(GPSD.discover(at: try #require(silent.local)) == nil)
    }

    private func withReceiver(
        _ receiver: @escaping @Sendable () -> SimulatedFix?,
        _ body: (DriverBench<GPSD>) throws -> Void
    ) throws {
        let endpoint = try #require(IPv4Endpoint("127.0.0.1", port: 0))
        let server = try SimulatedGPSD(on: endpoint, scheduler: clock, receiver: receiver)
        defer { server.stop() }
        let port = JSONValue.number(Double(server.endpoint.port))
        let (driver, bench) = try start(GPSD.self, ["port": port])
        defer { driver.close() }
        try body(bench)
    }
}

/// What the receiver says, to change while it runs. A class, because a mutex cannot be captured.
private final class Antenna: Sendable {
    private let fix: Mutex<SimulatedFix?>

    init(_ fix: SimulatedFix?) {
        self.fix = Mutex(fix)
    }

    var value: SimulatedFix? {
        get { fix.withLock { $0 } }
        set { fix.withLock { $0 = newValue } }
    }
}
