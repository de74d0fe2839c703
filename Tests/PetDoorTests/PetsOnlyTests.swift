import Core
import JSON
import TestSupport
import Testing
import Values

@testable import PetDoor

/// The mode `pets-only`: it opens for a tag of the house, for no other, and in doubt it does what `auto` does.
@Suite("Pet door: pets only")
struct PetsOnlyTests {
    private static let house: JSONValue = [
        "Mia": ["276095610728684"], "Tom": ["276098102970942"],
    ]

    /// Both have been read, are at home, and it is a bright day.
    private func home(
        _ more: [String: JSONValue] = [:], asks: Bool = true
    ) throws -> PetBench {
        let base: [String: JSONValue] = ["bolt_bars": "way-in", "pets": Self.house]
        var bench = try PetBench(base.merging(more) { $1 })
        bench.run(for: .seconds(60))
        bench.comesIn(.tom)
        bench.comesIn(.mia)
        if asks { bench.door.ask(.petsOnly) }
        bench.run(for: .seconds(60))
        return bench
    }

    private func expectAuto(_ bench: PetBench, _ words: String) {
        #expect(bench.door.state == .unlocked && bench.door.outputs?.mode == .auto)
        #expect(bench.code?.hasSuffix("/not-pets-only") == true, "\(bench.text)")
        #expect(bench.text.contains("not pets-only: \(words)"), "\(bench.text)")
    }

    // MARK: What the mechanics can do

    @Test(
        "it is refused where the bolt or the reader cannot do it, as a request and in a schedule",
        arguments: [
            ("way-in", "outside", nil), ("way-in", "both", nil), ("both-ways", "both", nil),
            ("way-in", "inside", "sees the outside"),
            ("both-ways", "outside", "a pet could not get out"),
            ("both-ways", "inside", "sees the outside"),
            ("way-out", "outside", "not pets-only"), ("way-out", "both", "not pets-only"),
        ] as [(String, String, String?)])
    func mechanics(bars: String, reader: String, refusal: String?) throws {
        let settings: [String: JSONValue] = [
            "bolt_bars": .string(bars), "reader_side": .string(reader),
        ]
        var bench = try PetBench(settings)
        let given = bench.door.ask(.petsOnly)
        let answer = try #require(given)
        #expect(answer.isAccepted == (refusal == nil))
        #expect(answer.message.contains(refusal ?? "pets-only"), "\(answer.message)")
        let windows: JSONValue = [["from": "08:00", "to": "20:00", "mode": "pets-only"]]
        let scheduled = Result { try PetBench(settings.merging(["schedule": windows]) { $1 }) }
        switch scheduled {
        case .success: #expect(refusal == nil)
        case .failure(let error): #expect("\(error)".contains(refusal ?? "no refusal expected"))
        }
    }

    @Test("it is refused where nobody is named, and is among the modes only where it can be")
    func nobody() throws {
        var bench = try DoorBench(["bolt_bars": "way-in", "dwell": "0s"])
        let answer = bench.ask(.petsOnly)
        #expect(answer?.message.contains("needs \"pets\"") == true)
        func modes(_ details: JSONValue?) -> JSONValue? {
            guard case .object(let members)? = details else { return nil }
            return members["modes"]
        }
        #expect(modes(bench.details) == ["auto", "out-only", "open"])
        let door = try home().door
        #expect(modes(door.details) == ["auto", "out-only", "open", "pets-only"])
    }

    // MARK: Whom it opens for

    @Test("it begins once each pet has been read") func begins() throws {
        var bench = try PetBench(["bolt_bars": "way-in", "pets": Self.house])
        bench.door.ask(.petsOnly)
        bench.run(for: .seconds(120))
        expectAuto(bench, "not every pet has been read since the start")
        #expect(bench.door.outputs?.reason.isFailsafe == false)
        bench.comesIn(.mia)
        bench.run(for: .seconds(60))
        expectAuto(bench, "not every pet has been read since the start")
        let answer = bench.door.ask(.pets)
        #expect(answer?.message.contains("; not read: Tom;") == true)
        bench.comesIn(.tom)
        bench.run(for: .seconds(60))
        #expect(bench.isLocked && bench.code == "asked-pets-only", "\(bench.text)")
        #expect(bench.door.outputs?.mode == .petsOnly)
    }

