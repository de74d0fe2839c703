import Core
import JSON
import PolicyKit
import Testing
import Values

@testable import PetDoor

@Suite("Pet door: what moves in the tunnel, knocks, and ice")
struct TunnelTests {
    private func contact(_ isActive: Bool, changes: UInt64 = 0) -> Sample<Contact> {
        .good(Contact(isActive: isActive, changes: changes), at: .zero)
    }

    @Test("nothing is pushed out before the tunnel has been empty for 10 s, whoever asks")
    func occupied() throws {
        var bench = try DoorBench()
        bench.tunnel = contact(true)
        bench.light = 0.1
        bench.ask(.lock)
        #expect(bench.run(for: .seconds(60)).state == .pending)
        #expect(bench.outputs?.reason.code == "asked-locked/tunnel-occupied")
        #expect(bench.outputs?.reason.isFailsafe == false)
        bench.tunnel = contact(false)
        // After a start its first minute counts for ten: see FlapMonitorTests.
        #expect(bench.run(for: .seconds(60)).state == .pending)
        #expect(bench.run(for: .seconds(15)).state == .locked)
        // Later it is ten seconds.
        bench.ask(.unlock)
        bench.run(for: .seconds(600))
        bench.tunnel = contact(true, changes: 1)
        bench.run(for: .seconds(9))
        bench.ask(.lock)
        bench.tunnel = contact(false, changes: 2)
        #expect(bench.run(for: .milliseconds(10_000)).state == .pending)
        #expect(bench.run(for: .seconds(4)).state == .locked)
    }

    @Test("something that was there between two looks was there") func short() throws {
        var bench = try DoorBench()
        bench.tunnel = contact(false)
        bench.run(for: .seconds(11))
        bench.light = 0.1
        bench.tunnel = contact(false, changes: 2)
        #expect(bench.run(for: .seconds(9)).state == .pending)
    }

    @Test("a sensor that is not heard proves nothing: it does not lock") func unheard() throws {
        var bench = try DoorBench()
        bench.tunnel = .absent(since: bench.now, because: "unplugged")
        bench.light = 0.1
        #expect(bench.run(for: .seconds(600)).state == .pending)
        bench.tunnel = contact(false)
        #expect(bench.run(for: .seconds(9)).state == .pending)
    }

    @Test("something that comes while the bolt goes out calls it back") func comes() throws {
        var bench = try DoorBench()
        bench.tunnel = contact(false)
        bench.run(for: .seconds(11))
        bench.isStuck = true
        bench.light = 0.1
        #expect(bench.step().state == .locking)
        bench.tunnel = contact(true)
        #expect(bench.step().bolt == .move(to: DoorBench.unlocked))
    }

    // MARK: - Knocks

    /// Pushed and held for half a second against the bolt, as one switch sees it.
    private func knock(_ bench: inout PetBench) {
        bench.moveFlap(isOpen: true)
        bench.run(for: .milliseconds(500))
        bench.moveFlap(isOpen: false)
        bench.run(for: .seconds(5))
    }

    private func lockedFlap(_ more: [String: JSONValue] = [:]) throws -> PetBench {
        var bench = try PetBench(more.merging(["pets": [:], "reader_side": "outside"]) { $1 })
        bench.door.tag = nil
        bench.night()
        try #require(bench.isLocked)
        return bench
    }

    @Test("a push at the locked flap is counted and told, and by default unlocks nothing")
    func knocks() throws {
        var bench = try lockedFlap()
        for _ in 0..<5 { knock(&bench) }
        #expect(bench.isLocked && bench.door.outputs?.knocks == 5)
        #expect(bench.door.outputs?.alerts.map(\.code) == ["knock"])
        #expect(bench.door.outputs?.alerts.map(\.severity) == [.info])
        bench.run(for: .seconds(601))
        #expect(bench.door.outputs?.knocks == 0)
    }

    @Test("where it is set, so many pushes within ten minutes unlock, for a while")
    func mercy() throws {
        var bench = try lockedFlap(["unlock_after_knocks": 3])
        knock(&bench)
        knock(&bench)
        bench.run(for: .seconds(601))
        knock(&bench)
        knock(&bench)
        #expect(bench.isLocked)
        knock(&bench)
        #expect(bench.door.state == .unlocked && bench.code == "knocked")
        bench.run(for: .seconds(580))
        #expect(bench.door.state == .unlocked)
        bench.run(for: .seconds(30))
        #expect(bench.isLocked)
    }

    @Test("no push unlocks what a person has locked, nor for those who are all home")
    func noMercy() throws {
        var bench = try lockedFlap(["unlock_after_knocks": 3])
        bench.door.ask(.lock)
        for _ in 0..<5 { knock(&bench) }
        #expect(bench.isLocked)
        bench = try PetBench(["unlock_after_knocks": 3, "pets": PetBench.house])
        _ = bench.say("Mia", .inside)
        bench.night()
        try #require(bench.isLocked)
        bench.show(.stranger())
        for _ in 0..<5 { knock(&bench) }
        #expect(bench.isLocked, "\(bench.text)")
    }

    @Test("a person who decides starts the count again") func forgotten() throws {
        var bench = try lockedFlap(["unlock_after_knocks": 3])
        knock(&bench)
        knock(&bench)
        bench.door.ask(.auto)
        #expect(bench.door.outputs?.knocks == 0)
        knock(&bench)
        #expect(bench.isLocked)
    }

