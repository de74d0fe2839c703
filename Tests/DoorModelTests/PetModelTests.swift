import Core
import JSON
import Testing
import Values

@testable import PetDoor

/// Decision 75 says what this proves, and what not.
@Suite("Pet door: who is home, state by state")
struct PetModelTests {
    /// Two minutes: five of them are max_locked.
    private static let period = Duration.seconds(120)
    private static let home: [String: JSONValue] = DoorModelTests.short.merging([
        "pets": ["Mia": ["276095610728684"]], "reader_side": "outside", "pet_overdue_after": "240s",
        "manual_expiry": "240s",
    ]) { $1 }

    /// Mia comes and goes, is read or missed, by day and by night.
    private static let visits = [DoorTurn].usual.with(\.light, .day, .night).with(
        \.visit, .none, .passes, .unread, .looks, .stranger)

    @Test(
        "it waits until Mia is home, however she comes, whatever people say and flap and program do"
    )
    func untilHome() throws {
        try DoorModelTests.check(
            "pets", Self.home, period: Self.period,
            turns: Self.visits.and(.lock, .told, .restart, in: .night)
                + [DoorTurn(light: .night, flap: .absent)])
    }

    @Test("it waits no longer than it is told to, and says whom it shuts out")
    func withLimit() throws {
        try DoorModelTests.check(
            "pets, waiting for a time", Self.home.merging(["wait_for_pets": "6min"]) { $1 },
            period: Self.period,
            turns: Self.visits.and(.told, in: .night))
    }

    @Test("nor does it lock by schedule or cold while she may be outside")
    func scheduleAndCold() throws {
        try DoorModelTests.check(
            "pets, schedule and cold",
            Self.home.merging([
                "schedule": [["from": "12:00", "to": "13:00", "mode": "locked"]],
                "temperature_min": "2°C",
            ]) { $1 }, period: Self.period,
            turns: .usual.with(\.clock, .outside, .inside).with(\.warmth, .mild, .cold)
                .with(\.visit, .none, .passes, .unread))
    }

    @Test("a door that knows of no pets is found out, with the story")
    func brokenOnPurpose() throws {
        let unaware = JSONValue.object(DoorModelTests.short)
        var explorer = Explorer(
            try DoorModel(
                unaware, judgedBy: .object(Self.home), period: Self.period, Self.visits))
        let story = try #require(explorer.explore(atMost: 10_000).story)
        #expect(story.last == "broken: no lock of its own begins while Mia may be outside")
        #expect(story.count <= 4, "\(story)")
    }
}
