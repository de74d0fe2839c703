import Core
import JSON
import TestSupport
import Testing
import Values

@testable import PetDoor

@Suite("Pet door: modes")
struct ModeTests {
    private static func settings(_ bars: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
        let base: [String: JSONValue] = [
            "dwell": "0s", "minimum_state_time": "0s", "bolt_bars": .string(bars),
        ]
        return .object(base.merging(more) { $1 })
    }

    /// What a door can be follows from its bolt: this is the table of docs/pet-door.md.
    static let table: [(bars: String, asked: PetDoor.Request, becomes: String?)] = [
        ("both-ways", .lock, "asked-locked"), ("both-ways", .inOnly, nil),
        ("both-ways", .outOnly, nil), ("both-ways", .unlock, "asked-unlocked"),
        ("way-out", .lock, nil), ("way-out", .inOnly, "asked-in-only"), ("way-out", .outOnly, nil),
        ("way-out", .unlock, "asked-unlocked"),
        ("way-in", .lock, nil), ("way-in", .inOnly, nil), ("way-in", .outOnly, "asked-out-only"),
        ("way-in", .unlock, "asked-unlocked"),
    ]

    @Test("a door is only what its bolt can make it, and says why it is not", arguments: table)
    func possible(bars: String, asked: PetDoor.Request, becomes: String?) throws {
        var bench = try DoorBench(Self.settings(bars))
        bench.step()
        let answer = bench.ask(asked)
        let response = try #require(answer)
        #expect(response.isAccepted == (becomes != nil))
        bench.run(for: .seconds(10))
        #expect(bench.outputs?.reason.code == becomes ?? "day")
        #expect(bench.outputs?.mode == (becomes == nil ? .auto : asked.mode))
        let mode = try #require(asked.mode)
        let isOut = becomes != nil && asked != .unlock
        #expect(bench.latch == isOut)
        guard becomes == nil else { return }
        #expect(response.message.contains("not \(mode.rawValue)"))
        #expect(response.message.contains("bolt_bars"))
    }

    @Test("a schedule that the bolt cannot do is refused before the start, by its name")
    func scheduleRefused() throws {
        for (bars, mode, isFine) in [
            ("both-ways", "in-only", false), ("both-ways", "locked", true),
            ("way-out", "in-only", true), ("way-out", "locked", false), ("way-in", "open", true),
        ] {
            let window: JSONValue = ["from": "22:00", "to": "06:00", "mode": .string(mode)]
            let json = Self.settings(bars, ["schedule": [window]])
            guard !isFine else {
                #expect(throws: Never.self) { try DoorBench.settings(json) }
                continue
            }
            #expect {
                _ = try DoorBench.settings(json)
            } throws: {
                "\($0)".contains("schedule") && "\($0)".contains("not \(mode)")
            }
        }
    }

    @Test("in-only lets an animal in, so it outlives a restart; out-only does not")
    func restart() throws {
        for (bars, request, code) in [
            ("way-out", PetDoor.Request.inOnly, "asked-in-only"), ("way-in", .outOnly, "day"),
        ] {
            var bench = try DoorBench(Self.settings(bars))
            bench.step()
            bench.ask(request)
            bench.run(for: .seconds(5))
            try bench.resume(Self.settings(bars))
            bench.run(for: .seconds(60))
            #expect(bench.outputs?.reason.code == code)
        }
    }

    @Test("a mode that the bolt cannot do any more is not taken over") func otherBolt() throws {
        var bench = try DoorBench(Self.settings("way-out"))
        bench.step()
        bench.ask(.inOnly)
        bench.run(for: .seconds(5))
        try bench.resume(Self.settings("both-ways"))
        #expect(bench.run(for: .seconds(60)).state == .unlocked)
    }

    @Test("max_locked is for those who are shut out: in-only has no need of it") func noLimit()
        throws
    {
        for (bars, isOut) in [("way-out", true), ("both-ways", false), ("way-in", false)] {
            var bench = try DoorBench(Self.settings(bars, ["max_locked": "1h"]))
            bench.light = 0.2
            bench.run(for: .seconds(3700))
            #expect(bench.latch == isOut, "\(bars)")
        }
    }

    @Test(
        "asked for until dawn, it holds through the night and ends with the morning, not with the day"
    )
    func untilDawn() throws {
        let settings = Self.settings("both-ways", ["manual_expiry": "dawn"])
        var bench = try DoorBench(settings)
        bench.step()
        #expect(bench.ask(.unlock)?.message.contains("until dawn") == true)
        bench.run(for: .seconds(3600))
        bench.light = 0.2
        bench.run(for: .seconds(3600))
        try bench.resume(settings)
        bench.run(for: .seconds(3600))
        #expect(bench.outputs?.reason.code == "asked-unlocked")
        bench.light = 0.9
        bench.run(for: .seconds(5))
        bench.light = 0.2
        #expect(bench.run(for: .seconds(5)).state == .locked)
    }

    @Test("until dawn is for 24 hours at most") func noDawn() throws {
        var bench = try DoorBench(Self.settings("both-ways", ["manual_expiry": "dawn"]))
        bench.light = 0.2
        bench.ask(.unlock)
        #expect(bench.run(for: .seconds(86_300), every: .seconds(10)).state == .unlocked)
        bench.run(for: .seconds(200), every: .seconds(1))
        #expect(bench.state == .locked)
    }
}
