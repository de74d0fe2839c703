import Core
import JSON
import TestSupport
import Testing
import Values

@testable import PetDoor

/// The rule for light and temperature. The numbers are the predecessor's: 700 of 1023 with a band
/// of 30 around it (so night below 685, day above 715), 2 to 33 °C.
@Suite("Pet door: light and temperature")
struct LockRuleTests {
    /// Where the door ends up with these readings, having been at `before`.
    private func state(
        raw: Double, celsius: Double, before: PetDoor.DoorState
    ) throws -> PetDoor.DoorState? {
        var bench = try DoorBench()
        bench.latch = before == .locked
        bench.light = before == .locked ? 0.1 : 0.95
        bench.settle()
        bench.light = raw / 1023
        bench.celsius = celsius
        bench.run(for: .seconds(4))
        return bench.state
    }

    @Test(
        "day unlocks, night and cold and heat lock",
        arguments: [
            (716.0, 15.0, PetDoor.DoorState.unlocked), (1023, 15, .unlocked),
            (684, 15, .locked), (0, 15, .locked),
            (900, 2, .unlocked), (900, 1.9, .locked), (900, 33, .unlocked), (900, 33.1, .locked),
            (100, 1, .locked),
        ])
    func fromUnlocked(raw: Double, celsius: Double, expected: PetDoor.DoorState) throws {
        #expect(try state(raw: raw, celsius: celsius, before: .unlocked) == expected)
    }

    @Test(
        "within the band around the threshold nothing changes",
        arguments: [686.0, 700, 714], [PetDoor.DoorState.locked, .unlocked])
    func band(raw: Double, before: PetDoor.DoorState) throws {
        #expect(try state(raw: raw, celsius: 15, before: before) == before)
    }

    @Test("a temperature outside the limits must come back inside by 2 K before it unlocks")
    func temperatureHysteresis() throws {
        var bench = try DoorBench()
        bench.step()
        for (celsius, expected) in [
            (1.5, PetDoor.DoorState.locked), (3.9, .locked), (4, .unlocked), (2, .unlocked),
            (33.5, .locked), (31.1, .locked), (31, .unlocked),
        ] {
            bench.celsius = celsius
            bench.settle()
            #expect(bench.state == expected, "at \(celsius) °C")
        }
    }

    @Test("a change waits for the dwell time without a break: headlights do not unlock")
    func dwell() throws {
        var bench = try DoorBench(["dwell": "5min", "minimum_state_time": "0s"])
        bench.latch = true
        bench.light = 0.2
        bench.step()
        bench.light = 0.9
        bench.run(for: .seconds(290))
        #expect(bench.outputs?.reason.code == "waiting-day")
        bench.light = 0.2
        bench.step()
        bench.light = 0.9
        #expect(bench.run(for: .seconds(295)).state == .locked)
        #expect(bench.run(for: .seconds(9)).state == .unlocked)
    }

    @Test("the rule leaves the bolt alone for the minimum time after a change")
    func minimumStateTime() throws {
        var bench = try DoorBench(["dwell": "0s", "minimum_state_time": "10min"])
        bench.step()
        bench.light = 0.2
        #expect(bench.run(for: .seconds(4)).state == .locked)
        bench.light = 0.9
        #expect(bench.run(for: .seconds(590)).state == .locked)
        #expect(bench.run(for: .seconds(12)).state == .unlocked)
    }

    @Test(
        "a sensor in doubt never locks",
        arguments: ["no light", "no temperature", "doubtful", "old", "NaN light", "hot NaN", "2.0"])
    func doubtNeverLocks(flaw: String) throws {
        var bench = try DoorBench()
        bench.settle()
        bench.light = 0.1
        spoil(&bench, flaw)
        for _ in 0..<8000 where bench.step().state != .unlocked {
            Issue.record("it became \(String(describing: bench.state))")
        }
        #expect(bench.outputs?.reason.code == "doubt-unlocked")
    }

