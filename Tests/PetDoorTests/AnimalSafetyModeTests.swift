import Core
import JSON
import TestSupport
import Testing
import Values

@testable import PetDoor

/// What holds for an animal in every mode, whatever the bolt bars and the clock shows.
@Suite("Pet door: an animal that is outside, or in the flap, in every mode")
struct AnimalSafetyModeTests {
    private static let midnight = 20532.0 * 86400
    static let bars = ["both-ways", "way-out", "way-in"]

    /// Locked, in-only or out-only from one time to another, as the bolt can do it.
    private static func settings(
        _ bars: String, _ from: String, _ to: String, _ more: [String: JSONValue] = [:]
    ) -> JSONValue {
        let mode = ["both-ways": "locked", "way-out": "in-only", "way-in": "out-only"][bars] ?? ""
        let base: [String: JSONValue] = [
            "dwell": "0s", "minimum_state_time": "0s", "bolt_bars": .string(bars),
            "schedule": [["from": .string(from), "to": .string(to), "mode": .string(mode)]],
        ]
        return .object(base.merging(more) { $1 })
    }

    private func setClock(_ bench: inout DoorBench, hour: Int) {
        bench.setClock(WallTime(secondsSince1970: Self.midnight + Double(hour) * 3600))
    }

    /// Turns this or that into something else, the clock and what is asked for, too.
    private func disturb(_ bench: inout DoorBench, _ random: inout SeededGenerator) {
        if random.oneIn(20) { bench.light = [0.1, 0.9, nil].randomElement(using: &random) ?? nil }
        if random.oneIn(30) { bench.isStuck.toggle() }
        if random.oneIn(10) {
            bench.flap = [true, true, false, nil].randomElement(using: &random) ?? nil
        }
        if random.oneIn(60) {
            bench.latch = [true, false, nil].randomElement(using: &random) ?? nil
        }
        if random.oneIn(40) { setClock(&bench, hour: Int.random(in: -20...40, using: &random)) }
        if random.oneIn(40) { bench.clockDoubt = bench.clockDoubt == nil ? "not set" : nil }
        if random.oneIn(200) { bench.setClock(nil) }
        let requests: [PetDoor.Request] = [.lock, .unlock, .inOnly, .outOnly, .auto]
        if random.oneIn(100) { bench.send(requests.randomElement(using: &random) ?? .auto) }
    }

    @Test("no bolt goes out but with the flap shut and a switch that answers", arguments: bars)
    func flapIsShut(bars: String) throws {
        var begun = 0
        for seed in 0..<10 {
            var random = SeededGenerator(seed: UInt64(seed))
            var bench = try DoorBench(
                Self.settings(bars, "20:00", "08:00", ["moves_per_hour": 600]))
            bench.hasFlap = true
            for _ in 0..<2000 {
                disturb(&bench, &random)
                let before = bench.state
                let (flap, latch) = (bench.flap, bench.latch)
                guard bench.step().state == .locking, before != .locking else { continue }
                begun += 1
                #expect(flap == true && latch != nil)
            }
        }
        #expect(begun > 20, "\(begun)")
    }

    @Test("after unlock it stays unlocked, whatever the clock does", arguments: bars)
    func unlockStands(bars: String) throws {
        var random = SeededGenerator(seed: 7)
        var bench = try DoorBench(Self.settings(bars, "20:00", "20:01"))
        bench.ask(.unlock)
        for hour in 0..<2000 {
            if hour % 5 == 0 { setClock(&bench, hour: Int.random(in: -99...99, using: &random)) }
            bench.light = [0.1, 0.9].randomElement(using: &random)
            #expect(bench.step().bolt != .move(to: DoorBench.locked))
        }
    }

    @Test("a clock that is not set, has none, or is stale shuts no door", arguments: bars)
    func noClockNoLock(bars: String) throws {
        for doubt in ["not set", nil] {
            var bench = try DoorBench(Self.settings(bars, "00:00", "23:59"))
            if let doubt {
                setClock(&bench, hour: 12)
                bench.clockDoubt = doubt
            }
            for _ in 0..<400 {
                bench.step()
                #expect(!bench.isToldToLock)
            }
            #expect(bench.outputs?.reason.code == "day/no-clock")
        }
    }

    @Test("a schedule that never ends opens after max_locked, and stays open while it would lock")
    func endlessSchedule() throws {
        for bars in ["both-ways", "way-in"] {
            var bench = try DoorBench(
                Self.settings(bars, "00:00", "23:59", ["max_locked": "1h"]))
            setClock(&bench, hour: 1)
            bench.run(for: .seconds(3500), every: .seconds(1))
            #expect(bench.latch == true)
            bench.run(for: .seconds(200), every: .seconds(1))
            for _ in 0..<7200 {
                bench.step(after: .seconds(1))
                #expect(!bench.isToldToLock)
            }
            #expect(bench.outputs?.reason.code == "locked-too-long")
        }
    }

    @Test("a bolt that a hand has drawn by day stays so for as long as the schedule would lock")
    func drawnByHand() throws {
        var bench = try DoorBench(Self.settings("both-ways", "12:00", "14:00"))
        setClock(&bench, hour: 12)
        bench.run(for: .seconds(10))
        try #require(bench.latch == true)
        bench.isStuck = true
        bench.latch = false
        bench.run(for: .seconds(10))
        bench.isStuck = false
        for _ in 0..<6000 {
            bench.step(after: .seconds(1))
            #expect(!bench.isToldToLock)
        }
        #expect(bench.outputs?.reason.code == "drawn-by-hand")
        bench.run(for: .seconds(1500), every: .seconds(1))
        #expect(bench.outputs?.reason.code == "day")
    }

    @Test("a flap that is open when the schedule begins is waited for") func openFlap() throws {
        var bench = try DoorBench(Self.settings("both-ways", "12:00", "14:00"))
        bench.hasFlap = true
        bench.flap = false
        setClock(&bench, hour: 12)
        #expect(bench.run(for: .seconds(60)).state == .pending)
        #expect(bench.outputs?.reason.code == "scheduled-locked/flap-open")
        bench.flap = true
        bench.run(for: .seconds(1))
        #expect(bench.latch == false)
        // It was open for a minute, and for nine more as far as is known: it must be shut for a ninth of that.
        #expect(bench.run(for: .seconds(60)).state == .pending)
        #expect(bench.run(for: .seconds(15)).state == .locked)
    }

    @Test(
        "a flap switch the wrong way round locks nothing onto an animal, right after a start and over a power cut"
    )
    func reversedAtStart() throws {
        let settings = Self.settings("both-ways", "00:00", "23:59")
        var bench = try DoorBench(settings)
        bench.hasFlap = true
        setClock(&bench, hour: 12)
        // Shut, it says "open"; then somebody stands in it.
        bench.flap = false
        bench.run(for: .seconds(10))
        bench.flap = true
        bench.run(for: .seconds(15))
        #expect(bench.locks == 0)
        #expect(bench.outputs?.reason.code.hasSuffix("flap-mostly-open") == true)
        bench.flap = false
        bench.run(for: .seconds(3600), every: .seconds(1))
        // The power fails while the next one stands in it, and he does not leave.
        try bench.resume(settings)
        bench.flap = true
        bench.run(for: .seconds(60))
        #expect(bench.locks == 0, "\(bench.outputs?.reason.code ?? "")")
    }
}
