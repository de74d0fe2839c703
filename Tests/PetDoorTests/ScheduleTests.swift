import Core
import JSON
import Settings
import Testing
import Values

@testable import PetDoor

/// The days on which clocks are turned, and the times of the sun, are tested with `Almanac`.
@Suite("Pet door: schedule")
struct ScheduleTests {
    /// 2026-03-20 00:00 in UTC; Berlin is an hour ahead.
    private static let midnight = 20532.0 * 86400

    private static func settings(_ windows: [JSONValue], _ more: [String: JSONValue] = [:])
        -> JSONValue
    {
        let base: [String: JSONValue] = [
            "dwell": "0s", "minimum_state_time": "0s", "schedule": .array(windows),
        ]
        return .object(base.merging(more) { $1 })
    }

    private static func window(_ from: String, _ to: String, _ mode: String) -> JSONValue {
        ["from": .string(from), "to": .string(to), "mode": .string(mode)]
    }

    /// A bench at a time of the local day.
    private func bench(_ settings: JSONValue, at hour: Int, _ minute: Int = 0) throws -> DoorBench {
        var bench = try DoorBench(settings)
        set(&bench, to: hour, minute)
        return bench
    }

    private func set(_ bench: inout DoorBench, to hour: Int, _ minute: Int = 0) {
        bench.setClock(
            WallTime(
                secondsSince1970: Self.midnight + Double(hour * 60 + minute) * 60 - 3600,
                secondsAheadOfUTC: 3600))
    }

    private func minutes(_ count: Int, _ bench: inout DoorBench) -> PetDoor.Outputs {
        bench.run(for: .seconds(60 * count), every: .seconds(1))
    }

    @Test("over midnight it is locked to the minute, in the light of day too") func overMidnight()
        throws
    {
        var bench = try bench(Self.settings([Self.window("22:00", "06:30", "locked")]), at: 21, 58)
        #expect(minutes(1, &bench).state == .unlocked)
        #expect(minutes(2, &bench).state == .locked)
        #expect(bench.outputs?.reason.code == "scheduled-locked")
        #expect(bench.outputs?.mode == .locked)
        #expect(bench.outputs?.reason.description.contains("until 06:30") == true)
        set(&bench, to: 30, 29)
        bench.run(for: .seconds(10))
        #expect(bench.state == .locked)
        #expect(minutes(1, &bench).state == .unlocked)
    }

    @Test("a curfew lets in and not out: the bolt that bars the way out is out") func curfew()
        throws
    {
        var bench = try bench(
            Self.settings([Self.window("20:00", "07:00", "in-only")], ["bolt_bars": "way-out"]),
            at: 21)
        #expect(minutes(1, &bench).mode == .inOnly)
        #expect(bench.latch == true)
        #expect(bench.outputs?.reason.code == "scheduled-in-only")
    }

    @Test(
        "while the clock is not set it goes by the light alone, says so, and takes the schedule up again",
        arguments: [PetDoor.Mode.locked, .open])
    func clockNotSet(mode: PetDoor.Mode) throws {
        var bench = try bench(
            Self.settings([Self.window("12:00", "14:00", mode.rawValue)]), at: 13)
        bench.light = mode == .locked ? 0.9 : 0.2
        let (ruled, scheduled) = mode == .locked ? (false, true) : (true, false)
        for doubt in ["the clock is not set", nil] {
            bench.clockDoubt = doubt
            bench.run(for: .seconds(20))
            #expect(bench.latch == (doubt == nil ? scheduled : ruled))
            let reason = try #require(bench.outputs?.reason)
            #expect(reason.code.hasSuffix("/no-clock") == (doubt != nil))
            #expect(reason.isFailsafe == (doubt != nil))
            #expect(reason.description.contains("no schedule, only the light") == (doubt != nil))
        }
        bench.setClock(nil)
        bench.run(for: .seconds(20))
        #expect(bench.latch == ruled)
    }

    @Test("a clock that is set while it runs decides from then on, whichever way it steps")
    func steps() throws {
        var bench = try bench(Self.settings([Self.window("12:00", "14:00", "locked")]), at: 20)
        for (hour, isLocked) in [(13, true), (11, false), (13, true), (37, true), (15, false)] {
            set(&bench, to: hour)
            bench.run(for: .seconds(10))
            #expect(bench.latch == isLocked, "\(hour)")
        }
    }

    /// 17:19.5 UTC is sunset on that day (NOAA).
    @Test("it follows the sun where it stands") func sun() throws {
        var bench = try bench(
            Self.settings(
                [Self.window("sunset+30min", "sunrise", "locked")],
                ["latitude": 52.52, "longitude": 13.405]), at: 18, 48)
        #expect(bench.run(for: .seconds(7)).state == .unlocked)
        #expect(minutes(3, &bench).state == .locked)
    }

    @Test(
        "an open window keeps the door open in the dark, and the light decides after it; the first counts"
    )
    func openEvening() throws {
        var bench = try bench(
            Self.settings([
                Self.window("21:00", "21:30", "auto"), Self.window("18:00", "22:30", "open"),
            ]), at: 20, 58)
        bench.light = 0.2
        #expect(bench.run(for: .seconds(5)).mode == .open)
        #expect(bench.latch == false)
        #expect(minutes(3, &bench).state == .locked)
        #expect(bench.outputs?.mode == .auto)
        set(&bench, to: 22, 29)
        #expect(bench.run(for: .seconds(5)).state == .unlocked)
        #expect(minutes(2, &bench).state == .locked)
    }

