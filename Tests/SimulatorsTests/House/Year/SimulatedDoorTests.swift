import Testing
import Values

@testable import Simulators

/// A bolt and a flap.
struct SimulatedDoorTests {
    private func bolt() -> SimulatedBolt {
        SimulatedBolt(unlocked: .degrees(65), locked: .degrees(180), seed: 1)
    }

    @Test("a bolt takes its time, and stays where it is without pulses")
    func travel() {
        var bolt = bolt()
        #expect(bolt.isBack)
        bolt.advance(by: .milliseconds(300), towards: .degrees(180))
        #expect(abs(bolt.position - 0.5) < 0.01)
        #expect(!bolt.isBack)
        bolt.advance(by: .seconds(10), towards: nil)
        #expect(abs(bolt.position - 0.5) < 0.01)
        bolt.advance(by: .milliseconds(400), towards: .degrees(180))
        #expect(bolt.position == 1)
    }

    @Test("one contact tells one place from all others, by how its magnet is mounted")
    func reeds() {
        for (reed, half) in [(LatchReed.opensWhenBack, true), (.opensAtOnce, false)] {
            var bolt = SimulatedBolt(
                unlocked: .degrees(65), locked: .degrees(180), reed: reed, seed: 1)
            #expect(!bolt.isSaidOut)
            bolt.advance(by: .milliseconds(300), towards: .degrees(180))
            #expect(bolt.isSaidOut == half && !bolt.isBack)
            bolt.advance(by: .seconds(1), towards: .degrees(180))
            #expect(bolt.isSaidOut)
        }
    }

    @Test("ice half-way stops the bolt from either side, and holds it on neither")
    func halfWay() {
        var bolt = bolt()
        bolt.heldAt = 0.4
        // It must not slip through, however often it is pushed.
        for _ in 0..<100 { bolt.advance(by: .milliseconds(20), towards: .degrees(180)) }
        #expect(abs(bolt.position - 0.4) < 1e-6 && bolt.isHeld)
        bolt.advance(by: .seconds(1), towards: .degrees(65))
        #expect(bolt.isBack)
        bolt.heldAt = nil
        bolt.advance(by: .seconds(1), towards: .degrees(180))
        bolt.heldAt = 0.4
        bolt.advance(by: .seconds(1), towards: .degrees(65))
        #expect(abs(bolt.position - 0.4) < 1e-6)
        bolt.advance(by: .seconds(1), towards: .degrees(65))
        #expect(abs(bolt.position - 0.4) < 1e-6)
        bolt.moveByHand(isOut: false)
        #expect(bolt.isBack && bolt.heldAt == 0.4)
    }

    @Test("a wet bolt freezes where it is, and thaws; a dry one does not")
    func frost() {
        var bolt = bolt()
        bolt.advance(by: .seconds(1), towards: .degrees(180))
        bolt.feel(celsius: -3, isWet: false)
        #expect(!bolt.isHeld)
        bolt.feel(celsius: -3, isWet: true)
        bolt.advance(by: .seconds(1), towards: .degrees(65))
        #expect(bolt.position == 1 && bolt.isHeld)
        bolt.feel(celsius: 0.5, isWet: false)
        #expect(bolt.isHeld)
        bolt.feel(celsius: 1.5, isWet: false)
        bolt.advance(by: .seconds(1), towards: .degrees(65))
        #expect(bolt.isBack)
    }

    @Test("ice that is not renewed is gone after a day of frost")
    func ice() {
        var bolt = bolt()
        bolt.feel(celsius: -3, isWet: true)
        for _ in 0..<1440 { bolt.feel(celsius: -3, isWet: false) }
        #expect(bolt.isFrozen)
        bolt.feel(celsius: -3, isWet: false)
        #expect(!bolt.isFrozen)
    }

    @Test("paws wet the bolt some forty times a year, for six hours at a time")
    func wetPaws() {
        var paws = WetPaws(seed: 3)
        let minutes = 4 * 365 * 1440
        let wet = (0..<minutes).count { paws.haveWetted(at: $0 * 60) }
        // 40 of 6 h in 8760 h; some of them meet.
        #expect((0.018...0.034).contains(Double(wet) / Double(minutes)), "\(wet)")
    }

    @Test("a flap that opened and shut between two looks has changed twice")
    func contact() {
        var flap = SimulatedFlap()
        #expect(flap.contact(at: 9) == (true, 0, 0))
        flap.open(at: 10.2, for: 0.5)
        #expect(flap.contact(at: 10) == (true, 0, 0))
        #expect(flap.contact(at: 10.5).isShut == false)
        #expect(flap.contact(at: 10.5).changes == 1)
        #expect(flap.contact(at: 11) == (true, 2, 10.7))
        // The driver takes so short a rattle for a bounce.
        flap.open(at: 20, for: 0.01)
        #expect(flap.contact(at: 21).changes == 2)
    }

    @Test("the year of a house is the same for the same seed, and another for another")
    func repeats() {
        func readings(_ seed: UInt64) -> [Double] {
            var world = HouseWorld(
                cats: [.measured], unlocked: .degrees(65), locked: .degrees(180), seed: seed)
            return (0..<600).map { _ in
                world.advance()
                return world.lightRatio
            }
        }
        #expect(readings(1) == readings(1))
        #expect(readings(1) != readings(2))
    }

    @Test("a cat that is refused waits, is seen to wait, and gets in when the bolt is back")
    func refusal() {
        var world = HouseWorld(
            cats: [.measured], unlocked: .degrees(65), locked: .degrees(180), seed: 3)
        var refused = 0
        while refused == 0, world.second < 5 * 86400 {
            world.advance()
            if world.cats[0].isInside == false { world.bolt.moveByHand(isOut: true) }
            refused += world.visits.count { $0.what == .refused && $0.direction == .inward }
        }
        #expect(refused == 1 && world.cats[0].waitsSince != nil)
        world.bolt.moveByHand(isOut: false)
        while !world.cats[0].isInside, world.second < 6 * 86400 { world.advance() }
        #expect(world.cats[0].isInside)
    }
}
