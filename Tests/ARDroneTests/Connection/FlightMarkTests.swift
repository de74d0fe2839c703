import Core
import Glibc
import JSON
import LinuxIO
import Settings
import TestSupport
import TestTraits
import Testing
import Values

@testable import ARDrone

@Suite("Flight marker", .timeLimit(.minutes(10)), .blocking)
struct FlightMarkTests {
    private let directory: TemporaryDirectory
    private let bench: DriverBench<ARDrone>

    init() throws {
        directory = try TemporaryDirectory()
        bench = DriverBench(root: directory.path)
    }

    private func settings(_ peer: LoopbackDrone) -> JSONValue {
        [
            "address": "127.0.0.1", "command_port": .number(Double(peer.commandPort)),
            "navdata_port": .number(Double(peer.navdataPort)), "flat_trim": false,
            "control_port": 1,
        ]
    }

    // MARK: As a value

    private let full = IOError(call: "write", subject: "marker", code: ENOSPC)

    /// Makes a change, with what comes of it.
    private func make(
        _ change: ARDrone.FlightMark.Change?, _ failure: IOError?,
        in mark: inout ARDrone.FlightMark, at now: Instant
    ) throws -> ARDrone.FlightMark.LogLine? {
        mark.record(try #require(change), failure, at: now)
    }

    @Test("what fails is told once, tried again every second, and told when it is over")
    func retries() throws {
        var mark = ARDrone.FlightMark(isSet: false, at: .zero)
        #expect(
            try make(mark.changeBefore(takeOff: false, at: .zero), full, in: &mark, at: .zero)
                == .unwritable(full))
        #expect(mark.obstacle(at: .zero)?.contains("No space left on device") == true)
        #expect(mark.changeBefore(takeOff: false, at: .zero + .milliseconds(999)) == nil)
        #expect(mark.changeBefore(takeOff: true, at: .zero + .milliseconds(999)) == nil)
        let later = Instant.zero + .seconds(1)
        #expect(
            try make(mark.changeBefore(takeOff: false, at: later), full, in: &mark, at: later)
                == nil)
        let end = later + .seconds(1)
        #expect(
            try make(mark.changeBefore(takeOff: false, at: end), nil, in: &mark, at: end)
                == .recovered)
        #expect(mark.obstacle(at: end) == nil)
    }

    @Test("on the ground it is looked each second whether it could be set") func looks() throws {
        var mark = ARDrone.FlightMark(isSet: false, at: .zero)
        for second in 0..<5 {
            let now = Instant.zero + .seconds(second)
            let change = mark.changeBefore(takeOff: false, at: now)
            #expect(change == .probe)
            #expect(mark.changeBefore(takeOff: false, at: now) == nil)
            #expect(mark.record(.probe, second == 4 ? full : nil, at: now) != .recovered)
            #expect(mark.changeBefore(takeOff: false, at: now + .milliseconds(900)) == nil)
        }
        #expect(mark.obstacle(at: .zero + .seconds(4)) != nil)
    }

    @Test("one change is made after the other, and one that does not return forbids a take-off")
    func pending() {
        var mark = ARDrone.FlightMark(isSet: false, at: .zero)
        #expect(mark.changeBefore(takeOff: true, at: .zero) == .set)
        #expect(mark.change(mayFly: true, at: .zero) == nil)
        #expect(mark.obstacle(at: .zero + .milliseconds(999)) == nil)
        let later = Instant.zero + .seconds(1)
        #expect(
            mark.obstacle(at: later) == "its flight marker has not been written after 1.0 s")
        #expect(mark.record(.set, nil, at: later) == nil)
        #expect(mark.isSet && mark.obstacle(at: later) == nil)
    }

    @Test("a flight that is under way without a marker goes on, and gets one when that is possible")
    func adopted() throws {
        var mark = ARDrone.FlightMark(isSet: false, at: .zero)
        #expect(
            try make(mark.change(mayFly: true, at: .zero), full, in: &mark, at: .zero)
                == .unwritable(full))
        #expect(mark.change(mayFly: true, at: .zero + .milliseconds(500)) == nil)
        let later = Instant.zero + .seconds(1)
        #expect(
            try make(mark.change(mayFly: true, at: later), nil, in: &mark, at: later) == .recovered)
        #expect(mark.isSet)
    }

    @Test("a marker that cannot be removed forbids nothing: it errs on the safe side")
    func stuck() throws {
        var mark = ARDrone.FlightMark(isSet: true, at: .zero)
        #expect(
            try make(mark.change(mayFly: false, at: .zero), full, in: &mark, at: .zero)
                == .stuck(full))
        #expect(mark.isSet)
        #expect(mark.obstacle(at: .zero) == nil)
    }

    // MARK: As a file

    private func marker(port: UInt16 = 5556) throws -> ARDrone.AirborneMarker {
        let settings = try SettingsReader.read(
            ARDrone.Settings.self,
            from: ["address": "192.168.1.9", "command_port": .number(Double(port))],
            at: SettingPath("drone"))
        return ARDrone.AirborneMarker(try ARDrone.Endpoints(settings), bench.system)
    }

    @Test("a marker that was written in reserve is set where no room is left for another")
    func reserve() throws {
        try directory.makeDirectory("run")
        let marker = try marker()
        try marker.probe()
        #expect(!marker.exists)
        #expect(ARDrone.leftBehind(bench.system).isEmpty)
        // No file can be made or written in the directory any more.
        try directory.makeDirectory("run/.airborne-192.168.1.9-5556.new")
        #expect(throws: IOError.self) { try marker.probe() }
        try marker.set()
        #expect(directory.read("run/airborne-192.168.1.9-5556") == "5554\n")
        #expect(throws: IOError.self) { try marker.set() }
        try marker.clear()
        #expect(!marker.exists)
    }

    @Test(
        "whatever lies where a marker is to be, nothing ends, and none is taken for a drone that flew",
        arguments: ZooAnimal.allCases)
    func zoo(animal: ZooAnimal) throws {
        try directory.makeDirectory("run")
        let marker = try marker()
        for name in ["airborne-192.168.1.9-5556.new", "airborne-192.168.1.9-5556"] {
            try animal.put("\(directory.path)/run/.\(name)", sound: Array("5554\n".utf8))
        }
        _ = marker.make(.probe)
        let failure = marker.make(.set)
        #expect((failure == nil) == marker.exists)
        #expect(ARDrone.leftBehind(bench.system).count == (failure == nil ? 1 : 0))
        try marker.clear()
        #expect(!marker.exists)
    }

    // MARK: In the driver

    @Test("without a marker nothing takes off, and the status says why; with one it does")
    func noFlightWithout() throws {
        let clock = DispatchScheduler()
        let peer = try LoopbackDrone(FakeDrone())
        // The runtime directory is not there yet.
        let driver = try bench.start(settings(peer), scheduler: clock)
        defer { driver.close() }
        let pilot = bench.connections.sink(ARDrone.pilot)
        func flight() -> FlightState? {
            bench.connections.sample(ARDrone.flight, at: clock.now).good
        }
        func ask(_ command: FlightCommand) {
            pilot.send(command, until: clock.now + .milliseconds(500))
        }
        let obstacle = "its flight marker cannot be written (No such file or directory)"
        #expect(
            eventually {
                ask(.hover); return flight()?.armingFailures == [obstacle]
            })
        let taken = peer.drone.taken.count
        #expect(
            eventually {
                ask(.takeOff); return peer.drone.taken.count > taken + 20
            })
        #expect(!peer.drone.isFlying)
        #expect(bench.log.lines.filter { $0.contains("no take-off without it") }.count == 1)

        try directory.makeDirectory("run")
        #expect(
            eventually {
                ask(.hover); return flight()?.armingFailures == []
            })
        #expect(ARDrone.leftBehind(bench.system).isEmpty)
        #expect(
            eventually {
                ask(.takeOff); return flight()?.phase == .hovering
            })
        #expect(
            directory.read("run/airborne-127.0.0.1-\(peer.commandPort)") == "\(peer.navdataPort)\n")
    }

    // MARK: Without a configuration

    @Test("a drone is landed from its marker alone") func landsFromMarker() throws {
        let peer = try LoopbackDrone(.flying)
        let marker = "run/airborne-127.0.0.1-\(peer.commandPort)"
        try directory.write(marker, "\(peer.navdataPort)\n")
        let left = ARDrone.leftBehind(bench.system)
        #expect(left.map(\.description) == ["the drone at 127.0.0.1"])
        try left.first?.makeSafe(DispatchScheduler())
        #expect(!peer.drone.isFlying)
        #expect(directory.read(marker) == nil)
        #expect(ARDrone.leftBehind(bench.system).isEmpty)
    }

    @Test("a marker tells where the drone is; one without content means the usual port of navdata")
    func content() throws {
        try directory.write("run/airborne-192.168.1.1-5556", "")
        try directory.write("run/airborne-192.168.1.9-6000", "6001\n")
        try directory.write("run/airborne-elsewhere", "1\n")
        try directory.write("run/control.sock", "")
        #expect(
            ARDrone.AirborneMarker.drones(bench.system) == [
                ["address": "192.168.1.1", "command_port": 5556],
                ["address": "192.168.1.9", "command_port": 6000, "navdata_port": 6001],
            ])
    }
}
