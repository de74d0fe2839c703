import Core
import Glibc
import JSON
import LinuxIO
import Simulators
import TestSupport
import Testing
import Values

extension WorldTests {
    /// The policy looks every 400 ms, so that all of this comes within one of its ticks.
    @Test("a landing in the middle of a hundred other requests of the same tick is done: it lands")
    func landingIsNotDisplaced() throws {
        let address = try LoopbackAddress.claim()
        let drone = try simulatedDrone(at: address)
        defer { drone.stop() }
        let home = try TestInstallation(
            configuration: flights(["drone": address], every: "400ms"))
        let roost = try home.start()
        try home.waitForStatus("has the drone ready") { $0.linkState == "ready" }
        try takeOff("drone-pilot", home)
        #expect(eventually(within: .seconds(20)) { drone.truth.isAirborne })

        // The server serves them in this order, each as long as it has something to say.
        let others = try Client(of: home)
        let lander = try Client(of: home)
        let stragglers = try Client(of: home)
        // More than the queue holds (32), before the landing and behind it.
        try others.stream(50)
        try lander.send("land")
        try stragglers.stream(50)
        #expect(try lander.response()["ok"] == true)
        #expect(
            try eventually(within: .seconds(30)) {
                try others.stream(2)
                return drone.truth.phase == .landed
            })
        // Nothing of what is asked for on and on lifts it again.
        #expect(
            try !eventually(within: .seconds(2)) {
                try others.stream(2)
                return drone.truth.phase != .landed
            })
        #expect(others.refusedCount > 0)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }

    @Test("with two pilots a take-off without a name lifts neither, and both are named")
    func twoPilots() throws {
        let addresses = try ["left": LoopbackAddress.claim(), "right": LoopbackAddress.claim()]
        let drones = try addresses.mapValues(simulatedDrone)
        defer { for drone in drones.values { drone.stop() } }
        let home = try TestInstallation(configuration: flights(addresses, every: "50ms"))
        let roost = try home.start()
        try home.waitForStatus("has both drones ready") { status in
            addresses.keys.allSatisfy { status.linkState(of: $0) == "ready" }
        }
        let takeOff = try home.run("send", "takeoff")
        #expect(takeOff.end != .exited(0))
        #expect(takeOff.errors.contains("left-pilot"), "\(takeOff.errors)")
        #expect(takeOff.errors.contains("right-pilot"), "\(takeOff.errors)")
        #expect(
            !eventually(within: .seconds(2)) {
                drones.values.contains { $0.truth.phase != .landed }
            })

        try self.takeOff("left-pilot", home)
        #expect(eventually(within: .seconds(20)) { drones["left"]?.truth.isAirborne == true })
        #expect(drones["right"]?.truth.phase == .landed)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
        #expect(drones["left"]?.truth.phase == .landed)
    }

    // MARK: What they fly

    private func simulatedDrone(at address: String) throws -> SimulatedDrone {
        var options = SimulatedDrone.Options(start: DemoWorld.start)
        options.address = address
        return try SimulatedDrone(options, scheduler: DispatchScheduler())
    }

    /// For each drone a pilot that waits to be asked: "left" has "left-pilot".
    private func flights(_ addresses: [String: String], every period: JSONValue) -> String {
        let drivers = addresses.mapValues { address -> JSONValue in
            ["driver": "ardrone", "address": .string(address)]
        }
        let pilots = addresses.keys.map { drone -> (String, JSONValue) in
            let name = JSONValue.string(drone)
            return (
                "\(drone)-pilot",
                [
                    "policy": "drone-navigation", "every": period, "start": "on-command",
                    "targets": [], "receiver_rides_on_aircraft": true,
                    "inputs": ["flight": name, "heading": name, "position": name],
                    "outputs": ["pilot": name],
                ]
            )
        }
        let configuration: JSONValue = [
            "drivers": .object(drivers),
            "policies": .object(Dictionary(uniqueKeysWithValues: pilots)),
        ]
        return configuration.line
    }

    private func takeOff(_ pilot: String, _ home: TestInstallation) throws {
        _ = try home.waitForStatus("may take off") { _ in
            (try? home.run("send", pilot, "takeoff").end) == .exited(0)
        }
    }
}

/// A client of the control socket that does not wait for each response.
private final class Client {
    /// So many of its requests may be without a response; then it waits. That is more than the server takes of one
    /// connection before it has answered, so that some always wait in the kernel, and less than fits there.
    private static let maxUnanswered = 100

    private let socket: StreamSocket
    private var lines = LineBuffer(limit: 65536)
    private var responses: [JSONValue] = []
    private var count = 0
    private var answeredCount = 0
    /// How many of its requests were refused, as far as it has read.
    private(set) var refusedCount = 0

    init(of home: TestInstallation) throws {
        socket = try StreamSocket(connectingTo: home.socket)
    }

    /// Asks by turns to hover and for a target, unless too many of its requests are without a response.
    func stream(_ requests: Int) throws {
        for _ in 0..<requests where count - answeredCount < Self.maxUnanswered {
            count += 1
            if count % 2 == 0 {
                try send("hover")
            } else {
                try send(
                    "target", #", "arguments": {"latitude": 52.4731, "longitude": 13.403}"#)
            }
        }
        while let response = try next() {
            answeredCount += 1
            if response["ok"] == false { refusedCount += 1 }
        }
    }

    func send(_ name: String, _ more: String = "") throws {
        let line = Array("{\"request\": \"send\", \"name\": \"\(name)\"\(more)}\n".utf8)
        guard try socket.write(line[...]) == line.count else {
            throw TestSupportError("roost does not read its control socket")
        }
    }

    private func next() throws -> JSONValue? {
        while let bytes = try socket.read(atMost: 65536), !bytes.isEmpty {
            for case .line(let line) in lines.append(bytes) {
                responses.append(try JSONValue(parsing: line))
            }
        }
        return responses.isEmpty ? nil : responses.removeFirst()
    }

    /// Waits for the next response.
    func response() throws -> JSONValue {
        var response: JSONValue?
        let isThere = try eventually {
            response = try next()
            return response != nil
        }
        guard isThere, let response else { throw TestSupportError("no response") }
        return response
    }
}
