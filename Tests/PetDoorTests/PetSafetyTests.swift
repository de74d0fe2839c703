import Core
import JSON
import PolicyKit
import Testing
import Values

@testable import PetDoor

/// Whatever a reader or a switch does wrong, no pet is locked out by it: each story ends with Mia outside at
/// night, and a door that does not lock by itself.
@Suite("Pet door: readers that fail")
struct PetSafetyTests {
    /// Mia is home, and the door knows it.
    private func home(_ more: [String: JSONValue] = [:]) throws -> PetBench {
        var bench = try PetBench(more)
        bench.comesIn(.mia)
        try #require(bench.door.outputs?.pets?.inside == ["Mia"])
        return bench
    }

    private func expectOpen(_ bench: inout PetBench) {
        bench.night(minutes: 10)
        #expect(bench.door.locks == 0 && bench.code == "waiting-for-pets", "\(bench.text)")
    }

    @Test("a chip that was missed on its way out", arguments: ["inside", "outside"])
    func missed(side: String) throws {
        var bench = try home(["reader_side": .string(side)])
        bench.goesOut(nil)
        expectOpen(&bench)
    }

    @Test("a reader that is gone, or hears noise") func absent() throws {
        var bench = try home()
        bench.door.tag = .absent(since: bench.door.now, because: "bytes without a frame among them")
        bench.moveFlap(isOpen: true)
        bench.run(for: .seconds(1))
        bench.moveFlap(isOpen: false)
        bench.run(for: .seconds(3))
        expectOpen(&bench)
    }

    @Test("one damaged reading, which is another tag's") func damaged() throws {
        var bench = try home()
        bench.goesOut(.stranger(), reads: 1)
        expectOpen(&bench)
    }

    @Test("a tag that is always seen, as of a collar lost at the reader") func stuck() throws {
        var bench = try home(["reader_side": "inside"])
        bench.show(.mia)
        bench.run(for: .seconds(400))
        bench.moveFlap(isOpen: true)
        bench.run(for: .seconds(1))
        bench.moveFlap(isOpen: false)
        bench.run(for: .seconds(10))
        expectOpen(&bench)
    }

    @Test("a flood of tags while she goes") func flood() throws {
        var bench = try home()
        for number in 0..<60 {
            bench.show(number % 7 == 0 ? .mia : .stranger(UInt64(number)), reads: 1 + number % 3)
            if number == 30 { bench.moveFlap(isOpen: true) }
            if number == 34 { bench.moveFlap(isOpen: false) }
            bench.run(for: .milliseconds(250))
        }
        bench.show(nil)
        expectOpen(&bench)
    }

    @Test("a flap switch that was gone for a while") func unwatched() throws {
        var bench = try home()
        let contact = bench.door.flapContact
        (bench.door.flapContact, bench.door.flap) = (nil, nil)
        bench.run(for: .seconds(2))
        #expect(bench.door.outputs?.pets?.unknown == ["Mia"])
        _ = bench.say("Mia", .inside)
        bench.run(for: .seconds(60))
        bench.door.flapContact = contact
        expectOpen(&bench)
    }

    @Test("a restart while the flap was free") func restarted() throws {
        var bench = try home()
        try bench.restart()
        expectOpen(&bench)
    }

    @Test("a restart while the bolt was on its way out, whatever its switch said of it then")
    func restartedInMove() throws {
        var bench = try home()
        bench.door.light = 0.2
        for _ in 0..<400 where bench.door.locks == 0 { bench.run(for: .milliseconds(250)) }
        bench.run(for: .seconds(1))
        try #require(bench.door.state == .locking && bench.door.latch == true)
        try bench.restart()
        bench.run(for: .seconds(10))
        #expect(bench.door.outputs?.pets?.unknown == ["Mia"])
        #expect(bench.door.latch == false && bench.code == "waiting-for-pets", "\(bench.text)")
    }

