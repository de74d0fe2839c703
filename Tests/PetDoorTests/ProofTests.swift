import Core
import JSON
import PolicyKit
import Testing
import Values

@testable import PetDoor

/// One switch tells one place of the bolt from all others: what it says proves that place alone, or the absence from it.
@Suite("Pet door: a state is claimed only when it is proven")
struct ProofTests {
    private static let back = ServoCommand.move(to: DoorBench.unlocked)

    /// A bolt that the power left half-way out, with a switch that opens as soon as the bolt leaves its outer end.
    private func halfOut(_ settings: JSONValue = DoorBench.prompt) throws -> DoorBench {
        var bench = try DoorBench(settings)
        bench.latch = false
        return bench
    }

    @Test(
        "after a start the bolt is sent back 2 s later, whatever its switch says, and is not called unlocked before"
    )
    func start() throws {
        var bench = try halfOut()
        for _ in 0..<8 {
            #expect(bench.step().bolt == nil)
            #expect(bench.state == .unknown && bench.outputs?.stand == .unknown)
        }
        #expect(bench.step().bolt == Self.back)
        #expect(bench.state == .unlocking)
        #expect(bench.outputs?.reason.code == "day/unlocking")
        #expect(bench.outputs?.reason.description.contains("sent back to be sure of it") == true)
        // The whole time of a move, though its switch has said so all the while.
        for _ in 0..<11 {
            #expect(bench.step().bolt == Self.back)
            #expect(bench.state == .unlocking && bench.outputs?.stand == .unknown)
        }
        bench.step()
        #expect(bench.state == .unlocked)
        #expect(bench.outputs?.stand == .at(.unlocked, bySwitch: true))
        #expect(
            bench.outputs?.reason.description.hasPrefix("unlocked, by the switch: it is day")
                == true)
        #expect(bench.outputs?.reason.isFailsafe == false)
    }

    @Test("what only its switch says of a bolt that is out is that it is not back")
    func adoptedOut() throws {
        // Half-way out, with a switch that opens only when the bolt is fully back.
        var bench = try DoorBench()
        bench.light = 0.1
        bench.latch = true
        bench.run(for: .seconds(600), every: .seconds(1))
        #expect(bench.state == .locked && bench.locks == 0)
        #expect(
            bench.outputs?.reason.description.hasPrefix("not back, by the switch: it is night")
                == true, "\(bench.outputs?.reason.description ?? "")")
        #expect(bench.details?["position"] == "not-back" && bench.details?["evidence"] == "switch")
        bench.light = 0.9
        bench.settle()
        bench.lockByNight()
        #expect(bench.details?["position"] == "locked" && bench.details?["evidence"] == "switch")
    }

    @Test("a proof begins when the servo's driver answers, whatever the switch says until then")
    func servoUnheard() throws {
        var bench = try halfOut()
        bench.isServoUnheard = true
        bench.run(for: .seconds(600), every: .seconds(1))
        #expect(bench.outputs?.bolt == Self.back)
        #expect(bench.state == .unlocking && bench.outputs?.stand == .unknown)
        // A change, which may be what it needs, does not wait for it.
        try bench.change(to: DoorBench.prompt)
        bench.isServoUnheard = false
        bench.run(for: .milliseconds(3000))
        #expect(bench.outputs?.stand == .unknown)
        bench.run(for: .milliseconds(500))
        #expect(bench.outputs?.stand == .at(.unlocked, bySwitch: true))
        // So it is for whatever is sent later, outwards too.
        bench.isServoUnheard = true
        bench.light = 0.1
        bench.latch = true
        bench.run(for: .seconds(60))
        #expect(bench.outputs?.stand == .halfWay && bench.state == .locking)
        // A switch that contradicts is an alarm as ever.
        bench.light = 0.9
        bench.run(for: .seconds(60))
        #expect(bench.outputs?.alerts.map(\.code) == ["bolt-stuck-out"])
    }

    @Test("by night a bolt that is wanted out is not sent back first")
    func night() throws {
        var bench = try halfOut()
        bench.light = 0.1
        bench.step()
        #expect(bench.isToldToLock)
    }

    @Test("one that may not lock stands back for as long, and is sent there")
    func blocked() throws {
        var bench = try halfOut()
        bench.hasFlap = true
        bench.flap = false
        bench.light = 0.1
        bench.step()
        #expect(bench.state == .pending)
        #expect(bench.run(for: .seconds(2)).bolt == Self.back)
        #expect(bench.run(for: .seconds(4)).state == .pending)
        #expect(bench.outputs?.stand == .at(.unlocked, bySwitch: true))
    }

    @Test("a request, a press and a fire send it back again, though it is known to be back")
    func askedAgain() throws {
        for ask: (inout DoorBench) -> Void in [
            { $0.ask(.unlock) }, { $0.press(.press) }, { $0.press(.longPress) },
            { bench in
                bench.fire = .good(Contact(isActive: true, changes: 1), at: bench.now)
                bench.step()
            },
        ] {
            var bench = try DoorBench()
            bench.fire = .good(Contact(isActive: false), at: bench.now)
            bench.settle()
            try #require(bench.state == .unlocked)
            for _ in 0..<3 {
                bench.fire = .good(Contact(isActive: false), at: bench.now)
                bench.ask(.auto)
                bench.settle()
                let before = bench.moves
                ask(&bench)
                // A servo does not turn for the angle that it was given last: it is let go for a moment.
                #expect(bench.outputs?.bolt == .release)
                #expect(bench.step().bolt == Self.back)
                #expect(bench.state == .unlocking)
                bench.settle()
                #expect(bench.state == .unlocked && bench.moves == before + 1)
            }
        }
    }

    @Test("a move ends when the servo has had its time, not when its switch first says so")
    func fullTime() throws {
        var bench = try DoorBench()
        bench.settle()
        bench.hasFlap = true
        bench.run(for: .seconds(3))
        bench.light = 0.1
        bench.step()
        // Its switch says "out" with the first millimetre, and then the flap opens.
        #expect(bench.latch == true && bench.step().state == .locking)
        #expect(bench.outputs?.stand == .halfWay)
        bench.flap = false
        #expect(bench.step().bolt == Self.back)
        bench.light = 0.9
        bench.run(for: .milliseconds(2500))
        #expect(bench.latch == false && bench.state == .unlocking)
        #expect(bench.run(for: .seconds(1)).state == .unlocked)
    }

    @Test(
        "with a switch that is not heard it is sent back all the same, and said to be so by command only"
    )
    func unheard() throws {
        var bench = try halfOut()
        bench.latch = nil
        #expect(bench.run(for: .milliseconds(2250)).bolt == Self.back)
        bench.run(for: .seconds(4))
        #expect(bench.state == .unlocked && bench.outputs?.stand == .at(.unlocked, bySwitch: false))
        #expect(bench.details?["position"] == "unlocked" && bench.details?["evidence"] == "command")
        #expect(bench.outputs?.reason.description.hasPrefix("unlocked, by command only: ") == true)
    }

    @Test("where it is and by what evidence is always shown, and never more than is proven")
    func shown() throws {
        var bench = try DoorBench()
        bench.step()
        #expect(bench.details?["position"] == "unknown" && bench.details?["evidence"] == .null)
        bench.lockByNight()
        #expect(bench.details?["position"] == "locked" && bench.details?["evidence"] == "switch")
        #expect(
            bench.outputs?.reason.description.hasPrefix("locked, by the switch: it is night")
                == true)
        // Its switch contradicts, and is not believed yet.
        bench.latch = false
        bench.step()
        #expect(bench.state == .locked && bench.details?["position"] == "unknown")
        bench.latch = true
        bench.isStuck = true
        bench.light = 0.9
        bench.run(for: .seconds(20))
        #expect(bench.state == .jammed && bench.details?["position"] == "half-way")
        #expect(bench.outputs?.reason.description.hasPrefix("half-way: ") == true)
    }

    @Test(
        "sent back to be sure costs nothing of the budget, and more cannot be said of it than once a move"
    )
    func budget() throws {
        var bench = try DoorBench(["dwell": "0s", "minimum_state_time": "0s", "moves_per_hour": 6])
        bench.settle()
        for _ in 0..<30 {
            bench.ask(.unlock)
            bench.settle()
        }
        bench.ask(.auto)
        bench.light = 0.1
        #expect(bench.run(for: .seconds(4)).state == .locked)
    }

    @Test("when a frost is over, what ice may have held half-way is sent back")
    func thaw() throws {
        var bench = try DoorBench()
        bench.settle()
        bench.celsius = 0
        bench.settle()
        let before = bench.moves
        bench.celsius = 4
        bench.step()
        bench.step()
        #expect(bench.outputs?.bolt == Self.back && bench.moves == before + 1)
    }

    @Test("a bolt that is being freed is a failsafe, and so is whatever there is an alarm for")
    func failsafe() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        bench.isStuck = true
        bench.light = 0.9
        #expect(bench.step().reason.isFailsafe == false)
        bench.run(for: .seconds(12))
        try #require(bench.state == .jammed)
        for _ in 0..<2000 {
            bench.step()
            #expect(
                bench.outputs?.reason.isFailsafe == true,
                "\(bench.outputs?.reason.description ?? "")")
        }
        // Back, and the alarm stands for its hold-off.
        bench.isStuck = false
        bench.latch = false
        bench.settle()
        #expect(bench.state == .unlocked && bench.outputs?.reason.isFailsafe == true)
        #expect(bench.run(for: .seconds(610)).reason.isFailsafe == false)
    }
}

