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

    /// Twenty minutes: three of them are reader_trusted_for.
    private static let longPeriod = Duration.seconds(1200)
    private static let petsOnly: [String: JSONValue] = home.merging([
        "schedule": [["from": "12:00", "to": "13:00", "mode": "pets-only"]], "bolt_bars": "way-in",
        "reader_trusted_for": "1h", "passage_time": "60s", "max_locked": "1h",
    ]) { $1 }

    @Test(
        "in pets-only Mia gets in whenever she is read, no stranger's tag draws the bolt, and in doubt the door is open by day"
    )
    func petsOnly() throws {
        try DoorModelTests.check(
            "pets-only", Self.petsOnly, period: Self.longPeriod,
            turns: .usual.with(\.light, .day, .night).with(\.clock, .inside).with(
                \.visit, .none, .passes, .unread, .stranger, .calls, .deadReader
            ) + [
                DoorTurn(clock: .inside, deed: .restart),
                DoorTurn(light: .night, clock: .inside, deed: .restart),
                DoorTurn(clock: .outside), DoorTurn(light: .night, clock: .outside),
                DoorTurn(flap: .nudged, clock: .inside),
                DoorTurn(flap: .absent, clock: .inside),
            ])
    }

    @Test("a door that takes a dead reader for one that sees nobody is found out, with the story")
    func trustsReader() throws {
        var model = try DoorModel(
            .object(Self.petsOnly), period: Self.longPeriod,
            .usual.with(\.clock, .inside).with(\.visit, .none, .passes, .deadReader))
        model.flaw = .trustsReader
        let story = try DoorModelTests.story(of: model, "a door that trusts a dead reader")
        #expect(
            story.last
                == "broken: by day no bolt goes out before a reader that is trusted would let Mia in"
        )
        #expect(story.count <= 6, "\(story)")
    }

    @Test("a door that knows of no pets is found out, with the story")
    func brokenOnPurpose() throws {
        let unaware = JSONValue.object(DoorModelTests.short)
        let model = try DoorModel(
            unaware, judgedBy: .object(Self.home), period: Self.period, Self.visits)
        let story = try DoorModelTests.story(of: model, "a door that knows of no pets")
        #expect(story.last == "broken: no lock of its own begins while Mia may be outside")
        #expect(story.count <= 4, "\(story)")
    }
}
