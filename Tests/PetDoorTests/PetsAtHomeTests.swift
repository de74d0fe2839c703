import Core
import JSON
import PolicyKit
import Testing
import Values

@testable import PetDoor

/// What the door knows of who is home, and what follows for its lock.
@Suite("Pet door: who is home")
struct PetsAtHomeTests {
    private static let both: JSONValue = [
        "Mia": ["276095610728684"], "Tom": ["276098102970942"],
    ]

    @Test("at first nobody knows where a pet is, and it is waited for") func start() throws {
        var bench = try PetBench()
        bench.night()
        #expect(bench.door.state == .pending && bench.code == "waiting-for-pets")
        #expect(bench.text.contains("Mia may be outside: not locked until all are home"))
        #expect(bench.door.outputs?.reason.isFailsafe == false)
        #expect(bench.door.locks == 0)
    }

    @Test("a page is told where each is, and what happened at the flap") func details() throws {
        var bench = try PetBench(["pets": Self.both])
        bench.goesOut(.tom)
        #expect(
            bench.door.details?["pets"] == [
                ["name": "Mia", "where": "unknown"], ["name": "Tom", "where": "outside"],
            ])
        #expect(bench.door.details?["passages"] == ["Tom went out"])
        #expect(bench.door.details?["today"] == ["in": 0, "out": 1, "unknown": 0])
    }

    @Test("a program is told what the door is, and each passage with its number") func program()
        throws
    {
        var bench = try PetBench(["pets": Self.both])
        bench.goesOut(.tom)
        bench.comesIn(.tom)
        let details = bench.door.details
        #expect(details?["state"] == "unlocked" && details?["mode"] == "auto")
        #expect(details?["modes"] == ["auto", "locked", "open"])
        #expect(details?["alerts"] == [])
        #expect(details?["thresholds"]?["light_band_percent"] != nil)
        func event(_ number: Double, _ towards: String, _ text: String) -> JSONValue {
            [
                "number": .number(number), "kind": "transit", "towards": .string(towards),
                "pet": "Tom", "text": .string(text),
            ]
        }
        #expect(
            details?["events"] == [
                event(2, "inside", "Tom came in"), event(1, "outside", "Tom went out"),
            ])
    }

    @Test("it locks a minute after the last has come home") func home() throws {
        var bench = try PetBench()
        bench.goesOut(.mia)
        #expect(bench.text.contains("; Mia is outside; Mia went out"))
        bench.night()
        bench.comesIn(.mia)
        #expect(bench.text.contains("Mia is home, for less than a minute"))
        bench.run(for: .seconds(50))
        #expect(!bench.isLocked)
        bench.run(for: .seconds(15))
        #expect(bench.isLocked && bench.code == "night")
        #expect(bench.text.contains("; Mia is home; Mia came in"))
    }

    @Test("one of two that is home does not lock the other out") func two() throws {
        var bench = try PetBench(["pets": Self.both])
        bench.goesOut(.tom)
        bench.run(for: .seconds(10))
        bench.comesIn(.mia)
        bench.night()
        #expect(bench.door.state == .pending)
        #expect(bench.text.contains("Tom is outside, Mia is home"))
        bench.comesIn(.tom)
        bench.night()
        #expect(bench.isLocked)
        #expect(bench.door.outputs?.pets?.inside == ["Mia", "Tom"])
    }

    @Test("one that stays out for long is told as a failsafe, and not locked out for it")
    func overdue() throws {
        var bench = try PetBench(["pet_overdue_after": "1h"])
        bench.goesOut(.mia)
        bench.night(minutes: 59)
        #expect(bench.code == "waiting-for-pets")
        bench.run(for: .seconds(120))
        #expect(bench.code == "pet-overdue")
        #expect(bench.door.outputs?.reason.isFailsafe == true)
        bench.run(for: .seconds(36_000), every: .seconds(1))
        #expect(bench.door.locks == 0)
    }

    @Test("told to wait for a time, it says until when, then locks and says whom it shuts out")
    func limited() throws {
        var bench = try PetBench(["wait_for_pets": "1h"])
        bench.door.setClock(WallTime(secondsSince1970: 1_797_879_600))
        bench.goesOut(.mia)
        bench.night(minutes: 30)
        #expect(bench.text.contains("or for 30 min; likely to lock about"))
        bench.run(for: .seconds(1860))
        #expect(bench.isLocked && bench.code == "locked-without-pets")
        #expect(bench.text.contains("Mia is outside"))
        #expect(bench.door.outputs?.reason.isFailsafe == true)
        // She comes to the door: then she is let in.
        bench.show(.mia)
        bench.run(for: .seconds(5))
        #expect(bench.door.state == .pending && bench.code == "waiting-for-pets")
    }

    @Test("a schedule that locks waits too; a bolt that lets in has nobody to wait for")
    func schedule() throws {
        let window: JSONValue = ["from": "00:00", "to": "23:59", "mode": "locked"]
        var bench = try PetBench(["schedule": [window]])
        bench.door.setClock(WallTime(secondsSince1970: 1_797_879_600))
        bench.run(for: .seconds(60))
        #expect(bench.code == "waiting-for-pets" && bench.door.outputs?.mode == .locked)
        var curfew = try PetBench(["bolt_bars": "way-out"])
        curfew.goesOut(.mia)
        curfew.night()
        #expect(curfew.isLocked)
    }

    @Test("a person's lock counts at once, and the answer says who is outside") func person() throws
    {
        var bench = try PetBench()
        bench.goesOut(.mia)
        let answer = bench.door.ask(.lock)
        #expect(answer?.outcome == .done && answer?.message.contains("Mia is outside") == true)
        // The flap has opened for the first time since the start: it must be shut for a minute.
        bench.run(for: .seconds(70))
        #expect(bench.isLocked && bench.text.contains("; Mia is outside"))
        bench.door.ask(.auto)
        bench.night()
        #expect(bench.door.state == .pending, "the lock was a person's, not its own")
    }

    @Test("what a person does in between starts the wait again, and makes no lock its own")
    func inBetween() throws {
        var bench = try PetBench(["wait_for_pets": "1h"])
        bench.comesIn(.mia)
        bench.night()
        try #require(bench.isLocked)
        bench.door.ask(.unlock)
        bench.run(for: .seconds(10))
        bench.goesOut(nil)
        bench.door.ask(.lock)
        bench.run(for: .seconds(10))
        try #require(bench.isLocked)
        bench.door.ask(.auto)
        bench.run(for: .seconds(3000))
        #expect(bench.door.state == .pending)
        bench.door.ask(.unlock)
        bench.run(for: .seconds(3600))
        bench.door.ask(.auto)
        bench.run(for: .seconds(3000))
        #expect(bench.code == "waiting-for-pets")
    }

    @Test("a person's word corrects where a pet is, until it passes") func corrected() throws {
        var bench = try PetBench()
        let unknown = bench.say("Rex", .inside)
        #expect(unknown?.outcome == .refused && unknown?.message.contains("there are Mia") == true)
        let known = bench.say("Mia", .inside)
        #expect(known?.outcome == .done && known?.message == "Mia is home")
        bench.night()
        #expect(bench.isLocked)
        _ = bench.say("Mia", .outside)
        bench.run(for: .seconds(10))
        #expect(bench.door.state == .pending)
    }

    @Test(
        "while nobody watches the flap, a bolt on its way back keeps nobody in, whatever its switch says"
    )
    func unwatchedOnItsWay() throws {
        var bench = try PetBench()
        bench.comesIn(.mia)
        bench.night()
        try #require(bench.isLocked && bench.door.outputs?.pets?.inside == ["Mia"])
        bench.door.flapContact = nil
        bench.door.flap = nil
        bench.run(for: .seconds(60))
        try #require(bench.isLocked && bench.door.outputs?.pets?.inside == ["Mia"])
        // The switch says "out" until the bolt is back, and the flap may be free before that.
        bench.door.isStuck = true
        bench.door.ask(.unlock)
        bench.run(for: .seconds(1))
        #expect(bench.door.latch == true && bench.door.outputs?.pets?.inside == [])
    }

    @Test("each passage is told once, counted and kept, with its time") func told() throws {
        var bench = try PetBench()
        bench.door.setClock(WallTime(secondsSince1970: 1_797_879_600))
        bench.comesIn(.mia)
        let before = try #require(bench.door.outputs?.reason)
        bench.goesOut(.stranger())
        let after = try #require(bench.door.outputs?.reason)
        #expect(!before.isSameCase(as: after))
        #expect(after.description.hasSuffix("a stranger (900250000023921) went out at 19:00"))
        let report = bench.door.ask(.pets)
        #expect(
            report?.message.hasSuffix("today 1 time in, 1 time out, 0 times with the way unknown")
                == true)
        try bench.restart()
        #expect(bench.door.outputs?.counts.inward == 1)
        #expect(bench.door.outputs?.reason.last == after.last)
    }

    @Test("two switches tell the way of a pet without a tag, if it is the only one") func switches()
        throws
    {
        var bench = try PetBench(["pets": ["Mia": []]])
        bench.door.tag = nil
        bench.door.flapOutward = Contact(isActive: false)
        func swung(_ isOpen: Bool) {
            bench.moveFlap(isOpen: isOpen)
            bench.door.flapInward = Contact(
                isActive: isOpen, changes: isOpen ? 1 : 2, changedAt: bench.door.now)
        }
        bench.door.flapInward = Contact(isActive: false)
        bench.run(for: .seconds(1))
        swung(true)
        bench.run(for: .seconds(1))
        swung(false)
        bench.night()
        #expect(bench.isLocked && bench.door.outputs?.pets?.inside == ["Mia"])
    }

    /// Two switches cannot tell one that looks in for a second from one that comes in: the first push shows
    /// that she is not there.
    @Test(
        "one that only looked in, and is taken for home, has it open again when she pushes",
        arguments: [[Duration.milliseconds(500)], [.milliseconds(200), .milliseconds(200)]])
    func lookedIn(pushes: [Duration]) throws {
        var bench = try PetBench(["pets": ["Mia": []]])
        bench.door.tag = nil
        bench.door.flapOutward = Contact(isActive: false)
        bench.door.flapInward = Contact(isActive: false)
        var changes: UInt64 = 0
        func push(for time: Duration) {
            for isOpen in [true, false] {
                changes += 1
                bench.moveFlap(isOpen: isOpen)
                bench.door.flapInward = Contact(
                    isActive: isOpen, changes: changes, changedAt: bench.door.now)
                bench.run(for: time, every: .milliseconds(50))
            }
        }
        bench.run(for: .seconds(1))
        push(for: .seconds(1))
        bench.night()
        #expect(bench.isLocked)
        for time in pushes { push(for: time) }
        bench.run(for: .seconds(20))
        #expect(bench.door.state == .pending && bench.door.outputs?.pets?.inside == [])
    }

    /// Mia comes home, and it locks.
    private static func lockedAtHome() throws -> PetBench {
        var bench = try PetBench()
        bench.comesIn(.mia)
        bench.night()
        try #require(bench.isLocked)
        return bench
    }

    @Test("with everybody home a long winter night is no alarm: max_locked counts for 24 h then")
    func longNight() throws {
        var bench = try Self.lockedAtHome()
        bench.run(for: .seconds(14 * 3600), every: .seconds(5))
        #expect(bench.isLocked && bench.code == "night")
        #expect(bench.door.outputs?.alerts == [])
        bench.run(for: .seconds(10 * 3600), every: .seconds(5))
        #expect(bench.door.state == .unlocked && bench.code == "locked-too-long")
        #expect(bench.door.outputs?.alerts.map(\.code) == ["locked-too-long"])
    }

    @Test("who may be outside has max_locked count from when it locked")
    func awayAfterAll() throws {
        var bench = try Self.lockedAtHome()
        bench.run(for: .seconds(12 * 3600), every: .seconds(5))
        #expect(bench.isLocked)
        // By a person's lock, which waits for nobody: it opens all the same.
        _ = bench.door.ask(.lock)
        bench.run(for: .seconds(9 * 3600), every: .seconds(5))
        #expect(bench.isLocked)
        _ = bench.say("Mia", .unknown)
        bench.run(for: .seconds(2 * 3600), every: .seconds(5))
        #expect(bench.door.state == .unlocked && bench.code != "night")
        #expect(bench.door.outputs?.alerts.map(\.code) == ["locked-too-long"])
    }

    @Test("passages whose way nobody knows are a third number, for people and for programs")
    func wayUnknown() throws {
        // One switch and no reader: nobody lives here by name.
        var bench = try PetBench(["pets": [:]])
        bench.door.tag = nil
        for _ in 0..<3 { bench.goesOut(nil) }
        #expect(bench.door.details?["today"] == ["in": 0, "out": 0, "unknown": 3])
        #expect(
            bench.door.ask(.pets)?.message.hasSuffix(
                "today 0 times in, 0 times out, 3 times with the way unknown") == true)
    }
}
