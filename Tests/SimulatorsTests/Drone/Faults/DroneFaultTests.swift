import LinuxIO
import Testing
import Values

@testable import Simulators

/// What the faults do to a flight.
struct DroneFaultTests {
    /// A drone in the air with a client whose numbers go on counting, whatever happens.
    private struct Flight {
        let client: IPv4Endpoint
        var drone: RadioLink
        var now = Instant(nanoseconds: 5_000_000_000)
        var sequence = 0
        var received: [Packet] = []

        init(_ change: (inout SimulatedDrone.Options) -> Void = { _ in }) throws {
            var options = SimulatedDrone.Options(start: try #require(DroneModelBench.start))
            change(&options)
            client = try #require(IPv4Endpoint("127.0.0.1", port: 40000))
            drone = RadioLink(options, at: now)
            wake()
            send("AT*CONFIG=#,\"general:navdata_demo\",\"FALSE\"\r")
            send("AT*CTRL=#,5,0\r")
        }

        mutating func wake() {
            drone.receive(
                LossyLink.Datagram(port: .navdata, peer: client, bytes: [1, 0, 0, 0]), at: now)
        }

        mutating func send(_ text: String) {
            sequence += 1
            let bytes = Array(text.replacing("#", with: "\(sequence)").utf8)
            drone.receive(LossyLink.Datagram(port: .commands, peer: client, bytes: bytes), at: now)
        }

        /// Sends take-off and hover every 30 ms.
        mutating func fly(for duration: Duration) {
            received = []
            let end = now + duration
            var nextCommand = now
            while now < end {
                if now >= nextCommand {
                    send("AT*REF=#,290718208\r")
                    send("AT*PCMD=#,0,0,0,0,0\r")
                    nextCommand = nextCommand + .milliseconds(30)
                }
                now = now + .milliseconds(5)
                for datagram in drone.takeDepartures(at: now) where datagram.peer == client {
                    received.append(Packet(datagram.bytes))
                }
            }
        }

        mutating func apply(_ line: String) throws {
            let command = try #require(try FaultCommand.parse(line))
            drone.apply(command, at: now)
        }

        func state(_ bit: UInt32) -> Bool { drone.model.report.state.rawValue & 1 << bit != 0 }
        var truth: DroneGroundTruth { drone.model.truth }
    }

    @Test("all packets arrive until something is wrong, and half of them at loss 50% down")
    func loss() throws {
        var flight = try Flight()
        flight.fly(for: .seconds(5))
        #expect((998...1001).contains(flight.received.count))
        try flight.apply("loss 50% down")
        flight.fly(for: .seconds(5))
        #expect((430...570).contains(flight.received.count))
        #expect(!flight.state(13))
        // All commands lost, and no packet: the drone gives up on its controller.
        try flight.apply("loss 0% down")
        try flight.apply("loss 100% up")
        flight.fly(for: .seconds(3))
        #expect(flight.received.count > 590)
        #expect(flight.state(13) && flight.state(30))
    }

    @Test("an outage passes by itself")
    func outage() throws {
        var flight = try Flight()
        flight.fly(for: .seconds(5))
        try flight.apply("outage 3s")
        flight.fly(for: .milliseconds(2900))
        #expect(flight.received.isEmpty)
        #expect(flight.state(13))
        flight.fly(for: .milliseconds(500))
        #expect(!flight.received.isEmpty)
        #expect(!flight.state(13))
    }

    @Test("delayed commands arrive late")
    func delay() throws {
        var flight = try Flight()
        try flight.apply("delay 500ms up")
        flight.fly(for: .milliseconds(490))
        #expect(flight.truth.motors == .off)
        flight.fly(for: .milliseconds(100))
        #expect(flight.truth.motors == .idle)
    }

    @Test("corrupt packets have the wrong checksum")
    func corruption() throws {
        var flight = try Flight()
        try flight.apply("corrupt 50% down")
        flight.fly(for: .seconds(1))
        let broken = flight.received.filter { packet in
            let sum = packet.bytes.dropLast(8).reduce(UInt32(0)) { $0 &+ UInt32($1) }
            return sum != packet.u32(packet.bytes.count - 4)
        }
        #expect((70...130).contains(broken.count))
    }

    @Test("a second controller takes the counter and the navigation data, and lands the drone")
    func hijack() throws {
        var flight = try Flight()
        flight.fly(for: .seconds(5))
        #expect(flight.truth.phase == .hovering)
        try flight.apply("hijack 2s")
        flight.fly(for: .milliseconds(300))
        #expect(flight.received.isEmpty, "they go to the rival now")
        flight.fly(for: .seconds(3))
        // The rightful numbers are higher, so that its commands count again in between.
        flight.wake()
        flight.fly(for: .seconds(6))
        #expect(flight.truth.phase == .hovering)
        #expect(!flight.received.isEmpty)
    }

