import Testing
import Values

@testable import Simulators

/// A flight without a wire: delays, losses and errors of the instruments.
struct FlightWorldTests {
    private static let takeOff = FlightControls(isUp: true)

    /// A world that was flown for some seconds with the same controls, 33 times a second.
    private func flown(
        _ controls: FlightControls = takeOff, for seconds: Double, seed: UInt64 = 1,
        _ change: (inout FlightConditions) -> Void = { _ in }
    ) -> FlightWorld {
        var conditions = FlightConditions(start: .origin)
        change(&conditions)
        var world = FlightWorld(conditions, seed: seed, at: .zero)
        fly(&world, controls, for: seconds)
        return world
    }

    @discardableResult
    private func fly(
        _ world: inout FlightWorld, _ controls: FlightControls, for seconds: Double
    ) -> [FlightTelemetry] {
        var heard: [FlightTelemetry] = []
        for step in 0..<Int(seconds / 0.005) {
            if step % 6 == 0 { world.send(controls) }
            if let telemetry = world.step() { heard.append(telemetry) }
        }
        return heard
    }

    @Test("it takes off when it is told to, and lands when it is told to")
    func takesOff() {
        var world = flown(for: 8)
        #expect(world.phase == .hovering && world.altitudeMetres > 0.7)
        fly(&world, FlightControls(isUp: false), for: 8)
        #expect(world.phase == .landed && !world.isMotorOn)
    }

    @Test("no wind moves a drone that stands")
    func stands() {
        let world = flown(FlightControls(isUp: false), for: 60) {
            $0.wind = Wind(speedMetresPerSecond: 10, gustMetresPerSecond: 5)
        }
        #expect(world.place == .zero)
    }

    @Test("a command counts after its delay, not before")
    func delay() {
        let late: (inout FlightConditions) -> Void = { $0.commandDelay = .milliseconds(200) }
        #expect(!flown(for: 0.19, late).isMotorOn)
        #expect(flown(for: 0.21, late).isMotorOn)
    }

    @Test("what it says is as old as the way of the navigation data")
    func navdataDelay() throws {
        var world = flown(for: 1) { $0.navdataDelay = .milliseconds(40) }
        let heard = fly(&world, Self.takeOff, for: 1)
        #expect((15...16).contains(heard.count))
        let last = try #require(heard.last)
        #expect(world.now - last.takenAt >= .milliseconds(40))
    }

    @Test("a fix is as old as the receiver's latency, and says when it was taken")
    func latency() throws {
        var world = flown(for: 2) { $0.receiver.latency = .milliseconds(300) }
        let last = try #require(fly(&world, Self.takeOff, for: 1).last)
        let age = last.takenAt - last.fixTakenAt
        #expect(age >= .milliseconds(300) && age < .milliseconds(510))
    }

    @Test("an outage for two seconds makes it hover, whatever was asked last")
    func outage() {
        var world = flown(for: 6)
        let forward = FlightControls(isUp: true, motion: StickPosition(forward: 1))
        fly(&world, forward, for: 3)
        world.apply(.outage(.seconds(10)))
        #expect(fly(&world, forward, for: 0.1).count <= 1)
        fly(&world, forward, for: 5)
        #expect(world.phase == .hovering && world.speedMetresPerSecond < 1)
        fly(&world, forward, for: 8)
        #expect(world.phase == .flying)
    }

    @Test("a gust front comes and goes as 1 - cos")
    func gust() {
        let front = GustFront(
            metresPerSecond: 3, towards: .degrees(90), beganAt: .zero, lasting: .seconds(4))
        #expect(front.velocity(at: .zero) == .zero)
        #expect(abs(front.velocity(at: Instant.zero + .seconds(2)).east - 3) < 1e-9)
        #expect(abs(front.velocity(at: Instant.zero + .seconds(1)).east - 1.5) < 1e-9)
        #expect(front.velocity(at: Instant.zero + .seconds(5)) == .zero)
    }

    @Test("a sagging battery shows less while it climbs, and more again afterwards")
    func sag() throws {
        var world = flown(for: 1.5) { $0.sagPercent = 10 }
        let climbing = try #require(fly(&world, Self.takeOff, for: 1).last)
        #expect(Double(climbing.state.batteryPercent) < world.batteryPercent - 1)
        let hovering = try #require(fly(&world, Self.takeOff, for: 5).last)
        #expect(Double(hovering.state.batteryPercent) > world.batteryPercent - 1.5)
    }

    @Test("the same seed is the same flight, another is another")
    func deterministic() {
        func place(_ seed: UInt64) -> Double {
            flown(for: 20, seed: seed) {
                $0.wind = Wind(speedMetresPerSecond: 3, gustMetresPerSecond: 2)
                $0.loss = 0.05
            }.place.east
        }
        #expect(place(3) == place(3))
        #expect(place(3) != place(4))
    }
}