/// A servo that starts is what browns out the machine, which then starts again and moves the bolt again.
@Suite("Pet door: moves that the program does not survive")
struct MoveSurvivalTests {
    private static let back = ServoCommand.move(to: DoorBench.unlocked)

    /// A night in which the machine goes down with each lock, and starts again.
    private func breakDownLocking(_ bench: inout DoorBench, times: Int) throws -> Int {
        var locks = 0
        for _ in 0..<times {
            bench.light = 0.1
            bench.step()
            for _ in 0..<2400 where !bench.isToldToLock { bench.step() }
            if bench.isToldToLock { locks += 1 }
            bench.latch = false
            try bench.resume()
        }
        bench.step()
        return locks
    }

    /// How long after its start a program sends the bolt back, by day, and then ends with that.
    private func wait(_ bench: inout DoorBench) throws -> Duration {
        try bench.resume()
        bench.latch = false
        let began = bench.now + .milliseconds(250)
        bench.step()
        for _ in 0..<1300 where bench.outputs?.bolt == nil { bench.step() }
        #expect(bench.outputs?.bolt == Self.back)
        return bench.now - began
    }

    @Test("each program that ends with a move back makes the next wait twice as long, up to 5 min")
    func doubling() throws {
        var bench = try DoorBench()
        let waits = try (0..<10).map { _ in try wait(&bench).seconds }
        #expect(waits == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
        // One that survives it for a minute ends that.
        bench.run(for: .seconds(61))
        #expect(bench.memory.unsurvived == PetDoor.MoveSurvival.Counts())
        #expect(try wait(&bench) == .seconds(2))
    }

