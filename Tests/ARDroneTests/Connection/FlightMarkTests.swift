import Core
import Devices
import Glibc
import LinuxIO
import TestSupport
import TestTraits
import Testing

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

    @Test("what fails is told once, tried again every second, and told when it is over")
    func retries() {
        var mark = ARDrone.FlightMark(isSet: false, at: .zero)
        #expect(mark.changeBefore(takeOff: false, at: .zero) == .probe)
        #expect(mark.record(.probe, full, at: .zero) == .unwritable(full))
        #expect(mark.obstacle?.contains("No space left on device") == true)
        #expect(mark.changeBefore(takeOff: false, at: .zero + .milliseconds(999)) == nil)
        let later = Instant.zero + .seconds(1)
        #expect(mark.changeBefore(takeOff: false, at: later) == .probe)
        #expect(mark.record(.probe, full, at: later) == nil)
        #expect(mark.record(.probe, nil, at: later + .seconds(1)) == .recovered)
        #expect(mark.obstacle == nil)
        #expect(mark.changeBefore(takeOff: false, at: later + .seconds(9)) == nil)
    }

    @Test("a flight that is under way without a marker goes on, and gets one when that is possible")
    func adopted() {
        var mark = ARDrone.FlightMark(isSet: false, at: .zero)
        #expect(mark.change(mayFly: true, at: .zero) == .set)
        #expect(mark.record(.set, full, at: .zero) == .unwritable(full))
        #expect(mark.change(mayFly: true, at: .zero + .milliseconds(500)) == nil)
        #expect(mark.change(mayFly: true, at: .zero + .seconds(1)) == .set)
        #expect(mark.record(.set, nil, at: .zero + .seconds(1)) == .recovered)
        #expect(mark.isSet)
    }

    @Test("a marker that cannot be removed forbids nothing: it errs on the safe side")
    func stuck() {
        var mark = ARDrone.FlightMark(isSet: true, at: .zero)
        #expect(mark.change(mayFly: false, at: .zero) == .clear)
        #expect(mark.record(.clear, full, at: .zero) == .stuck(full))
        #expect(mark.isSet)
        #expect(mark.obstacle == nil)
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
        #expect(try directoryNames("\(directory.path)/run") == [])
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
