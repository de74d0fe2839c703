import Core
import JSON
import TestSupport
import Testing
import Values

@testable import PetDoor

@Suite("Pet door: the bolt")
struct BoltControllerTests {
    @Test("a lock is confirmed by the latch switch, and the goal is repeated each tick")
    func locks() throws {
        var bench = try DoorBench()
        bench.step()
        bench.light = 0.1
        #expect(bench.step().state == .locking)
        #expect(bench.isToldToLock)
        #expect(bench.run(for: .seconds(3)).state == .locked)
        #expect(bench.run(for: .seconds(60)).bolt == .move(to: DoorBench.locked))
    }

    @Test("the angles are settings")
    func angles() throws {
        var bench = try DoorBench([
            "dwell": "0s", "locked_angle": "10deg", "unlocked_angle": "100deg",
        ])
        bench.step()
        bench.light = 0.1
        #expect(bench.step().bolt == .move(to: .degrees(10)))
    }

    @Test("a bolt that is not confirmed is backed off and tried again twice, then given up")
    func jamsWhileLocking() throws {
        var bench = try DoorBench()
        bench.step()
        bench.isStuck = true
        bench.light = 0.1
        var commands: [ServoCommand] = []
        for _ in 0..<80 {
            guard let command = bench.step().bolt else { continue }
            if commands.last != command { commands.append(command) }
        }
        // A quarter of the way from 180 back to 65 degrees is 151.25.
        let backOff = ServoCommand.move(to: .degrees(151.25))
        let lock = ServoCommand.move(to: DoorBench.locked)
        #expect(
            commands == [
                lock, backOff, lock, backOff, lock, .move(to: DoorBench.unlocked),
            ])
        #expect(bench.state == .jammed)
        #expect(bench.outputs?.reason.description.contains("unlocked") == true)
    }

    @Test("the first try ends after the time to confirm, not before")
    func confirmWithin() throws {
        var bench = try DoorBench()
        bench.step()
        bench.isStuck = true
        bench.light = 0.1
        bench.step()
        #expect(bench.run(for: .milliseconds(2750)).bolt == .move(to: DoorBench.locked))
        #expect(bench.step().bolt == .move(to: .degrees(151.25)))
    }

    @Test("a jammed lock stays unlocked until a person asks again")
    func staysJammed() throws {
        var bench = try DoorBench()
        bench.jamLocking()
        bench.isStuck = false
        #expect(bench.run(for: .seconds(3600)).state == .jammed)
        #expect(!bench.isToldToLock)
        #expect(bench.ask(.auto)?.isAccepted == true)
        #expect(bench.run(for: .seconds(4)).state == .locked)
    }

    @Test("a bolt stuck out is reported, tried again every minute, and is well when it comes back")
    func jamsWhileUnlocking() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        bench.isStuck = true
        bench.light = 0.9
        bench.run(for: .seconds(15))
        #expect(bench.state == .jammed)
        #expect(bench.outputs?.bolt == .move(to: DoorBench.unlocked))
        var tries = 0
        for _ in 0..<300 {
            let before = bench.state
            if bench.step().state == .unlocking, before == .jammed { tries += 1 }
        }
        #expect(tries == 1)
        bench.run(for: .seconds(12))
        bench.isStuck = false
        bench.latch = false
        #expect(bench.run(for: .seconds(4)).state == .unlocked)
    }

    @Test("a restart does not move a bolt that is out: it takes the switch's word")
    func restart() throws {
        var bench = try DoorBench([:])
        bench.latch = true
        for _ in 0..<1100 {
            #expect(bench.step().bolt == nil)
            #expect(bench.state == .locked)
        }
    }

    @Test("a restart waits for a switch that is not heard yet by night, for the grace time")
    func restartWithoutSwitch() throws {
        var bench = try DoorBench()
        bench.latch = nil
        bench.light = 0.1
        for _ in 0..<3590 { #expect(bench.step().bolt == nil) }
        #expect(bench.state == .pending)
        #expect(bench.run(for: .seconds(4)).bolt == .move(to: DoorBench.unlocked))
    }

    @Test(
        "a latch switch lost keeps a lock for the grace time, then unlocks",
        arguments: [true, false])
    func switchLost(isManual: Bool) throws {
        var bench = try DoorBench()
        bench.lockByNight()
        if isManual { bench.ask(.lock) }
        bench.latch = nil
        #expect(bench.run(for: .seconds(898)).state == .locked)
        #expect(bench.outputs?.reason.description.contains("latch switch is absent") == true)
        #expect(bench.run(for: .seconds(3)).bolt == .move(to: DoorBench.unlocked))
    }

    @Test("with no latch switch it does not lock")
    func noSwitch() throws {
        var bench = try DoorBench()
        bench.hasLatch = false
        bench.servo = DoorBench.unlocked
        bench.light = 0.1
        for _ in 0..<1000 {
            bench.step()
            #expect(!bench.isToldToLock)
        }
        #expect(bench.state == .pending)
        let answer = bench.ask(.lock)
        #expect(answer?.isAccepted == false)
        #expect(answer?.message.contains("accept_blind_lock") == true)
    }

    @Test("blind locking must be accepted, and then goes by the time to confirm")
    func blindLock() throws {
        var bench = try DoorBench(["dwell": "0s", "accept_blind_lock": true])
        bench.hasLatch = false
        bench.servo = DoorBench.unlocked
        bench.settle()
        #expect(bench.state == .unlocked)
        bench.light = 0.1
        #expect(bench.step().state == .locking)
        #expect(bench.run(for: .seconds(4)).state == .locked)
    }

    @Test("it does not lock unless the flap has been shut for 2 s without a break")
    func flap() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.flap = false
        bench.light = 0.1
        #expect(bench.run(for: .seconds(60)).state == .pending)
        #expect(bench.outputs?.reason.description.contains("flap is open") == true)
        bench.flap = true
        bench.run(for: .milliseconds(1750))
        bench.flap = false
        bench.step()
        bench.flap = true
        bench.step()
        #expect(bench.run(for: .milliseconds(1500)).state == .pending)
        // And it was open for a minute, and for nine more as far as is known: of that it must be shut for a ninth.
        #expect(bench.run(for: .seconds(55)).state == .pending)
        #expect(bench.run(for: .seconds(15)).state == .locked)
    }

    @Test("a flap switch that does not answer is no proof: it does not lock")
    func flapLost() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.flap = nil
        bench.light = 0.1
        #expect(bench.run(for: .seconds(600)).state == .pending)
        bench.flap = true
        bench.run(for: .milliseconds(1500))
        bench.flap = nil
        bench.step()
        bench.flap = true
        #expect(bench.run(for: .milliseconds(1750)).state == .pending)
    }

    @Test("a person cannot lock over an open flap; it locks when the flap is shut")
    func manualLockWaits() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.flap = false
        bench.step()
        let answer = bench.ask(.lock)
        #expect(answer?.isAccepted == true)
        #expect(answer?.message.contains("flap is open") == true)
        #expect(bench.run(for: .seconds(10)).state == .pending)
        bench.flap = true
        #expect(bench.run(for: .seconds(70)).state == .locked)
    }

    @Test("a flap that opens while the bolt goes out calls the bolt back")
    func flapOpensWhileLocking() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.run(for: .seconds(3))
        bench.isStuck = true
        bench.light = 0.1
        #expect(bench.step().state == .locking)
        bench.flap = false
        #expect(bench.step().bolt == .move(to: DoorBench.unlocked))
    }

    @Test("a pet that pushes at a locked flap does not unlock it")
    func knock() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.run(for: .seconds(3))
        bench.lockByNight()
        bench.flap = false
        #expect(bench.run(for: .seconds(30)).state == .locked)
    }

    @Test("a bolt moved by hand is believed when it lasts, then put where it belongs")
    func movedByHand() throws {
        var bench = try DoorBench()
        bench.settle()
        bench.isStuck = true
        bench.latch = true
        #expect(bench.run(for: .seconds(2)).state == .unlocked)
        bench.run(for: .seconds(1))
        #expect(bench.run(for: .milliseconds(500)).bolt == .move(to: DoorBench.unlocked))
        #expect(bench.state == .unlocking)
    }
}
