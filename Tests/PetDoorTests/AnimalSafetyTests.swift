import Core
import JSON
import Testing
import Values

@testable import PetDoor

/// What would hurt an animal: each is a way in which the door stayed shut, or closed on somebody.
@Suite("Pet door: an animal that is outside, or in the flap")
struct AnimalSafetyTests {
    @Test("by day a thermometer that fails for a moment every four minutes does not keep it locked")
    func flickeringSensor() throws {
        var bench = try DoorBench([:])
        bench.light = 0.2
        bench.run(for: .seconds(304))
        try #require(bench.state == .locked)
        bench.run(for: .seconds(600))
        bench.light = 0.9
        // The dwell of 5 min, which no doubt begins again.
        for _ in 0..<2 {
            bench.run(for: .seconds(240))
            bench.celsius = nil
            bench.step()
            bench.celsius = 15
        }
        #expect(bench.run(for: .seconds(1)).state == .unlocked)
    }

    @Test("a thermometer that answers for a moment every five minutes does not keep it locked")
    func rarelyGoodSensor() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        var hasUnlocked = false
        for _ in 0..<12 {
            bench.celsius = nil
            bench.run(for: .seconds(300))
            hasUnlocked = hasUnlocked || bench.state == .unlocked
            bench.celsius = 15
            bench.step()
        }
        #expect(hasUnlocked)
    }

    @Test("a latch switch that answers for a moment every five minutes does not keep it locked")
    func rarelyGoodSwitch() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        for _ in 0..<4 where bench.state == .locked {
            bench.latch = nil
            bench.run(for: .seconds(300))
            if bench.state == .locked {
                bench.latch = true
                bench.step()
            }
        }
        #expect(!bench.isToldToLock)
        #expect(bench.outputs?.reason.code.contains("latch-lost") == true || bench.state == .jammed)
    }

    @Test("a light sensor that is covered by snow opens the door after max_locked, until it is day")
    func lockedTooLong() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        #expect(bench.run(for: .seconds(35_990)).state == .locked)
        #expect(bench.run(for: .seconds(25)).state == .unlocked)
        #expect(bench.outputs?.reason.code == "locked-too-long")
        #expect(bench.run(for: .seconds(36_000)).state == .unlocked)
        bench.light = 0.9
        bench.run(for: .seconds(1))
        bench.light = 0.1
        #expect(bench.run(for: .seconds(4)).state == .locked)
    }

    @Test("a flash of light in the night is no day: what was opened for an animal stays open")
    func flashIsNoDay() throws {
        var bench = try DoorBench(["max_locked": "1h"])
        bench.light = 0.2
        bench.run(for: .seconds(4000))
        try #require(bench.outputs?.reason.code == "locked-too-long")
        bench.light = 0.9
        bench.run(for: .seconds(60))
        bench.light = 0.2
        for _ in 0..<2400 {
            bench.step()
            #expect(!bench.isToldToLock)
        }
    }

    /// A machine can repeat a request for ever, and whoever asks may not know for how long it is locked already.
    @Test(
        "a request while the bolt is out does not begin max_locked anew; one to the open door does",
        arguments: [PetDoor.Request.lock, .auto])
    func lockedTooLongByHand(again: PetDoor.Request) throws {
        var bench = try DoorBench(["dwell": "0s", "manual_expiry": "24h"])
        bench.light = 0.1
        bench.step()
        let whole = text(of: .seconds(36_000))
        #expect(bench.ask(.lock)?.message.contains(whole) == true)
        bench.run(for: .seconds(10))
        try #require(bench.state == .locked)
        for _ in 1..<10 {
            bench.run(for: .seconds(3600), every: .seconds(1))
            let answer = bench.ask(again)?.message ?? whole
            #expect(bench.state == .locked)
            #expect(again == .auto || !answer.contains(whole), "\(answer)")
        }
        bench.run(for: .seconds(3600), every: .seconds(1))
        #expect(bench.state == .unlocked, "\(bench.outputs?.reason.description ?? "")")
        bench.ask(.lock)
        #expect(bench.run(for: .seconds(35_900), every: .seconds(1)).state == .locked)
        #expect(bench.run(for: .seconds(200), every: .seconds(1)).state == .unlocked)
    }

    @Test("a bolt that is stuck out after max_locked is not given more time by a request")
    func stuckTooLong() throws {
        var bench = try DoorBench(["dwell": "0s", "minimum_state_time": "0s", "max_locked": "1h"])
        bench.lockByNight()
        bench.isStuck = true
        bench.run(for: .seconds(3650), every: .seconds(1))
        #expect(
            bench.outputs?.reason.code.hasPrefix("locked-too-long") == true,
            "\(bench.outputs?.reason.description ?? "")")
        let refused = bench.ask(.lock)?.message ?? ""
        #expect(refused.hasPrefix("refused: it opens, for it was locked for"), "\(refused)")
        bench.ask(.auto)
        bench.isStuck = false
        bench.run(for: .seconds(600), every: .seconds(1))
        #expect(bench.state == .unlocked)
        #expect(bench.outputs?.reason.description.contains("max_locked") == true)
    }

    @Test("a person's unlock outlives a restart, and the time that it was locked does")
    func remembered() throws {
        var bench = try DoorBench()
        bench.light = 0.2
        bench.ask(.unlock)
        bench.run(for: .seconds(60))
        try bench.resume()
        #expect(bench.run(for: .seconds(3600)).state == .unlocked)
        #expect(bench.outputs?.reason.code == "asked-unlocked")
        bench.ask(.auto)
        bench.run(for: .seconds(18_000))
        try #require(bench.state == .locked)
        try bench.resume()
        #expect(bench.run(for: .seconds(18_100)).state == .unlocked)
        #expect(bench.outputs?.reason.code == "locked-too-long")
        try bench.resume()
        #expect(bench.run(for: .seconds(3600)).state == .unlocked)
    }

    @Test("a lock that was asked for ends with a restart: nobody knows who has gone out since")
    func lockForgotten() throws {
        var bench = try DoorBench()
        bench.step()
        bench.ask(.lock)
        bench.run(for: .seconds(5))
        #expect(bench.memory.override == nil)
        try bench.resume()
        #expect(bench.run(for: .seconds(10)).state == .unlocked)
    }

    @Test("what is remembered changes every ten minutes, not with every step")
    func memorySteps() throws {
        var bench = try DoorBench()
        bench.light = 0.2
        bench.ask(.unlock)
        var memories = [bench.memory]
        for _ in 0..<14_400 {
            bench.step()
            if bench.memory != memories.last { memories.append(bench.memory) }
        }
        // An hour.
        #expect((6...8).contains(memories.count), "\(memories.count)")
    }

    @Test("a lock that jams is taken back as any bolt is: confirmed, or tried again and again")
    func jamWhileLockingIsVerified() throws {
        var bench = try DoorBench()
        bench.jamLocking()
        try #require(bench.state == .jammed)
        // Misaligned: the bolt went out, and the switch says so only now.
        bench.latch = true
        var tries = 0
        var before = bench.state
        for _ in 0..<2400 {
            let state = bench.step().state
            if state == .unlocking, before != .unlocking { tries += 1 }
            before = state
            let words = bench.outputs?.reason.description ?? ""
            #expect(!words.contains("so it was unlocked") || bench.state == .jammed)
        }
        // At once, then after 1, 2 and 4 min; each try takes 11 s: 3 times 3 s, and 1 s between them.
        #expect(tries == 4, "\(tries)")
        bench.isStuck = false
        bench.run(for: .seconds(480))
        #expect(bench.latch == false)
    }

    @Test("a lock that jammed is tried again the next evening, once it has been day")
    func jamIsTriedNextEvening() throws {
        var bench = try DoorBench()
        bench.jamLocking()
        bench.isStuck = false
        #expect(bench.run(for: .seconds(3600)).state == .jammed)
        bench.light = 0.9
        #expect(bench.run(for: .seconds(5)).state == .unlocked)
        bench.light = 0.1
        #expect(bench.run(for: .seconds(5)).state == .locked)
    }

    @Test("a night darker than the sensor can tell keeps the lock, and makes none")
    func darkNight() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        bench.losesLight()
        #expect(bench.run(for: .seconds(7200)).state == .locked)
        #expect(bench.outputs?.reason.code == "darkness")
        bench.ask(.unlock)
        bench.run(for: .seconds(10))
        bench.ask(.auto)
        #expect(bench.run(for: .seconds(3600)).state == .unlocked)
    }

    @Test("a light sensor that fails by day is no dark night: the lock ends after the grace time")
    func wireBreaksByDay() throws {
        var bench = try DoorBench()
        bench.step()
        bench.ask(.lock)
        bench.settle()
        bench.losesLight()
        bench.ask(.auto)
        #expect(bench.run(for: .seconds(890)).state == .locked)
        #expect(bench.run(for: .seconds(20)).state == .unlocked)
    }

    @Test("that it became dark is known over a restart")
    func darkNightRestart() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        bench.losesLight()
        bench.step()
        try bench.resume()
        #expect(bench.run(for: .seconds(3600)).state == .locked)
    }

    @Test("a bolt that a hand has drawn is not sent out again until it has been day")
    func drawnByHand() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        bench.isStuck = true
        bench.latch = false
        for _ in 0..<14_400 {
            bench.step()
            // Until it is believed, the command that stood stands: the servo does not move.
            if bench.state == .unlocked { #expect(!bench.isToldToLock) }
        }
        #expect(bench.state == .unlocked)
        #expect(bench.outputs?.reason.code == "drawn-by-hand")
        bench.isStuck = false
        bench.light = 0.9
        bench.run(for: .seconds(1))
        bench.light = 0.1
        #expect(bench.run(for: .seconds(4)).state == .locked)
    }

    @Test("a bolt pushed out by hand by day comes back though the servo was last sent there")
    func sameAngleAgain() throws {
        var bench = try DoorBench(["dwell": "0s", "minimum_state_time": "0s", "retries": 0])
        bench.lockByNight()
        bench.light = 0.9
        bench.run(for: .seconds(4))
        try #require(bench.state == .unlocked)
        bench.latch = true
        #expect(bench.run(for: .seconds(8)).state == .unlocked)
        #expect(bench.latch == false)
    }

    @Test("a bolt that does not come back is never pushed outwards while the flap is open")
    func freesInwardsOnly() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.run(for: .seconds(3))
        bench.lockByNight()
        bench.isStuck = true
        bench.light = 0.9
        bench.flap = false
        for _ in 0..<1200 {
            if case .move(let angle) = bench.step().bolt {
                #expect(angle == DoorBench.unlocked)
            }
        }
        #expect(bench.state == .jammed || bench.state == .unlocking)
    }

    @Test("a flap that opens while the bolt is being freed ends the push outwards at once")
    func flapOpensWhileFreeing() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.run(for: .seconds(3))
        bench.lockByNight()
        bench.isStuck = true
        bench.light = 0.9
        // A quarter of the way from 65 out to 180 degrees is 93.75.
        let outwards = ServoCommand.move(to: .degrees(93.75))
        for _ in 0..<40 where bench.outputs?.bolt != outwards { bench.step() }
        try #require(bench.outputs?.bolt == outwards)
        bench.flap = false
        #expect(bench.step().bolt == .move(to: DoorBench.unlocked))
    }

    @Test("a cat that plays with the flap does not wear the servo out")
    func playfulCat() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.run(for: .seconds(3))
        bench.light = 0.1
        bench.isStuck = true
        let before = bench.moves
        for step in 0..<14_400 {
            bench.flap = step % 10 != 0
            bench.step()
        }
        // moves_per_hour is 60, and the first move back is always made.
        #expect((10...62).contains(bench.moves - before), "\(bench.moves - before)")
    }

    @Test("with no flap switch it does not lock, unless somebody said that nothing is in the way")
    func noFlapSwitch() throws {
        var bench = try DoorBench(["dwell": "0s", "accept_no_flap_switch": false])
        bench.light = 0.1
        for _ in 0..<400 {
            bench.step()
            #expect(!bench.isToldToLock)
        }
        #expect(bench.state == .pending)
        #expect(bench.ask(.lock)?.message.contains("accept_no_flap_switch") == true)
    }

    @Test("settings without a flap, or limits without a thermometer, are refused before the start")
    func conflicts() throws {
        let bare = try DoorBench.shipped([:])
        #expect(PetDoor.conflicts(bare, connected: ["light", "bolt", "flap"]) == [])
        #expect(PetDoor.conflicts(bare, connected: ["light", "bolt"]).count == 1)
        let accepted = try DoorBench.shipped(["accept_no_flap_switch": true])
        #expect(PetDoor.conflicts(accepted, connected: ["light", "bolt"]) == [])
        let cold = try DoorBench.shipped(["temperature_min": "2°C"])
        #expect(PetDoor.conflicts(cold, connected: ["light", "bolt", "flap"]).count == 1)
        #expect(
            PetDoor.conflicts(cold, connected: ["light", "bolt", "flap", "temperature"]) == [])
    }

    /// January in Berlin: 3 °C by day and -2 °C by night on the average (berlin.za.net).
    @Test("a day in winter unlocks the door: by default it locks for no cold and no heat")
    func winterDay() throws {
        var bench = try DoorBench(defaultsBut: ["accept_no_flap_switch": true])
        bench.light = 0.2
        bench.celsius = -2
        bench.run(for: .seconds(310))
        try #require(bench.state == .locked)
        bench.run(for: .seconds(600))
        bench.light = 0.9
        bench.celsius = 3
        #expect(bench.run(for: .seconds(310)).state == .unlocked)
        bench.celsius = nil
        #expect(bench.run(for: .seconds(3600)).state == .unlocked)
        bench.celsius = 39
        #expect(bench.run(for: .seconds(3600)).state == .unlocked)
    }

    @Test("without a thermometer it goes by the light alone")
    func noThermometer() throws {
        var bench = try DoorBench(defaultsBut: ["accept_no_flap_switch": true, "dwell": "0s"])
        bench.hasThermometer = false
        bench.step()
        bench.light = 0.2
        #expect(bench.run(for: .seconds(4)).state == .locked)
        #expect(bench.outputs?.reason.code == "night")
    }

    /// A photoresistor of 12 kOhm at 10 lx over 10 kOhm gives 63.0 % at 27 lx and 73.4 % at 54 lx.
    @Test("at dusk the light must double or halve to change the door's mind")
    func cloudAtDusk() throws {
        var bench = try DoorBench(defaultsBut: ["accept_no_flap_switch": true, "dwell": "0s"])
        bench.light = 0.74
        bench.step()
        for light in [0.64, 0.70, 0.633] {
            bench.light = light
            #expect(bench.run(for: .seconds(7)).state == .unlocked, "\(light)")
        }
        bench.light = 0.63
        #expect(bench.run(for: .seconds(4)).state == .locked)
        bench.run(for: .seconds(600))
        for light in [0.70, 0.735] {
            bench.light = light
            #expect(bench.run(for: .seconds(4)).state == .locked, "\(light)")
        }
        bench.light = 0.737
        #expect(bench.run(for: .seconds(4)).state == .unlocked)
    }
}