    @Test("a move back is in the memory 2 s before it begins, and not sooner")
    func countedBefore() throws {
        var bench = try DoorBench()
        _ = try wait(&bench)
        _ = try wait(&bench)
        try bench.resume()
        bench.latch = false
        bench.step()
        #expect(bench.memory.unsurvived?.unlocking == 2)
        bench.run(for: .milliseconds(5750))
        #expect(bench.memory.unsurvived?.unlocking == 2 && bench.outputs?.bolt == nil)
        bench.step()
        #expect(bench.memory.unsurvived?.unlocking == 3 && bench.outputs?.bolt == nil)
        #expect(bench.run(for: .seconds(2)).bolt == Self.back)
    }

    @Test("a lock waits until it is in the memory, and 2 s at most")
    func lockIsAnnounced() throws {
        var bench = try DoorBench()
        bench.settle()
        bench.run(for: .seconds(60))
        bench.light = 0.1
        #expect(bench.step().waitsForMemory)
        #expect(bench.isToldToLock && bench.memory.unsurvived?.locking == 1)
        #expect(bench.run(for: .milliseconds(1750)).waitsForMemory)
        #expect(!bench.step().waitsForMemory)
        bench.run(for: .seconds(60))
        #expect(bench.memory.unsurvived?.locking == 0)
    }