    @Test(
        "the bolt comes back for a pet within two seconds, by day and by night",
        arguments: [0.9, 0.1])
    func opens(light: Double) throws {
        var bench = try home()
        bench.door.light = light
        bench.run(for: .seconds(60))
        try #require(bench.isLocked)
        bench.show(.mia)
        bench.run(for: .seconds(1))
        #expect(bench.door.latch == false && bench.code?.hasPrefix("pet-at-door") == true)
        #expect(bench.text.contains("unlocked for Mia"), "\(bench.text)")
    }

    @Test("one that goes away again has passage_time, and then the bolt goes out") func goesAway()
        throws
    {
        var bench = try home(["passage_time": "20s"])
        bench.show(.mia)
        bench.run(for: .seconds(10))
        bench.show(nil)
        bench.run(for: .milliseconds(19_500))
        #expect(bench.door.latch == false)
        bench.run(for: .seconds(5))
        #expect(bench.door.latch == true && bench.isLocked)
    }

    @Test("behind one that has come in the bolt goes out as soon as the flap is at rest")
    func relocks() throws {
        var bench = try home(["passage_time": "120s"])
        bench.comesIn(.mia)
        bench.run(for: .seconds(5))
        #expect(bench.isLocked && bench.door.latch == true, "\(bench.text)")
    }

    @Test("no tag of a stranger draws the bolt, however often it is read") func stranger() throws {
        var bench = try home()
        let moves = bench.door.moves
        for number in 0..<100 as Range<UInt64> {
            bench.show(.stranger(number))
            bench.run(for: .seconds(7))
            bench.show(nil)
            bench.run(for: .seconds(7))
        }
        #expect(bench.isLocked && bench.door.moves == moves, "\(bench.text)")
    }

    @Test("a stranger that holds the flap open as the bolt is to go out keeps it back") func holds()
        throws
    {
        var bench = try home()
        bench.show(.mia)
        bench.run(for: .seconds(2))
        bench.show(nil)
        bench.moveFlap(isOpen: true)
        bench.run(for: .seconds(60))
        #expect(bench.door.latch == false && bench.code?.hasSuffix("flap-open") == true)
    }

    // MARK: Doubt

    @Test("a reader that is lost opens the door at once, and is trusted after a minute") func lost()
        throws
    {
        var bench = try home()
        bench.door.tag = .absent(since: bench.door.now, because: "unplugged")
        bench.door.run(for: .seconds(10))
        expectAuto(bench, "the tag reader is absent or in doubt")
        #expect(bench.door.outputs?.reason.isFailsafe == true)
        bench.show(nil)
        bench.run(for: .seconds(59))
        #expect(bench.door.state == .unlocked)
        bench.run(for: .seconds(10))
        #expect(bench.isLocked)
    }

    @Test("a noisy reader counts as a lost one") func noisy() throws {
        var bench = try home()
        bench.door.tag = .doubtful(
            TagPresence(tag: nil, reads: 0, since: bench.door.now), at: bench.door.now,
            because: "noise")
        bench.door.run(for: .seconds(10))
        expectAuto(bench, "the tag reader is absent or in doubt")
    }

    @Test("a reader that says nothing for reader_trusted_for lets all in, until it reads again")
    func silent() throws {
        var bench = try home(["reader_trusted_for": "2h"])
        bench.run(for: .seconds(7000), every: .seconds(1))
        #expect(bench.isLocked)
        bench.run(for: .seconds(300), every: .seconds(1))
        expectAuto(bench, "no tag has been read for 2.0 h")
        bench.show(.stranger())
        bench.run(for: .seconds(2))
        bench.show(nil)
        bench.run(for: .seconds(30))
        #expect(bench.isLocked, "\(bench.text)")
    }

    @Test("one whose tag has failed outside is not waited for longer than reader_trusted_for")
    func collar() throws {
        var bench = try home(["reader_trusted_for": "2h"])
        bench.goesOut(.tom)
        for _ in 0..<3 {
            bench.run(for: .seconds(2400), every: .seconds(1))
            bench.show(.mia)
            bench.run(for: .seconds(2))
            bench.show(nil)
            bench.run(for: .seconds(60))
        }
        expectAuto(bench, "a pet that may be outside has not been read for 2.0 h")
        let answer = bench.say("Tom", .inside)
        #expect(answer?.isAccepted == true)
        bench.run(for: .seconds(30))
        #expect(bench.isLocked, "\(bench.text)")
    }

