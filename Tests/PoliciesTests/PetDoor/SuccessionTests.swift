import Core
import Devices
import Testing

@testable import Policies

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
        bench.run(for: .seconds(4))
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
}
