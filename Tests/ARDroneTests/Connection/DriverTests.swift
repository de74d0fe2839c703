import Core
import Glibc
import JSON
import LinuxIO
import Settings
import Synchronization
import TestSupport
import TestTraits
import Testing
import Values

@testable import ARDrone

/// The real driver on real sockets, against a scripted drone on loopback.
@Suite("AR.Drone driver", .timeLimit(.minutes(10)), .blocking)
struct ARDroneDriverTests {
    func settings(_ peer: LoopbackDrone) -> JSONValue {
        [
            "address": "127.0.0.1", "command_port": .number(Double(peer.commandPort)),
            "navdata_port": .number(Double(peer.navdataPort)), "flat_trim": false,
            // Nobody is there: port 1 is for privileged processes.
            "control_port": 1,
        ]
    }

    private func marker(_ peer: LoopbackDrone) -> String {
        "run/airborne-127.0.0.1-\(peer.commandPort)"
    }

    @Test("It finds the drone, sets it up, flies it, lands it, and keeps the flight marker")
    func flight() throws {
        let directory = try TemporaryDirectory()
        try directory.write("run/keep", "")
        let bench = DriverBench(ARDrone.self, root: directory.path)
        let clock = DispatchScheduler()
        let peer = try LoopbackDrone(FakeDrone())
        let driver = try bench.start(settings(peer), scheduler: clock)
        let pilot = bench.connections.sink(ARDrone.pilot)
        func sample() -> Sample<FlightState> {
            bench.connections.sample(ARDrone.flight, at: clock.now)
        }
        func ask(_ command: FlightCommand) {
            pilot.send(command, until: clock.now + .milliseconds(500))
        }

        #expect(
            eventually {
                ask(.hover)
                return sample().good?.armingFailures == []
            })
        #expect(driver.isSafe)
        #expect(
            eventually {
                ask(.takeOff)
                return sample().good?.phase == .hovering
            })
        #expect(directory.read(marker(peer)) != nil)
        #expect(!driver.isSafe)
        // From here on no command is given: the driver's own goal must bring it down.
        driver.makeSafe()
        #expect(eventually { driver.isSafe })
        #expect(sample().good?.phase == .landed)
        #expect(eventually { directory.read(marker(peer)) == nil })
        driver.close()
        #expect(bench.reportedFaults.isEmpty)
        #expect(peer.drone.settings["general:navdata_demo"] == "TRUE")
        #expect(peer.drone.settings["control:altitude_max"] == "1600")
    }

    @Test("Navdata from another host's address are counted and not believed")
    func unexpectedSender() throws {
        let bench = DriverBench(ARDrone.self)
        let peer = try LoopbackDrone(FakeDrone(), host: "127.0.0.2")
        let driver = try bench.start(settings(peer), scheduler: DispatchScheduler())
        defer { driver.close() }
        #expect(
            eventually {
                let refused = driver.diagnostics(at: bench.clock.now).first { $0.name == "refused" }
                guard case .object(let counts) = refused?.value else { return false }
                return counts["unexpectedSender"] != nil
            })
        #expect(bench.connections.source(ARDrone.flight).count == 0)
    }

    @Test("Without a network it goes on trying, says so once, and counts")
    func noNetwork() throws {
        let bench = DriverBench(ARDrone.self)
        // A broadcast address may not be sent to without leave: every send fails.
        let driver = try bench.start(["address": "255.255.255.255"])
        defer { driver.close() }
        bench.clock.advance(by: .seconds(10))
        let failures = driver.diagnostics(at: bench.clock.now).first { $0.name == "send_failures" }
        guard case .number(let count) = failures?.value else {
            Issue.record("no failures counted")
            return
        }
        #expect(count > 40)
        #expect(bench.log.lines.filter { $0.contains("cannot send") }.count == 1)
        #expect(bench.reportedFaults.isEmpty)
        #expect(driver.isSafe)
    }

    @Test("A marker left by a dead process makes an unseen drone unsafe")
    func oldMarker() throws {
        let directory = try TemporaryDirectory()
        let peer = try LoopbackDrone(FakeDrone())
        try directory.write(marker(peer), "")
        let bench = DriverBench(ARDrone.self, root: directory.path)
        let driver = try bench.start(settings(peer))
        defer { driver.close() }
        #expect(!driver.isSafe)
    }

    @Test("After close nothing is published and no timer is left")
    func close() throws {
        let bench = DriverBench(ARDrone.self)
        let peer = try LoopbackDrone(FakeDrone())
        let driver = try bench.start(settings(peer))
        bench.clock.advance(by: .milliseconds(300))
        driver.close()
        #expect(bench.clock.pendingCount == 0)
    }

    // MARK: Without an instance

    @Test("A flying drone with a marker is landed by a process that never flew it")
    func makeSafeLands() throws {
        let directory = try TemporaryDirectory()
        let peer = try LoopbackDrone(.flying)
        try directory.write(marker(peer), "")
        let bench = DriverBench(ARDrone.self, root: directory.path)
        try ARDrone.makeSafeWithoutInstance(
            bench.settings(settings(peer)), bench.system, DispatchScheduler())
        #expect(!peer.drone.isFlying)
        #expect(directory.read(marker(peer)) == nil)
        try ARDrone.makeSafeWithoutInstance(
            bench.settings(settings(peer)), bench.system, DispatchScheduler())
    }

    @Test("A drone that says landed, but was just told to take off, is landed after it has risen")
    func makeSafeAboutToRise() throws {
        let directory = try TemporaryDirectory()
        // A packet each 15 ms: it rises after half a second, and what is said before is lost.
        var drone = FakeDrone()
        (drone.state, drone.risesAt, drone.hearsFrom) = (0, 30, 34)
        let peer = try LoopbackDrone(drone)
        try directory.write(marker(peer), "")
        let bench = DriverBench(ARDrone.self, root: directory.path)
        try ARDrone.makeSafeWithoutInstance(
            bench.settings(settings(peer)), bench.system, DispatchScheduler())
        #expect(peer.drone.hasRisen)
        #expect(!peer.drone.isFlying)
        #expect(directory.read(marker(peer)) == nil)
    }

    @Test("Once it is being made safe, what it is asked for is refused, and not done")
    func noActionWhileClosing() throws {
        let bench = DriverBench(ARDrone.self)
        let clock = DispatchScheduler()
        let peer = try LoopbackDrone(FakeDrone())
        let driver = try bench.start(settings(peer), scheduler: clock)
        defer { driver.close() }
        let queue = try #require(bench.requests as? EventQueue<ARDrone.Action>)
        let responses = EventLog()
        func ask() throws {
            _ = responses.take()
            try queue.post(.flatTrim, from: .person, at: clock.now) {
                responses.note("\($0.outcome)")
            }
        }
        // A drone that is not there yet refuses it; one that stands ready does it.
        #expect(
            try eventually {
                try ask()
                let isAnswered = eventually {
                    ["done", "refused"].contains(responses.entries.last)
                }
                return isAnswered && responses.entries.last == "done"
            })
        let trims = peer.drone.trims
        #expect(trims > 0)
        driver.makeSafe()
        try ask()
        #expect(eventually { responses.entries == ["refused"] })
        let before = peer.drone.taken.count
        #expect(eventually { peer.drone.taken.count > before + 20 })
        #expect(peer.drone.trims == trims)
    }

    @Test("A navdata socket that fails is reported once and ends the driver, timer and all")
    func failingSocket() throws {
        let bench = DriverBench(ARDrone.self)
        let peer = try LoopbackDrone(FakeDrone())
        let sockets = try ARDrone.DroneSockets()
        // What is no socket any more is readable, and fails with ENOTSOCK.
        let null = try FileDescriptor(open: "/dev/null", O_RDONLY)
        #expect(dup2(null.number, sockets.navdata.descriptor.number) >= 0)
        let driver = try ARDrone.start(
            bench.settings(settings(peer)), bench.context(), sockets)
        #expect(eventually { bench.reportedFaults.count == 1 })
        #expect(eventually { bench.clock.pendingCount == 0 })
        driver.close()
        #expect(bench.reportedFaults.count == 1)
    }

    @Test("Its datagrams go out before its words about them, however long the log takes")
    func datagramsFirst() throws {
        let directory = try TemporaryDirectory()
        try directory.makeDirectory("run")
        let bench = DriverBench(ARDrone.self, root: directory.path)
        let peer = try LoopbackDrone(FakeDrone())
        let gate = Gate()
        gate.close()
        let driver = try ARDrone.start(
            bench.settings(settings(peer)),
            bench.context(DispatchScheduler(), log: StuckLog(gate: gate)))
        #expect(eventually { gate.waitingCount == 1 })
        #expect(eventually { !peer.drone.taken.isEmpty })
        gate.open()
        driver.close()
    }

    @Test("The kernel keeps only a few commands for a radio that stalls")
    func sendBuffer() throws {
        let sockets = try ARDrone.DroneSockets()
        var size: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let socket = sockets.commands.descriptor.number
        #expect(getsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, &length) == 0)
        // socket(7): the kernel doubles what is asked for, and has a least of its own (about 4.5 kB).
        #expect(size <= 8192)
    }

    @Test("Without a marker nothing is sent to the drone")
    func makeSafeIdle() throws {
        let directory = try TemporaryDirectory()
        let peer = try LoopbackDrone(.flying)
        let bench = DriverBench(ARDrone.self, root: directory.path)
        try ARDrone.makeSafeWithoutInstance(
            bench.settings(settings(peer)), bench.system, DispatchScheduler())
        #expect(peer.drone.taken.isEmpty)
        #expect(peer.drone.isFlying)
    }

    @Test("A drone that never says that it has landed is told so for 20 s, and its marker stays")
    func makeSafeUnanswered() throws {
        let directory = try TemporaryDirectory()
        var drone = FakeDrone.flying
        (drone.isSilent, drone.isDeaf) = (true, true)
        let peer = try LoopbackDrone(drone)
        try directory.write(marker(peer), "")
        let bench = DriverBench(ARDrone.self, root: directory.path)
        let start = bench.clock.now
        let fault = thrownError(DeviceError.self) {
            try ARDrone.makeSafeWithoutInstance(
                bench.settings(settings(peer)), bench.system, bench.clock)
        }
        #expect(fault?.kind == .timeout)
        #expect(fault?.message.contains("told to land for 20 s") == true)
        #expect(bench.clock.now - start >= .seconds(20))
        #expect(bench.clock.now - start < .milliseconds(20_100))
        #expect(directory.read(marker(peer)) != nil)
    }

    // MARK: Settings

    @Test("Settings become the drone's keys in its units")
    func configuration() throws {
        let bench = DriverBench(ARDrone.self)
        let settings = try bench.settings([
            "outdoor": true, "outdoor_hull": true, "altitude_max": "3m", "tilt_max": "12deg",
            "climb_max": "0.7m/s", "turn_max": "100deg/s", "navdata_demo": false,
            "drone_watchdog": "3s",
        ])
        let entries = (settings.streamEntries + settings.flightEntries).map {
            "\($0.key)=\($0.value)"
        }
        // 12 deg and 100 deg/s in radians as in the protocol's table of defaults; the mask is
        // 1<<0 | 1<<1 | 1<<6 | 1<<22 | 1<<26 | 1<<27.
        #expect(
            entries == [
                "general:navdata_demo=FALSE", "general:navdata_options=205520963",
                "control:outdoor=TRUE", "control:flight_without_shell=TRUE",
                "control:euler_angle_max=0.2094", "control:control_vz_max=700",
                "control:control_yaw=1.7453", "control:altitude_max=3000",
                "control:flying_mode=0", "general:com_watchdog=3",
            ])
    }

    @Test("An altitude that the drone does not take is refused with the two that it does")
    func altitude() throws {
        let bench = DriverBench(ARDrone.self)
        #expect(throws: ConfigurationErrors.self) { try bench.settings(["altitude_max": "30m"]) }
        #expect(throws: Never.self) { try bench.settings(["altitude_max": "100m"]) }
    }
}