    @Test("unlocking never waits for the memory") func unlockIsNot() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        bench.run(for: .seconds(120))
        bench.light = 0.9
        #expect(bench.step().waitsForMemory == false && bench.outputs?.bolt == Self.back)
    }

    @Test(
        "a lock that takes the machine down is given up after as many tries as any, until it is day"
    )
    func locks() throws {
        var bench = try DoorBench()
        bench.settle()
        #expect(try breakDownLocking(&bench, times: 40) == 3)
        bench.run(for: .seconds(60))
        #expect(bench.outputs?.alerts.map(\.code) == ["bolt-does-not-lock"])
        #expect(bench.outputs?.reason.code == "night/ended-in-move")
        #expect(bench.outputs?.reason.isFailsafe == true)
        bench.light = 0.9
        bench.settle()
        bench.light = 0.1
        #expect(bench.run(for: .seconds(8)).state == .locked)
    }

    @Test("a person has it tried again") func personTriesAgain() throws {
        var bench = try DoorBench()
        bench.settle()
        #expect(try breakDownLocking(&bench, times: 3) == 3)
        bench.run(for: .seconds(120))
        #expect(!bench.isToldToLock)
        bench.ask(.lock)
        bench.settle()
        #expect(bench.state == .locked)
    }

    @Test("nothing locks with a servo that did not draw the bolt back before it has done so once")
    func noLockBeforeProof() throws {
        var bench = try DoorBench()
        for _ in 0..<3 { _ = try wait(&bench) }
        try bench.resume()
        bench.latch = false
        bench.light = 0.1
        // It waits 16 s, is sent back, and survives that for a minute.
        for _ in 0..<300 {
            bench.step()
            #expect(!bench.isToldToLock)
        }
        #expect(bench.outputs?.reason.code == "night/ended-in-move")
        #expect(bench.run(for: .seconds(8)).state == .locked)
    }

    @Test("a fire waits no longer than a start does, and a person is told how long") func fire()
        throws
    {
        var bench = try DoorBench()
        for _ in 0..<4 { _ = try wait(&bench) }
        try bench.resume()
        bench.latch = true
        bench.fire = .good(Contact(isActive: true), at: bench.now)
        #expect(
            bench.ask(.unlock)?.message
                == "unlocked by hand for 24.0 h; the bolt is sent back in 32 s")
        for _ in 0..<127 { #expect(bench.step().bolt == nil) }
        #expect(bench.step().bolt == Self.back)
    }

    @Test("what a damaged memory says is bounded") func damaged() {
        let wild = PetDoor.MoveSurvival.Counts(locking: .max, unlocking: .min)
        var survival = PetDoor.MoveSurvival(found: wild)
        survival.note(at: .zero)
        #expect(survival.wait(towards: .unlocked, at: .zero) == .seconds(2))
        #expect(survival.wait(towards: .locked, at: .zero) == .seconds(300))
    }
}