    @Test("one that was home is missed only after it may have been outside for reader_trusted_for")
    func asleep() throws {
        var bench = try home(["reader_trusted_for": "2h"])
        func morePasses(_ hours: Int) {
            for _ in 0..<hours * 2 {
                bench.run(for: .seconds(1740), every: .seconds(1))
                bench.show(.mia)
                bench.run(for: .seconds(2))
                bench.show(nil)
                bench.run(for: .seconds(58))
            }
        }
        morePasses(3)
        #expect(bench.isLocked, "\(bench.text)")
        let answer = bench.say("Tom", .unknown)
        #expect(answer?.isAccepted == true)
        morePasses(1)
        #expect(bench.isLocked, "\(bench.text)")
        morePasses(2)
        expectAuto(bench, "a pet that may be outside has not been read for 2.0 h")
    }

    @Test("in a frost it does what auto does, until the thaw") func frost() throws {
        var bench = try home(["frost_below": "5 °C"])
        bench.door.celsius = 4
        bench.run(for: .seconds(10))
        expectAuto(bench, "it freezes, and ice could hold the bolt before a pet")
        bench.door.celsius = 6
        bench.run(for: .seconds(10))
        expectAuto(bench, "it freezes")
        bench.door.celsius = 8
        bench.run(for: .seconds(30))
        #expect(bench.isLocked, "\(bench.text)")
    }

    @Test("two knocks that no tag goes with let all in, until a tag is read") func knocks() throws {
        var bench = try home()
        for _ in 0..<2 {
            bench.moveFlap(isOpen: true)
            bench.run(for: .milliseconds(600))
            bench.moveFlap(isOpen: false)
            bench.run(for: .seconds(10))
        }
        expectAuto(bench, "twice somebody was at the flap, and no tag was read")
        bench.show(.tom)
        bench.run(for: .seconds(1))
        bench.show(nil)
        bench.run(for: .seconds(60))
        #expect(bench.isLocked, "\(bench.text)")
    }

    @Test("a collar that was lost at the reader opens the door for all, not for ever for one")
    func lostCollar() throws {
        var bench = try home()
        bench.show(.mia)
        bench.run(for: .seconds(330))
        expectAuto(bench, "one tag stays at the reader")
        bench.show(nil)
        bench.run(for: .seconds(90))
        #expect(bench.isLocked, "\(bench.text)")
    }

    @Test("with its moves spent it opens to all, and goes on when there are some again")
    func moves()
        throws
    {
        var bench = try home(["moves_per_hour": 12])
        for _ in 0..<10 {
            bench.show(.mia)
            bench.run(for: .seconds(2))
            bench.show(nil)
            bench.run(for: .seconds(30))
        }
        expectAuto(bench, "the bolt has moved as often as it may for now")
        #expect(bench.door.latch == false)
        bench.run(for: .seconds(3600), every: .seconds(1))
        #expect(bench.isLocked, "\(bench.text)")
    }

    @Test("a tag that became another one is read before it counts") func changedTag() throws {
        var bench = try home()
        let other: JSONValue = ["Mia": ["276095610728685"], "Tom": ["276098102970942"]]
        bench.door.ask(.auto)
        bench.run(for: .seconds(10))
        try bench.door.change(to: PetBench.settings(["bolt_bars": "way-in", "pets": other]))
        bench.door.ask(.petsOnly)
        bench.run(for: .seconds(60))
        expectAuto(bench, "not every pet has been read since the start")
    }

    // MARK: With what else decides

    @Test("no night of it is too long: a pet could come in all the time") func maxLocked() throws {
        var bench = try home(["max_locked": "10min"])
        bench.door.light = 0.1
        for _ in 0..<5 {
            bench.run(for: .seconds(3600), every: .seconds(1))
            #expect(bench.isLocked && bench.code == "asked-pets-only", "\(bench.text)")
        }
    }

    @Test("by night in doubt it waits for those that may be outside, as in auto")
    func nightInDoubt()
        throws
    {
        var bench = try home()
        bench.goesOut(.tom)
        bench.door.light = 0.1
        bench.run(for: .seconds(60))
        #expect(bench.isLocked)
        bench.door.tag = .absent(since: bench.door.now, because: "unplugged")
        bench.door.run(for: .seconds(60))
        #expect(bench.code == "waiting-for-pets/not-pets-only", "\(bench.text)")
        #expect(bench.door.latch == false)
    }