    @Test("behind a bolt that is out she stays at home, over a restart and without a flap switch")
    func behindTheBolt() throws {
        var bench = try home()
        bench.night()
        try #require(bench.isLocked)
        try bench.restart()
        bench.run(for: .seconds(60))
        #expect(bench.isLocked && bench.door.outputs?.pets?.inside == ["Mia"])
        (bench.door.flapContact, bench.door.flap) = (nil, nil)
        bench.run(for: .seconds(60))
        #expect(bench.isLocked)
    }

    @Test(
        "one that a person's lock keeps waiting outside is an alarm that names it, until it is let in or goes away"
    )
    func keptWaiting() throws {
        var bench = try home()
        func alerts() -> [String] { bench.door.outputs?.alerts.map(\.code) ?? [] }
        bench.door.ask(.lock)
        bench.run(for: .seconds(60))
        try #require(bench.isLocked, "\(bench.text)")
        bench.show(.mia)
        bench.run(for: .seconds(9))
        #expect(alerts() == [] && !bench.text.contains("waits"), "\(bench.text)")
        bench.run(for: .seconds(2))
        #expect(bench.isLocked && alerts() == ["pet-waits"])
        #expect(bench.text.contains("; Mia waits at the locked door"), "\(bench.text)")
        #expect(bench.door.outputs?.reason.isFailsafe == true)
        bench.show(nil)
        bench.run(for: .seconds(61))
        #expect(!bench.text.contains("waits"), "\(bench.text)")
        bench.show(.mia)
        bench.run(for: .seconds(11))
        bench.door.ask(.unlock)
        bench.run(for: .seconds(5))
        #expect(bench.door.latch == false && !bench.text.contains("waits"), "\(bench.text)")
        bench.run(for: .seconds(601), every: .seconds(1))
        #expect(alerts() == [])
    }

    @Test("one that is let in at once is no alarm") func letIn() throws {
        var bench = try home()
        bench.night()
        bench.show(.mia)
        bench.run(for: .seconds(60))
        #expect(bench.door.latch == false)
        #expect(bench.door.outputs?.alerts.map(\.code) == [], "\(bench.text)")
    }

    @Test("behind a bolt that bars only the way in she may have gone while nobody looked")
    func besideTheBolt() throws {
        let bars: [String: JSONValue] = ["bolt_bars": "way-in"]
        var unwatched = try home(bars)
        unwatched.night()
        try #require(unwatched.isLocked)
        var restarted = unwatched
        try restarted.restart(bars)
        restarted.run(for: .seconds(10))
        #expect(restarted.door.outputs?.pets?.unknown == ["Mia"], "\(restarted.text)")
        (unwatched.door.flapContact, unwatched.door.flap) = (nil, nil)
        unwatched.run(for: .seconds(10))
        #expect(unwatched.door.outputs?.pets?.unknown == ["Mia"], "\(unwatched.text)")
    }

    @Test("read before the locked door she is outside, whatever was thought, and let in")
    func caller() throws {
        var bench = try home()
        bench.night()
        try #require(bench.isLocked)
        bench.show(.stranger())
        bench.run(for: .seconds(5))
        #expect(bench.isLocked)
        bench.show(.mia, reads: 1)
        bench.run(for: .seconds(5))
        #expect(bench.door.latch == false && bench.code == "waiting-for-pets")
    }

    @Test("one that forced its way out past the bolt can come back") func breach() throws {
        var bench = try home()
        bench.night()
        bench.goesOut(.mia)
        bench.run(for: .seconds(5))
        #expect(bench.door.latch == false && bench.door.outputs?.pets?.outside == ["Mia"])
    }

    @Test("a stranger that comes and goes changes nothing") func stranger() throws {
        var bench = try home()
        bench.comesIn(.stranger())
        bench.goesOut(.stranger())
        bench.night()
        #expect(bench.isLocked)
    }

    @Test("what was kept before there were pets is read, and a person's word in it holds")
    func older() throws {
        var bench = try home()
        bench.door.ask(.unlock)
        let new = try #require(JSONValue(encoding: bench.door.memory))
        guard case .object(var old) = new else { return }
        #expect(old.removeValue(forKey: "pets") != nil)
        let memory = try JSONValue.object(old).decode(as: PetDoor.Memory.self)
        #expect(memory.override?.mode == .open && memory.pets == nil)
    }
}