/// A scripted drone behind two UDP sockets on loopback.
final class LoopbackDrone: Sendable {
    let commandPort: UInt16
    let navdataPort: UInt16
    private let state: Mutex<FakeDrone>
    private let client = Mutex<IPv4Endpoint?>(nil)
    private let navdata: UDPSocket
    private let sources = Mutex<[ReadSource]>([])
    private let timer = Mutex<(any Cancellable)?>(nil)

    /// `host` is where its navdata come from; the commands are always taken at 127.0.0.1.
    init(_ drone: FakeDrone, host: String = "127.0.0.1") throws {
        let commands = try UDPSocket(bind: try Self.endpoint("127.0.0.1"))
        let wakes = try UDPSocket(bind: try Self.endpoint("127.0.0.1"))
        navdata = host == "127.0.0.1" ? wakes : try UDPSocket(bind: try Self.endpoint(host))
        commandPort = commands.local.port
        navdataPort = wakes.local.port
        state = Mutex(drone)
        let readers = [
            ReadSource(commands.descriptor, name: "drone.commands") { [weak self] in
                self?.readCommands(commands)
            },
            ReadSource(wakes.descriptor, name: "drone.wakes") { [weak self] in
                self?.readWakes(wakes)
            },
        ]
        sources.withLock { $0 = readers }
        let ticker = DispatchScheduler().every(.milliseconds(15), name: "drone") { [weak self] _ in
            self?.sendNavdata()
        }
        timer.withLock { $0 = ticker }
    }

    deinit {
        timer.withLock { $0?.cancel() }
    }

    var drone: FakeDrone { state.withLock { $0 } }

    private static func endpoint(_ host: String) throws -> IPv4Endpoint {
        try #require(IPv4Endpoint(host, port: 0))
    }

    private func readCommands(_ socket: UDPSocket) {
        var buffer = [UInt8](repeating: 0, count: 2048)
        while let (length, _) = try? socket.receive(into: &buffer) {
            let datagram = Array(buffer.prefix(length))
            state.withLock { $0.receive(datagram) }
        }
    }

    private func readWakes(_ socket: UDPSocket) {
        var buffer = [UInt8](repeating: 0, count: 64)
        while let (_, sender) = try? socket.receive(into: &buffer) {
            client.withLock { $0 = sender }
            state.withLock { $0.isAwake = true }
        }
    }

    private func sendNavdata() {
        guard let client = client.withLock({ $0 }),
            let packet = state.withLock({ $0.navdata() })
        else { return }
        try? navdata.send(packet, to: client)
    }
}

/// A log that is written to a terminal which somebody has stopped.
private struct StuckLog: LogOutput {
    let gate: Gate

    func write(_ level: LogLevel, source: String, _ message: String) { gate.pass() }
}