    /// Berlin: at 1:00 UTC on 2026-03-29 from 1 h ahead to 2, on 2026-10-25 back.
    private static let spring = ZoneChange(
        secondsSince1970: 1_774_746_000, aheadBefore: 3600, aheadAfter: 7200)
    private static let autumn = ZoneChange(
        secondsSince1970: 1_792_890_000, aheadBefore: 7200, aheadAfter: 3600)

    /// Sets the clock of Berlin, as the driver gives it, so long before or after a change.
    private func set(_ bench: inout DoorBench, _ seconds: Double, from change: ZoneChange?) throws {
        let change = try #require(change)
        bench.setClock(
            WallTime(
                secondsSince1970: change.secondsSince1970 + seconds,
                secondsAheadOfUTC: seconds < 0 ? change.aheadBefore : change.aheadAfter,
                previousChange: seconds < 0 ? nil : change, nextChange: seconds < 0 ? change : nil))
    }

    @Test("on the night of spring words and forecasts are those of the clocks") func springWords()
        throws
    {
        let place: [String: JSONValue] = ["latitude": 52.52, "longitude": 13.405]
        var bench = try bench(Self.settings([], place), at: 12)
        bench.light = 0.1
        try set(&bench, -4 * 3600, from: Self.spring)
        bench.run(for: .seconds(7))
        // The sun is 3 degrees below the horizon at 05:35 of the winter's clock.
        let evening = try #require(bench.outputs?.reason.description)
        #expect(evening.contains("likely to unlock about 06:3"), "\(evening)")
        // Locked a second before the change, asked 5 s after it.
        var other = try DoorBench(Self.settings([], place))
        other.light = 0.1
        try set(&other, -4, from: Self.spring)
        other.run(for: .seconds(3))
        try #require(other.state == .locking || other.state == .locked)
        try set(&other, 0, from: Self.spring)
        other.run(for: .seconds(5))
        let text = try #require(other.outputs?.reason.description)
        #expect(
            text.hasPrefix("locked since 01:59") || text.hasPrefix("locked since 03:00"), "\(text)")
    }

    @Test("what the clock skips in spring does not happen, and what would end then ends at once")
    func springSchedule() throws {
        var skipped = try bench(Self.settings([Self.window("02:15", "02:45", "locked")]), at: 12)
        try set(&skipped, -60, from: Self.spring)
        skipped.run(for: .seconds(50), every: .seconds(1))
        try set(&skipped, 0, from: Self.spring)
        for _ in 0..<3600 { #expect(skipped.step(after: .seconds(1)).state != .locked) }

        var ends = try bench(Self.settings([Self.window("22:00", "02:30", "locked")]), at: 12)
        try set(&ends, -60, from: Self.spring)
        ends.run(for: .seconds(30))
        #expect(ends.outputs?.reason.description.contains("until 03:00") == true)
        #expect(ends.state == .locked)
        try set(&ends, 0, from: Self.spring)
        #expect(ends.run(for: .seconds(10)).state == .unlocked)
    }

    @Test("in the hour that the clock shows twice in autumn nothing begins or ends the second time")
    func autumnSchedule() throws {
        // Over at the first 02:30, it does not lock out at the second 02:00 who has gone out since.
        var over = try bench(Self.settings([Self.window("22:00", "02:30", "locked")]), at: 12)
        try set(&over, -1860, from: Self.autumn)
        over.run(for: .seconds(20))
        #expect(over.state == .locked)
        #expect(over.outputs?.reason.description.contains("until 02:30") == true)
        try set(&over, -1795, from: Self.autumn)
        #expect(over.run(for: .seconds(10)).state == .unlocked)
        try set(&over, 0, from: Self.autumn)
        for _ in 0..<3650 { #expect(over.step(after: .seconds(1)).state == .unlocked) }

        // Begun at the first 02:15, it stays so, until 04:00 of the new clock.
        var begun = try bench(Self.settings([Self.window("02:15", "04:00", "locked")]), at: 12)
        try set(&begun, -60, from: Self.autumn)
        begun.run(for: .seconds(20))
        #expect(begun.state == .locked)
        #expect(begun.outputs?.reason.description.contains("until 04:00") == true)
        try set(&begun, 0, from: Self.autumn)
        for _ in 0..<7190 { #expect(begun.step(after: .seconds(1)).state == .locked) }
        #expect(begun.outputs?.reason.description.contains("until 04:00") == true)
        #expect(begun.run(for: .seconds(25), every: .seconds(1)).state == .unlocked)
    }

    @Test("what does not fit together is refused") func refused() throws {
        for wrong in [
            Self.settings([Self.window("sunset", "06:30", "locked")]),
            Self.settings([Self.window("06:30", "6:30", "locked")]),
            Self.settings([Self.window("26:30", "06:30", "locked")]),
            Self.settings([Self.window("22:30", "06:30", "curfew")]),
            Self.settings([], ["latitude": 52.5]),
        ] {
            #expect(throws: ConfigurationErrors.self) { try DoorBench.settings(wrong) }
        }
        let fine = try DoorBench.settings(Self.settings([Self.window("22:00", "06:30", "locked")]))
        let ports: Set = ["light", "bolt", "flap", "temperature"]
        #expect(PetDoor.conflicts(fine, connected: BoundPorts(ports)).count == 1)
        #expect(PetDoor.conflicts(fine, connected: BoundPorts(ports.union(["clock"]))) == [])
    }

    @Test("a person is heard before the schedule, and the schedule before the light") func order()
        throws
    {
        var bench = try bench(Self.settings([Self.window("12:00", "14:00", "locked")]), at: 13)
        #expect(bench.run(for: .seconds(5)).state == .locked)
        bench.ask(.unlock)
        #expect(bench.run(for: .seconds(60)).state == .unlocked)
        bench.ask(.auto)
        #expect(bench.run(for: .seconds(5)).state == .locked)
    }
}