    @Test("what comes before it: a fire, a hand, an unlock, a change that waits") func overruled()
        throws
    {
        var fire = try home()
        fire.door.fire = .good(Contact(isActive: true), at: fire.door.now)
        fire.run(for: .seconds(10))
        #expect(fire.code == "fire" && fire.door.latch == false, "\(fire.text)")

        var hand = try home()
        hand.door.light = 0.1
        hand.run(for: .seconds(10))
        hand.door.latch = false
        hand.run(for: .seconds(10))
        #expect(hand.code == "drawn-by-hand" && hand.door.latch == false, "\(hand.text)")

        var unlocked = try home()
        unlocked.door.ask(.unlock)
        unlocked.run(for: .seconds(5))
        #expect(unlocked.code == "asked-unlocked" && unlocked.door.latch == false)

        var change = try home()
        change.door.retreat()
        change.run(for: .seconds(5))
        #expect(change.code == "retreating" && change.door.latch == false)
        change.run(for: .seconds(70))
        #expect(change.isLocked && change.code == "asked-pets-only")
    }

    @Test("a lock that a person asks for bars all; pets-only ends that") func lockInstead() throws {
        var bench = try home()
        bench.door.ask(.outOnly)
        bench.show(.mia)
        bench.run(for: .seconds(5))
        #expect(bench.code == "asked-out-only" && bench.door.latch == true)
        bench.door.ask(.petsOnly)
        bench.run(for: .seconds(5))
        #expect(bench.door.latch == false && bench.code?.hasPrefix("pet-at-door") == true)
    }

    @Test("a policy does not end a person's pets-only") func policy() throws {
        var bench = try home()
        let answer = bench.door.ask(.outOnly, from: .policy("rules"))
        #expect(answer?.isAccepted == false)
        #expect(answer?.message.contains("a person asked for pets-only") == true)
    }

    @Test("it holds over a restart, and begins again when each pet has been read") func restart()
        throws
    {
        var bench = try home()
        try bench.door.resume(PetBench.settings(["bolt_bars": "way-in", "pets": Self.house]))
        bench.run(for: .seconds(90))
        expectAuto(bench, "not every pet has been read since the start")
        bench.comesIn(.mia)
        bench.comesIn(.tom)
        bench.run(for: .seconds(60))
        #expect(bench.code == "asked-pets-only" && bench.isLocked, "\(bench.text)")
    }

    @Test("by the schedule it holds for its hours, and not without a clock") func scheduled() throws
    {
        let part: JSONValue = ["from": "08:00", "to": "20:00", "mode": "pets-only"]
        var bench = try home(["schedule": [part]], asks: false)
        bench.door.setClock(WallTime(secondsSince1970: 20532 * 86400 + 7 * 3600))
        bench.run(for: .seconds(60))
        #expect(bench.door.state == .unlocked && bench.code == "day", "\(bench.text)")
        bench.run(for: .seconds(3600), every: .seconds(1))
        #expect(bench.isLocked && bench.code == "scheduled-pets-only", "\(bench.text)")
        bench.show(.tom)
        bench.run(for: .seconds(2))
        #expect(bench.door.latch == false)
        bench.show(nil)
        bench.run(for: .seconds(60))
        bench.door.clockDoubt = "not set"
        bench.run(for: .seconds(10))
        #expect(bench.code == "day/no-clock" && bench.door.latch == false, "\(bench.text)")
    }

    @Test("after a night that was too long it begins again by day, in the hours of a schedule, too")
    func afterLongNight() throws {
        let part: JSONValue = ["from": "06:00", "to": "20:00", "mode": "pets-only"]
        let shut: [String: JSONValue] = ["schedule": [part], "max_locked": "10min"]
        var bench = try home(shut.merging(["wait_for_pets": "0s"]) { $1 }, asks: false)
        bench.goesOut(.tom)
        bench.door.setClock(WallTime(secondsSince1970: 20532 * 86400 + 5 * 3600))
        bench.door.light = 0.1
        bench.run(for: .seconds(1800), every: .seconds(1))
        #expect(bench.code == "locked-too-long", "\(bench.text)")
        bench.run(for: .seconds(3600), every: .seconds(1))
        #expect(bench.code == "locked-too-long" && bench.door.latch == false, "\(bench.text)")
        bench.door.light = 0.9
        bench.run(for: .seconds(60))
        #expect(bench.code == "scheduled-pets-only" && bench.isLocked, "\(bench.text)")
    }

