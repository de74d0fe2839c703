import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Core
@testable import PetDoor
@testable import Policies

@Suite("Pet door: requests and properties")
struct PetDoorControllerTests {
    @Test("a lock request locks by day, an unlock request unlocks by night")
    func overridesTheRule() throws {
        var bench = try DoorBench()
        bench.step()
        #expect(bench.ask(.lock)?.isAccepted == true)
        #expect(bench.run(for: .seconds(60)).state == .locked)
        #expect(bench.outputs?.reason.code == "asked-locked")
        bench.light = 0.1
        bench.ask(.unlock)
        #expect(bench.run(for: .seconds(60)).state == .unlocked)
        #expect(bench.ask(.auto)?.isAccepted == true)
        #expect(bench.run(for: .seconds(4)).state == .locked)
    }

    @Test("lock and at once unlock ends unlocked")
    func lastWins() throws {
        var bench = try DoorBench()
        bench.step()
        bench.isStuck = true
        bench.ask(.lock)
        #expect(bench.isToldToLock)
        #expect(bench.ask(.unlock)?.isAccepted == true)
        #expect(bench.outputs?.bolt == .move(to: DoorBench.unlocked))
        #expect(bench.run(for: .seconds(30)).state == .unlocked)
    }

    @Test("a request holds for the time set, then the rule takes over again")
    func expires() throws {
        var bench = try DoorBench(["dwell": "0s", "manual_expiry": "60s"])
        bench.step()
        bench.ask(.lock)
        #expect(bench.run(for: .milliseconds(59_500)).state == .locked)
        #expect(bench.run(for: .seconds(5)).state == .unlocked)
    }

    @Test("a person may lock when the sensors are in doubt")
    func personDecidesInDoubt() throws {
        var bench = try DoorBench()
        bench.step()
        bench.light = nil
        bench.ask(.lock)
        #expect(bench.run(for: .seconds(3600)).state == .locked)
    }

    @Test("it is registered, and tells a switch that is not connected from one that is silent")
    func plugin() throws {
        #expect(allPolicies.contains { $0.name == "pet-door" })
        let now = Instant(nanoseconds: 1_000_000_000)
        let bolt = Sink<ServoCommand>()
        let settings = try DoorBench.settings([:])
        let ports = try PortBench<PetDoor>(
            settings,
            [
                "light": Source<LightLevel>(), "temperature": Source<Temperature>(),
                "latch": Source<Contact>(), "bolt": bolt,
            ])
        let inputs = ports.inputs(at: now)
        #expect(inputs.latch != nil && inputs.latch?.value == nil)
        #expect(inputs.flap == nil && inputs.boltState == nil)
        // Nor does its servo answer before a driver has said so, within the last second and a half.
        #expect(inputs.isServoUnheard == true)
        bolt.noteAnswer(at: now)
        for (age, isUnheard) in [(1500, nil), (1501, true)] as [(Int64, Bool?)] {
            let later = ports.inputs(at: now + .milliseconds(age))
            #expect(later.isServoUnheard == isUnheard, "\(age)")
        }
        var controller = PetDoor(settings: settings)
        let idle = controller.step(inputs, by: settings, at: now)
        ports.deliver(idle, until: now)
        #expect(idle.bolt == nil && bolt.last == nil)
        // A command goes to the bolt with its lease.
        let outputs = PetDoor.Outputs(
            bolt: .release, state: .unknown, mode: .open,
            reason: PetDoor.Why(request: .person(.open, left: .zero), bolt: nil), responses: [])
        ports.deliver(outputs, until: now + .seconds(1))
        #expect(bolt.last == Leased(command: .release, expiresAt: now + .seconds(1)))
    }

    @Test("settings that do not fit together are refused")
    func contradictions() {
        for wrong: JSONValue in [
            ["temperature_min": "30°C"], ["light_threshold": "1%"], ["unlocked_angle": "178deg"],
            ["light_threshold": 0.5], ["dwell": 5],
        ] {
            #expect(throws: ConfigurationErrors.self) { try DoorBench.settings(wrong) }
        }
    }

    /// Changes one or the other input, sometimes into nonsense.
    private func disturb(_ bench: inout DoorBench, _ random: inout SeededGenerator) {
        let odd: [Double?] = [.nan, .infinity, -1, 1e300, nil, 0.1, 0.1, 0.9, 0.9, 0.7]
        if random.oneIn(15) { bench.light = odd.randomElement(using: &random) ?? nil }
        if random.oneIn(15) {
            bench.celsius =
                [Double.nan, -.infinity, 1, 15, 15, 40, nil]
                .randomElement(using: &random) ?? nil
        }
        if random.oneIn(25) { bench.isDoubtful.toggle() }
        if random.oneIn(30) { bench.isStuck.toggle() }
        if random.oneIn(30) {
            bench.flap = [true, true, false, nil].randomElement(using: &random) ?? nil
        }
        if random.oneIn(60) {
            bench.latch = [true, false, nil].randomElement(using: &random) ?? nil
        }
    }

    private func areSensorsGood(_ bench: DoorBench) -> Bool {
        guard let light = bench.light, let celsius = bench.celsius, !bench.isDoubtful else {
            return false
        }
        return (0...1).contains(light) && celsius.isFinite
    }

    @Test("no lock begins but by good sensors, a shut flap and a switch that answers")
    func locksOnlyWhenItKnows() throws {
        var begun = 0
        for seed in 0..<20 {
            var random = SeededGenerator(seed: UInt64(seed))
            var bench = try DoorBench([
                "dwell": "0s", "minimum_state_time": "0s", "grace": "1s",
            ])
            bench.hasFlap = true
            for _ in 0..<2000 {
                disturb(&bench, &random)
                let before = bench.state
                let (isGood, flap, latch) = (areSensorsGood(bench), bench.flap, bench.latch)
                guard bench.step().state == .locking, before != .locking else { continue }
                begun += 1
                #expect(isGood && flap == true && latch != nil)
            }
        }
        // A property of something that never happens would say nothing.
        #expect(begun > 20)
    }

    @Test(
        "after unlock it never locks until it is asked to or the request is over", arguments: 0..<10
    )
    func unlockStands(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bench = try DoorBench()
        bench.step()
        bench.ask(.unlock)
        for _ in 0..<2000 {
            disturb(&bench, &random)
            bench.step()
            #expect(!bench.isToldToLock)
        }
    }

    @Test("same inputs, same outputs, and never a NaN among them", arguments: 0..<10)
    func deterministicAndFinite(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bench = try DoorBench()
        let settings = try DoorBench.settings(DoorBench.prompt)
        var twin = PetDoor(settings: settings)
        for _ in 0..<600 {
            disturb(&bench, &random)
            if random.oneIn(50) {
                bench.send([.lock, .unlock, .auto].randomElement(using: &random) ?? .auto)
            }
            bench.move(by: .milliseconds(250))
            let expected = twin.step(bench.inputs, by: settings, at: bench.now)
            let outputs = bench.step(after: .zero)
            #expect(outputs == expected)
            #expect(JSONValue(encoding: outputs) != nil, "\(outputs)")
        }
    }
}
