import Core
import JSON
import PolicyKit
import TestSupport
import Testing
import Values

@testable import PetDoor

@Suite("Pet door: a fire, and the button")
struct FireTests {
    private static let clear = contact(false)
    private static let burning = contact(true)

    private static func contact(_ isActive: Bool, changes: UInt64 = 0) -> Sample<Contact> {
        .good(Contact(isActive: isActive, changes: changes), at: .zero)
    }

    private func lockedByNight(_ settings: JSONValue = DoorBench.prompt) throws -> DoorBench {
        var bench = try DoorBench(settings)
        bench.fire = Self.clear
        bench.lockByNight()
        try #require(bench.state == .locked)
        return bench
    }

    @Test("a fire unlocks in the same step, whoever has locked", arguments: [true, false])
    func unlocksAtOnce(isByPerson: Bool) throws {
        var bench = try lockedByNight()
        if isByPerson { bench.ask(.lock) }
        bench.fire = Self.burning
        #expect(bench.step().bolt == .move(to: DoorBench.unlocked))
        #expect(bench.run(for: .seconds(60)).state == .unlocked)
        #expect(bench.outputs?.reason.code == "fire")
        #expect(bench.outputs?.reason.isFailsafe == true)
        #expect(bench.outputs?.alerts.map(\.code) == ["fire"])
    }

    @Test("no request locks while it burns, and once it is over one hands back")
    func confirmed() throws {
        var bench = try lockedByNight()
        bench.fire = Self.burning
        bench.run(for: .seconds(10))
        for request: PetDoor.Request in [.lock, .auto] {
            #expect(bench.ask(request)?.isAccepted == false)
        }
        bench.fire = Self.clear
        #expect(bench.run(for: .seconds(90_000), every: .seconds(5)).state == .unlocked)
        #expect(bench.outputs?.reason.code == "after-fire")
        bench.ask(.unlock)
        bench.settle()
        #expect(bench.outputs?.reason.code == "after-fire")
        #expect(bench.ask(.auto)?.isAccepted == true)
        #expect(bench.run(for: .seconds(5)).state == .locked)
    }

    @Test("where a time is set, it ends by itself so long after the contact has opened")
    func endsByItself() throws {
        var bench = try lockedByNight([
            "dwell": "0s", "minimum_state_time": "0s", "fire_hold": "10min",
        ])
        bench.fire = Self.burning
        bench.run(for: .seconds(900))
        bench.fire = Self.clear
        #expect(bench.run(for: .seconds(590)).state == .unlocked)
        #expect(bench.run(for: .seconds(20)).state == .locked)
    }

    @Test("a contact that is not heard begins no fire, and ends none") func unheard() throws {
        var bench = try lockedByNight()
        bench.fire = .absent(since: bench.now, because: "unplugged")
        #expect(bench.run(for: .seconds(70)).state == .locked)
        #expect(bench.outputs?.alerts.map(\.code) == ["fire-contact"])
        bench.fire = Self.burning
        bench.step()
        bench.fire = .absent(since: bench.now, because: "unplugged")
        #expect(bench.ask(.auto)?.isAccepted == false)
        #expect(bench.run(for: .seconds(60)).state == .unlocked)
    }

    @Test("a contact that closed and opened between two looks is a fire") func pulse() throws {
        var bench = try lockedByNight()
        bench.fire = Self.contact(false, changes: 2)
        #expect(bench.step().bolt == .move(to: DoorBench.unlocked))
        // A driver that starts again counts from 0.
        bench = try lockedByNight()
        bench.fire = Self.contact(false, changes: 1)
        bench.step()
        bench.fire = Self.contact(false, changes: 0)
        #expect(bench.run(for: .seconds(5)).state == .locked)
    }

    @Test("a fire is known over a restart, until a person knows of it") func remembered() throws {
        var bench = try lockedByNight()
        bench.fire = Self.burning
        bench.run(for: .seconds(10))
        bench.fire = Self.clear
        try bench.resume()
        #expect(bench.run(for: .seconds(600)).state == .unlocked)
        #expect(bench.outputs?.reason.code == "after-fire")
    }

    @Test("a bolt that is stuck is tried at once, and soon again") func stuck() throws {
        var bench = try lockedByNight()
        bench.isStuck = true
        bench.light = 0.9
        bench.run(for: .seconds(3600))
        try #require(bench.state == .jammed)
        bench.fire = Self.burning
        #expect(bench.step().state == .unlocking)
    }

    @Test("in a fire it does not wait for a switch that is not heard yet, but 2 s after a start")
    func restart() throws {
        var bench = try DoorBench()
        bench.latch = nil
        bench.fire = Self.burning
        bench.step()
        #expect(bench.run(for: .milliseconds(1750)).bolt == nil)
        #expect(bench.step().bolt == .move(to: DoorBench.unlocked))
    }

    @Test("in a fire the first move is made with the budget used up") func budget() throws {
        var bench = try DoorBench(["dwell": "0s", "minimum_state_time": "0s", "moves_per_hour": 6])
        bench.fire = Self.clear
        bench.step()
        // A hand pushes it out again and again, and stays at it.
        for _ in 0..<10 {
            bench.latch = true
            bench.run(for: .seconds(8))
        }
        bench.latch = true
        try #require(bench.run(for: .seconds(10)).state == .locked)
        bench.fire = Self.burning
        #expect(bench.run(for: .seconds(5)).state == .unlocked)
        #expect(bench.latch == false)
    }

    @Test("a press unlocks, and held it goes by light again: a button that hangs locks nothing")
    func button() throws {
        var bench = try lockedByNight()
        bench.press(.press)
        #expect(bench.run(for: .seconds(600)).state == .unlocked)
        #expect(bench.outputs?.reason.code == "asked-unlocked")
        bench.press(.longPress)
        #expect(bench.run(for: .seconds(5)).state == .locked)
        bench.press(.doublePress)
        #expect(bench.run(for: .seconds(5)).state == .unlocked)
    }
}
