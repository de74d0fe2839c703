import Core
import JSON
import TestSupport
import Testing
import Values

@testable import PetDoor

@Suite struct SuccessionTests {
    private static let other: JSONValue = [
        "dwell": "0s", "minimum_state_time": "0s", "temperature_max": "31 °C",
    ]

    @Test("a bolt that is held stays held from one step to the next, with no move more")
    func continuous() throws {
        var bench = try DoorBench()
        bench.step()
        bench.lockByNight()
        #expect(bench.isToldToLock)
        let moves = bench.moves
        for _ in 0..<100 {
            try bench.change(to: Self.other)
            bench.step()
            #expect(bench.isToldToLock)
            #expect(bench.state == .locked)
        }
        #expect(bench.moves == moves)
    }

    @Test("the changed setting counts from the next step on") func counts() throws {
        var bench = try DoorBench()
        bench.celsius = 32
        bench.settle()
        #expect(bench.state == .unlocked)
        try bench.change(to: Self.other)
        bench.run(for: .seconds(4))
        #expect(bench.state == .locked)
    }

    @Test("not while the flap is open, the bolt moves, or a person has locked it")
    func refusals() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.flap = false
        bench.step()
        #expect(throws: PlainError("somebody may be in the flap; until it is shut")) {
            try bench.change(to: Self.other)
        }
        bench.flap = true
        bench.run(for: .seconds(60))
        try bench.change(to: Self.other)

        #expect(throws: PlainError.self) { try bench.change(to: ["unlocked_angle": "70deg"]) }

        var moving = try DoorBench()
        moving.step()
        moving.isStuck = true
        moving.light = 0.1
        moving.run(for: .seconds(1))
        #expect(throws: PlainError("the bolt moves; until it has arrived")) {
            try moving.change(to: Self.other)
        }

        var asked = try DoorBench()
        asked.step()
        asked.ask(.lock)
        asked.run(for: .seconds(2))
        #expect(throws: PlainError.self) { try asked.change(to: Self.other) }
        asked.ask(.auto)
        asked.run(for: .seconds(4))
        try asked.change(to: Self.other)
    }

    /// A door by night whose switches were swapped by a change: its flap, which is shut, reads as the bolt, out; and its
    /// bolt, which is back, as the flap, open.
    private static func ill() throws -> DoorBench {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.settle()
        bench.isStuck = true
        (bench.latch, bench.flap) = (true, false)
        bench.run(for: .seconds(60))
        #expect(bench.state == .jammed)
        return bench
    }

    @Test("an ill configuration is left by what the switches of the next one say")
    func illLeft() throws {
        var bench = try Self.ill()
        var right = bench
        (right.latch, right.flap) = (false, true)
        try bench.change(to: Self.other, seeing: right.inputs)
        (bench.latch, bench.flap) = (false, true)
        bench.run(for: .seconds(10))
        #expect(bench.state == .unlocked)
        // Whoever is in the flap by those is waited for.
        var occupied = try Self.ill()
        right.flap = false
        #expect(throws: PlainError("somebody may be in the flap; until it is shut")) {
            try occupied.change(to: Self.other, seeing: right.inputs)
        }
    }

    @Test("where the switches of the next one say nothing, the bolt goes to its safe angle first")
    func unheard() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.settle()
        bench.lockByNight()
        #expect(bench.state == .locked)
        var silent = bench
        (silent.latch, silent.flap) = (nil, nil)
        let why = thrownError(PlainError.self) {
            try bench.change(to: Self.other, seeing: silent.inputs)
        }
        #expect(why?.description.contains("the bolt goes back first") == true)
        bench.retreat()
        bench.run(for: .seconds(10))
        #expect(bench.outputs?.reason.code == "retreating")
        #expect(bench.servo == DoorBench.unlocked)
        try bench.change(to: Self.other, seeing: silent.inputs)
        // Whoever does not come again has not unlocked it for the night.
        var abandoned = bench
        abandoned.run(for: .seconds(70))
        #expect(abandoned.state == .locked)
    }

    @Test("a bolt that only its switch calls back is sent back for a change that waits for it")
    func onlyBySwitch() throws {
        var bench = try DoorBench([
            "dwell": "0s", "minimum_state_time": "0s", "moves_per_hour": 6,
            "jam_retry_every": "1s", "jam_retry_at_most": "1s",
        ])
        bench.hasFlap = true
        bench.settle()
        // A switch that lies uses up the moves of the hour; what it says at last is believed.
        bench.isStuck = true
        for _ in 0..<40 {
            bench.latch = true
            bench.run(for: .seconds(12))
            bench.latch = false
            bench.run(for: .seconds(12))
        }
        bench.isStuck = false
        var silent = bench
        (silent.latch, silent.flap) = (nil, nil)
        let others: JSONValue = [
            "dwell": "0s", "minimum_state_time": "0s", "temperature_max": "31 °C",
        ]
        for _ in 0..<2 {
            if (try? bench.change(to: others, seeing: silent.inputs)) != nil { return }
            bench.retreat()
            bench.run(for: .seconds(10))
        }
        try bench.change(to: others, seeing: silent.inputs)
    }

    @Test("what it counts and waits for goes on: the same settings once more change nothing")
    func nothing() throws {
        let more: [String: JSONValue] = [
            "unlock_after_knocks": 3, "wait_for_pets": "2min", "dwell": "30s",
            "minimum_state_time": "2min", "grace": "5min", "max_locked": "1h",
        ]
        let settings = PetBench.settings(more)
        var changes = 0
        for seed in 1...12 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var (plain, changed) = (try PetBench(more), try PetBench(more))
            for _ in 0..<150 {
                let happens = Self.event(&random)
                happens(&plain)
                happens(&changed)
                try #require(plain.door.outputs == changed.door.outputs, "seed \(seed)")
                try #require(plain.door.memory == changed.door.memory, "seed \(seed)")
                if (try? changed.door.change(to: settings)) != nil { changes += 1 }
            }
        }
        // Refused now and then, as when the bolt moves.
        #expect(changes > 800)
    }

    /// Something that happens at a door.
    private static func event(_ random: inout SeededGenerator) -> (inout PetBench) -> Void {
        let tag: TagID? = random.happens(0.8) ? .mia : nil
        let light: Double? = [0.9, 0.2, 0.1, 0.005, nil].randomElement(using: &random) ?? nil
        let seconds = Int.random(in: 1...600, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return { $0.comesIn(tag) }
        case 1: return { $0.goesOut(tag) }
        case 2: return { $0.door.latch = nil }
        case 3: return { $0.door.latch = $0.door.servo.map { $0 == DoorBench.locked } ?? false }
        case 4: return { $0.door.ask(.unlock) }
        case 5: return { $0.door.ask(.auto) }
        case 6: return { $0.door.press(.press) }
        case 7, 8: return { $0.door.light = light }
        default: return { $0.run(for: .seconds(seconds), every: .seconds(5)) }
        }
    }

    @Test("what a person asked for holds no longer than the other settings allow")
    func bounded() throws {
        var bench = try DoorBench()
        bench.step()
        bench.ask(.unlock)
        try bench.change(to: ["dwell": "0s", "minimum_state_time": "0s", "manual_expiry": "60s"])
        bench.light = 0.1
        bench.run(for: .seconds(58))
        #expect(bench.state == .unlocked)
        bench.run(for: .seconds(7))
        #expect(bench.state == .locked)
    }
}