    @Test(
        "a sensor in doubt keeps a lock for the grace time, then unlocks",
        arguments: ["no light", "no temperature", "doubtful", "old", "NaN light", "hot NaN", "2.0"])
    func doubtUnlocks(flaw: String) throws {
        var bench = try DoorBench()
        bench.lockByNight()
        #expect(bench.state == .locked)
        spoil(&bench, flaw)
        #expect(bench.run(for: .seconds(898)).state == .locked)
        #expect(bench.outputs?.reason.code == "doubt-locked")
        #expect(bench.run(for: .seconds(7)).state == .unlocked)
        #expect(bench.outputs?.bolt == .move(to: DoorBench.unlocked))
    }

    private func spoil(_ bench: inout DoorBench, _ flaw: String) {
        switch flaw {
        case "no light": bench.light = nil
        case "no temperature": bench.celsius = nil
        case "doubtful": bench.isDoubtful = true
        case "old": bench.sensorAge = .seconds(301)
        case "NaN light": bench.light = .nan
        case "hot NaN": bench.celsius = .nan
        default: bench.light = 2
        }
    }

    @Test("the grace time does not begin again with each good moment, and a lock takes good time")
    func doubtEnds() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        bench.celsius = nil
        #expect(bench.run(for: .seconds(600)).state == .locked)
        bench.celsius = 15
        bench.step()
        bench.celsius = nil
        #expect(bench.run(for: .seconds(290)).state == .locked)
        #expect(bench.run(for: .seconds(15)).state == .unlocked)
        // Doubtful for 900 s and more, good for as long before it counts again.
        bench.celsius = 15
        #expect(bench.run(for: .seconds(890)).state == .unlocked)
        #expect(bench.run(for: .seconds(20)).state == .locked)
    }

    @Test("a doubt starts the dwell time again")
    func doubtRestartsDwell() throws {
        var bench = try DoorBench(["dwell": "5min"])
        bench.light = 0.1
        bench.run(for: .seconds(200))
        bench.celsius = nil
        bench.run(for: .seconds(10))
        bench.celsius = 15
        #expect(bench.run(for: .seconds(295)).state == .unlocked)
        #expect(bench.run(for: .seconds(10)).state == .locked)
    }

    @Test("a bolt on its way out comes back when a sensor fails")
    func doubtWhileLocking() throws {
        var bench = try DoorBench()
        bench.isStuck = true
        bench.light = 0.1
        bench.step()
        #expect(bench.step().state == .locking)
        bench.light = nil
        #expect(bench.step().bolt == .move(to: DoorBench.unlocked))
        #expect(bench.run(for: .seconds(4)).state == .unlocked)
    }

    @Test("a day: locked at dusk once, unlocked at dawn once, in spite of noise and clouds")
    func simulatedDay() throws {
        var random = SeededGenerator(seed: 7)
        var bench = try DoorBench(["max_locked": "12h"])
        var changes: [(hour: Double, state: PetDoor.DoorState)] = []
        var last: PetDoor.DoorState?
        bench.light = 0.95
        for minute in stride(from: 12.0 * 60, to: 36 * 60, by: 0.25) {
            let hour = minute / 60
            // Dusk from 19:00 to 20:00, dawn from 30:00 (06:00) to 31:00; a cloud every hour.
            let sun = min(1, max(0, max(20 - hour, hour - 30)))
            let cloud = minute.truncatingRemainder(dividingBy: 60) < 3 ? 0.5 : 1
            bench.light = min(1, max(0, sun * cloud + .random(in: -0.02...0.02, using: &random)))
            bench.celsius = 12 + 6 * sun + .random(in: -0.3...0.3, using: &random)
            let state = bench.step(after: .seconds(15)).state
            if state != last, state == .locked || state == .unlocked {
                changes.append((hour, state))
                last = state
            }
        }
        #expect(changes.map(\.state) == [.unlocked, .locked, .unlocked])
        #expect(changes.count == 3 && (19...20).contains(changes[1].hour))
        #expect(changes.count == 3 && (30...31.2).contains(changes[2].hour))
    }
}
