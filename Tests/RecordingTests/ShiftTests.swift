import Core
import JSON
import PetDoor
import Testing
import Values

@testable import Recording

/// What a replay by another file says of the times at which outputs change.
@Suite struct ShiftTests {
    private func changes(
        _ output: String = "heater", _ word: String = "on", at seconds: [Int], process: Int = 0
    ) -> [Replay.WordChange] {
        seconds.map {
            Replay.WordChange(
                output: output, word: word, at: .zero + .seconds($0), time: nil,
                reason: "as of \($0)", process: process)
        }
    }

    /// "10->20" for a change that came later, "10->-" for one that did not come, "-->20" for another one.
    private func shifts(
        _ recorded: [Replay.WordChange], _ replayed: [Replay.WordChange]
    ) -> [String] {
        var result = Replay.Result()
        (result.recorded, result.replayed) = (recorded, replayed)
        let text = { (change: Replay.WordChange?) in
            change.map { shortText(of: ($0.at - .zero).seconds) } ?? "-"
        }
        return result.shifts.map { "\(text($0.recorded))->\(text($0.replayed))" }
    }

    @Test("changes at the same times are no difference") func same() {
        let all = changes(at: [0, 60, 120])
        #expect(shifts(all, all) == [])
        #expect(shifts([], []) == [])
    }

    @Test("one start fewer is told as that one, and shifts none of those after it") func fewer() {
        let four = changes(at: [0, 600, 1200, 1800])
        #expect(shifts(four, changes(at: [0, 1200, 1800])) == ["600->-"])
        #expect(shifts(four, changes(at: [600, 1200, 1800])) == ["0->-"])
        #expect(shifts(four, changes(at: [0, 600, 1200])) == ["1800->-"])
        #expect(shifts(four, []) == ["0->-", "600->-", "1200->-", "1800->-"])
    }

    @Test("one start more is told as that one") func more() {
        let three = changes(at: [0, 600, 1200])
        #expect(shifts(three, changes(at: [0, 300, 600, 1200])) == ["-->300"])
        #expect(shifts(three, changes(at: [0, 600, 1200, 1500])) == ["-->1500"])
        #expect(shifts([], changes(at: [7])) == ["-->7"])
    }

    @Test("starts that are shifted are told with how much, also beside one fewer and one more")
    func shifted() {
        let three = changes(at: [100, 600, 1200])
        #expect(
            shifts(three, changes(at: [110, 590, 1200])) == ["100->110", "600->590"])
        #expect(
            shifts(three, changes(at: [110, 1210, 2000])) == [
                "100->110", "600->-", "1200->1210", "-->2000",
            ])
        // Of two that come in the place of one, the nearer is it.
        #expect(shifts(changes(at: [100]), changes(at: [90, 130])) == ["100->90", "-->130"])
        #expect(shifts(changes(at: [90, 130]), changes(at: [100])) == ["90->100", "130->-"])
    }

    @Test("only changes of one output to one word, of one process, are compared") func apart() {
        #expect(
            shifts(changes("heater", at: [10]), changes("pump", at: [11])) == ["10->-", "-->11"])
        #expect(
            shifts(changes("heater", "on", at: [10]), changes("heater", "safe", at: [11]))
                == ["10->-", "-->11"])
        // After a boot the times begin again.
        #expect(
            shifts(
                changes(at: [50]) + changes(at: [10], process: 1),
                changes(at: [50]) + changes(at: [12], process: 1)) == ["10->12"])
        #expect(shifts(changes(at: [50]), changes(at: [50], process: 1)) == ["50->-", "-->50"])
    }

    @Test("a change that did not come has the reason that the replay gave at that moment")
    func reasons() throws {
        let door = try RecordedDoor(isThere: false)
        try door.restart(["light_threshold": "20%", "dwell": "5s"], resuming: nil)
        door.record(for: 20, light: 0.9)
        door.record(for: 60, light: 0.15)
        let other = RecordedDoor.configuration([try RecordedDoor.entry(["light_threshold": "10%"])])
        var replay = Replay(PluginRegistry(drivers: [], policies: [PetDoor.self]), with: other)
        for row in door.store.rows { replay.add(row, nil) }
        let result = try #require(replay.results[RecordedDoor.name])
        let missing = result.shifts.filter { $0.replayed == nil }
        #expect(!missing.isEmpty)
        for shift in missing {
            #expect(shift.recorded?.reason.contains("it is day") == true, "\(shift)")
        }
    }
}