    @Test(
        "who pushed inwards or nobody knows which way has knocked, but no stranger and none that passed",
        arguments: [
            (.unidentified, .deny, .inside, true), (.unidentified, .deny, nil, true),
            (.animal("Mia"), .breach, .inside, true), (.unidentified, .deny, .outside, false),
            (.stranger(.stranger()), .deny, .inside, false),
            (.unidentified, .transit, .inside, false), (.unidentified, .peek, nil, false),
        ] as [(Household.Visitor, Passage.Kind, FlapSide?, Bool)])
    func isKnock(
        visitor: Household.Visitor, kind: Passage.Kind, towards: FlapSide?, expected: Bool
    ) {
        let note = PetDoor.PassageNote(visitor: visitor, kind: kind, towards: towards, time: nil)
        #expect(note.isKnock == expected)
    }

    @Test("with all pets home a push unlocks nothing, however often; with one out, the second does")
    func home() throws {
        let settings = try DoorBench.shipped([
            "unlock_after_knocks": 2, "knock_unlock_for": "1min",
        ]).knocks
        let push = PetDoor.PassageNote(
            visitor: .unidentified, kind: .deny, towards: .inside, time: nil)
        let now = Instant.zero
        var counter = PetDoor.KnockCounter()
        for _ in 0..<9 { counter.note([push], isAnybodyOut: false, by: settings, at: now) }
        #expect(counter.left(at: now) == nil)
        counter = PetDoor.KnockCounter()
        counter.note([push], isAnybodyOut: true, by: settings, at: now)
        #expect(counter.left(at: now) == nil)
        counter.note([push], isAnybodyOut: true, by: settings, at: now)
        #expect(counter.left(at: now) == .seconds(60))
        #expect(counter.left(at: now + .seconds(60)) == nil)
    }

    // MARK: - Ice

    /// A quarter of the way from 65 out to 180 degrees.
    private let little = ServoCommand.move(to: .degrees(93.75))

    private func frosty(
        exercisedEvery period: JSONValue = "30min", movesPerHour: JSONValue = 60
    ) throws -> DoorBench {
        var bench = try DoorBench([
            "dwell": "0s", "minimum_state_time": "0s", "frost_exercise_every": period,
            "moves_per_hour": movesPerHour,
        ])
        bench.hasFlap = true
        bench.celsius = 0
        bench.ask(.unlock)
        bench.settle()
        return bench
    }

    /// How often the bolt is moved a little.
    private func exercises(of bench: inout DoorBench, steps: Int) -> Int {
        var times = 0
        for _ in 0..<steps {
            let before = bench.outputs?.bolt
            bench.step()
            if bench.outputs?.bolt == little, before != little { times += 1 }
            #expect(bench.state == .unlocked && !bench.isToldToLock)
        }
        return times
    }

    @Test("in frost a bolt that is back is moved a little and drawn again, every half hour")
    func exercise() throws {
        var bench = try frosty()
        // Two hours.
        let times = exercises(of: &bench, steps: 28_800)
        #expect((3...4).contains(times) && bench.moves <= 9, "\(times), \(bench.moves)")
        #expect(bench.outputs?.bolt == .move(to: DoorBench.unlocked))
    }

    @Test("moved against ice each minute, a bolt keeps to half of the hour's moves")
    func exerciseBudget() throws {
        var bench = try frosty(exercisedEvery: "1min", movesPerHour: 8)
        // In 58 minutes; two moves each, after the one that unlocked.
        #expect(exercises(of: &bench, steps: 14_000) == 2)
    }

    @Test("ice moves no bolt under a flap that is not proven shut, and not by a lost thermometer")
    func noExercise() throws {
        for disturb: (inout DoorBench) -> Void in [
            { $0.flap = false }, { $0.flap = nil }, { $0.celsius = nil }, { $0.celsius = 3.1 },
            { $0.sensorAge = .seconds(301) },
        ] {
            var bench = try frosty()
            bench.step()
            disturb(&bench)
            bench.step()
            for _ in 0..<7200 {
                #expect(bench.step(after: .seconds(1)).bolt != little)
            }
        }
    }

    @Test("a flap that opens while the bolt is moved against ice calls it back at once")
    func flapOpens() throws {
        var bench = try frosty()
        for _ in 0..<7300 where bench.outputs?.bolt != little { bench.step() }
        try #require(bench.outputs?.bolt == little)
        bench.flap = false
        #expect(bench.step().bolt == .move(to: DoorBench.unlocked))
    }

    @Test("by default no bolt is moved for ice") func byDefault() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.celsius = 0
        bench.ask(.unlock)
        bench.settle()
        let moves = bench.moves
        bench.run(for: .seconds(3600), every: .seconds(1))
        #expect(bench.moves == moves)
    }

    @Test("a bolt that is out in frost may freeze in: that is told") func icing() throws {
        var bench = try DoorBench(["dwell": "0s", "temperature_min": "-20°C"])
        bench.celsius = 0
        bench.settle()
        #expect(bench.state == .unlocked && bench.outputs?.alerts == [])
        bench.lockByNight()
        #expect(bench.outputs?.alerts.map(\.code) == ["icing"])
    }
}