    @Test("a second controller makes itself felt")
    func rivalLands() throws {
        var flight = try Flight()
        flight.fly(for: .seconds(5))
        try flight.apply("hijack 10s")
        // The rightful controller is silent for a moment.
        for _ in 0..<400 {
            flight.now = flight.now + .milliseconds(5)
            flight.drone.step(to: flight.now)
        }
        #expect([.landing, .landed].contains(flight.truth.phase))
    }

    @Test("a blocked propeller is a cut-out and an emergency, until the emergency is ended")
    func cutOut() throws {
        var flight = try Flight()
        try flight.apply("cutout")
        #expect(!flight.state(22), "they stand still")
        flight.fly(for: .seconds(5))
        try flight.apply("cutout")
        #expect(flight.state(22) && flight.state(31) && !flight.state(0) && !flight.state(16))
        #expect(flight.truth.motors == .cut)
        flight.fly(for: .seconds(2))
        #expect(flight.truth.altitudeMetres == 0)
        #expect(flight.state(22) && flight.state(31))
        flight.send("AT*REF=#,290717952\r")
        #expect(!flight.state(22) && !flight.state(31))
    }

    @Test("an emergency that was asked for has bit 16 and no cut-out")
    func userEmergency() throws {
        var flight = try Flight()
        flight.send("AT*REF=#,290717952\r")
        #expect(flight.state(16) && flight.state(31) && !flight.state(22))
    }

    @Test("the battery holds what it is told to hold, until all is clear")
    func battery() throws {
        var flight = try Flight()
        try flight.apply("battery 12%")
        flight.now = flight.now + .milliseconds(5)
        flight.fly(for: .seconds(5))
        #expect(flight.state(15))
        #expect(flight.truth.batteryPercent == 12)
        #expect(flight.truth.altitudeMetres == 0, "take-off is refused")
    }

    @Test("a stuck receiver repeats its place with new times")
    func stuck() throws {
        var flight = try Flight()
        flight.fly(for: .seconds(1))
        try flight.apply("gps stuck")
        let first = try #require(flight.drone.model.receiver.reading)
        flight.fly(for: .seconds(2))
        let second = try #require(flight.drone.model.receiver.reading)
        #expect(first.position == second.position)
        #expect(second.takenAt - first.takenAt >= .milliseconds(1800))
    }

    /// How far the satellites have it from where it is, in metres.
    private func error(_ flight: Flight) throws -> Double {
        try #require(flight.drone.model.receiver.reading).position
            .distanceMetres(to: flight.truth.position)
    }

    @Test("a jump comes at once, goes after two seconds, and can be had again")
    func jump() throws {
        var flight = try Flight()
        for _ in 0..<2 {
            try flight.apply("gps jump 40m")
            flight.fly(for: .milliseconds(400))
            #expect(try (32...48).contains(error(flight)))
            flight.fly(for: .seconds(2))
            #expect(try error(flight) < 8)
        }
    }

    @Test("a wrong place creeps up, too slowly to be seen as a jump")
    func wrong() throws {
        var flight = try Flight()
        try flight.apply("gps wrong 25m")
        flight.fly(for: .seconds(1))
        #expect(try error(flight) < 8)
        flight.fly(for: .seconds(60))
        #expect(try (17...33).contains(error(flight)))
        try flight.apply("gps on")
        flight.fly(for: .seconds(1))
        #expect(try error(flight) < 8)
    }

    @Test("iron turns the compass and the demo's heading with it, and clear takes it away")
    func magnetism() throws {
        var flight = try Flight()
        try flight.apply("magnetic 200mG 90deg")
        #expect(abs(flight.drone.model.report.heading.wrapped.degrees + 45) < 0.1)
        #expect(flight.truth.heading.degrees == 0)
        try flight.apply("clear")
        #expect(abs(flight.drone.model.report.heading.wrapped.degrees) < 0.1)
    }

    @Test("clear takes everything back but the weather that it began with")
    func clear() throws {
        let breeze = Wind(speedMetresPerSecond: 2)
        var flight = try Flight { $0.wind = breeze }
        for line in [
            "loss 10%", "delay 1s", "outage", "battery 5%", "gps off", "wind 9m/s", "hijack",
        ] {
            try flight.apply(line)
        }
        try flight.apply("clear")
        var clean = DroneFaults()
        clean.wind = breeze
        #expect(flight.drone.faults == clean)
        // The rival has gone, but the data went to it last.
        flight.wake()
        flight.fly(for: .seconds(1))
        #expect(flight.received.count > 190)
    }

    @Test("strong wind sets bit 20 in the air")
    func wind() throws {
        var flight = try Flight()
        try flight.apply("wind 12m/s")
        flight.fly(for: .milliseconds(50))
        #expect(flight.state(20))
    }
}