    @Test("a bolt drawn by hand in the hours of a schedule is not sent out again")
    func handInSchedule()
        throws
    {
        let part: JSONValue = ["from": "06:00", "to": "20:00", "mode": "pets-only"]
        var bench = try home(["schedule": [part]], asks: false)
        bench.door.setClock(WallTime(secondsSince1970: 20532 * 86400 + 7 * 3600))
        bench.run(for: .seconds(60))
        try #require(bench.isLocked)
        let locks = bench.door.locks
        bench.door.latch = false
        bench.run(for: .seconds(3600), every: .seconds(1))
        #expect(bench.door.locks == locks && bench.code == "drawn-by-hand", "\(bench.text)")
    }

    @Test(
        "knocks open it only for one that is known to be outside", arguments: [false, true])
    func knocksOpen(isOut: Bool) throws {
        var bench = try home(["unlock_after_knocks": 2])
        if isOut { bench.goesOut(.tom) }
        bench.run(for: .seconds(60))
        for _ in 0..<2 {
            bench.show(.stranger())
            bench.run(for: .seconds(1))
            bench.moveFlap(isOpen: true)
            bench.run(for: .milliseconds(200))
            bench.moveFlap(isOpen: false)
            bench.show(nil)
            bench.run(for: .seconds(10))
        }
        // A stranger's knocks open nothing at all.
        #expect(bench.isLocked, "\(bench.text)")
        for _ in 0..<2 {
            bench.show(.mia, reads: 1)
            bench.run(for: .milliseconds(250))
            bench.show(nil)
            bench.moveFlap(isOpen: true)
            bench.run(for: .milliseconds(400))
            bench.moveFlap(isOpen: false)
            bench.run(for: .seconds(30))
        }
        #expect((bench.code == "knocked") == false || isOut, "\(bench.text)")
    }

    // MARK: Whatever happens

    /// Turns this or that into something else.
    private func disturb(_ bench: inout PetBench, _ random: inout SeededGenerator) {
        let tags: [TagID?] = [nil, nil, .mia, .tom, .stranger()]
        if random.oneIn(20) { bench.show(tags.randomElement(using: &random) ?? nil) }
        if random.oneIn(400) {
            bench.door.tag = .absent(since: bench.door.now, because: "unplugged")
        }
        if random.oneIn(30) { bench.moveFlap(isOpen: random.oneIn(3)) }
        if random.oneIn(200) {
            bench.door.light = [0.1, 0.9, nil].randomElement(using: &random) ?? nil
        }
        let requests: [PetDoor.Request] = [.petsOnly, .petsOnly, .unlock, .outOnly, .auto]
        if random.oneIn(200) { bench.door.send(requests.randomElement(using: &random) ?? .auto) }
    }

    @Test(
        "no bolt goes out but with the flap shut, and a pet at a good reader waits two seconds at most"
    )
    func random() throws {
        var (locks, callers) = (0, 0)
        for seed in 0..<20 {
            var random = SeededGenerator(seed: UInt64(seed))
            var bench = try home(["moves_per_hour": 600, "moves_per_day": 14_400])
            var waited = Duration.zero
            for _ in 0..<4000 {
                disturb(&bench, &random)
                let before = bench.door.state
                bench.run(for: .milliseconds(250))
                if bench.door.state == .locking, before != .locking {
                    locks += 1
                    #expect(bench.door.flapContact?.isActive == true)
                }
                let tag = bench.door.tag?.good?.tag
                let isCalled =
                    (tag == .mia || tag == .tom) && bench.door.outputs?.mode == .petsOnly
                waited = isCalled && bench.door.latch == true ? waited + .milliseconds(250) : .zero
                if isCalled { callers += 1 }
                #expect(waited <= .seconds(2), "seed \(seed): \(bench.text)")
            }
        }
        #expect(locks > 100 && callers > 1000, "\(locks) \(callers)")
    }
}
