import Core
import JSON
import Testing
import Values

@testable import PetDoor

/// Decision 75 says what this proves, and what not.
@Suite("Pet door: all that can happen, state by state")
struct DoorModelTests {
    /// Every time that can be set, in periods of a minute, as short as they can be told apart.
    static let short: [String: JSONValue] = [
        "flap_closed_for": "60s", "confirm_within": "60s", "back_off_for": "30s", "retries": 1,
        "jam_retry_every": "60s", "jam_retry_at_most": "120s", "dwell": "0s",
        "minimum_state_time": "0s", "grace": "120s",
        "max_locked": "10min", "manual_expiry": "180s", "moves_per_hour": 600,
        "moves_per_day": 14_400,
    ]

    /// Explores it whole, and says how large it was.
    static func check(
        _ name: String, _ more: [String: JSONValue] = [:], period: Duration = .seconds(60),
        reed: DoorModel.Reed = .opensWhenBack, openPeriods: Int = 3, turns: [DoorTurn]
    ) throws {
        let settings = JSONValue.object(short.merging(more) { $1 })
        var model = try DoorModel(settings, period: period, reed: reed, turns)
        model.openPeriods = openPeriods
        var explorer = Explorer(model)
        var found = Explorer<DoorModel>.Exploration()
        let time = ContinuousClock().measure { found = explorer.explore(atMost: 200_000) }
        print(
            "model check, \(name): \(found.states) states, \(found.transitions) transitions, "
                + "\(found.twins) compared, \(fixedText(of: time.seconds, decimals: 1)) s")
        #expect(found.story == nil, "\n\(found.story?.joined(separator: "\n") ?? "")")
    }

    /// How a door that is wrong is found out, as a shortest story.
    static func story(of model: DoorModel, _ name: String) throws -> [String] {
        var explorer = Explorer(model)
        let found = explorer.explore(atMost: 10_000)
        let story = try #require(found.story)
        print("\(name):\n\(story.joined(separator: "\n"))")
        return story
    }

    @Test("whatever the flap does, and wherever the bolt is held up") func flap() throws {
        try Self.check(
            "flap",
            turns: .usual.with(\.light, .day, .night).with(\.flap, .shut, .open, .absent, .nudged)
                .with(\.isStuck, false, true))
    }

    @Test("whoever holds a flap whose switch is the wrong way round, whoever asks, over restarts")
    func reversedFlap() throws {
        try Self.check(
            "reversed flap", openPeriods: 27,
            turns: .usual.with(\.light, .day, .night).with(\.flap, .reversed, .held)
                + [
                    DoorTurn(light: .night, flap: .held, deed: .lock),
                    DoorTurn(light: .night, flap: .held, deed: .restart),
                    DoorTurn(light: .night, flap: .reversed, deed: .restart),
                ])
    }

    @Test("whatever light and temperature say, and however late it looks") func sensors() throws {
        try Self.check(
            "sensors",
            ["dwell": "120s", "minimum_state_time": "180s", "temperature_min": "2°C"],
            turns: .usual.with(
                \.light, .day, .twilight, .night, .doubtful, .absent, .stale, .darkness
            )
            .with(\.warmth, .mild, .cold, .absent).with(\.periods, 1, 2))
    }

    @Test("whatever people ask for, the clock says, and however often it starts again")
    func people() throws {
        try Self.check(
            "people",
            [
                "schedule": [["from": "12:00", "to": "13:00", "mode": "locked"]],
                "grace": "60s", "manual_expiry": "120s",
            ],
            turns: .usual.with(\.light, .day, .night, .absent).with(
                \.clock, .absent, .inside, .outside
            )
            .and(
                .lock, .unlock, .auto, .lockUnlock, .restart, .drawn, in: .night))
    }

    /// A switch that says "back" of a bolt that was held up is believed: so one fault at a time.
    @Test("wherever the bolt is held up, with a switch that comes and goes") func jams() throws {
        try Self.check(
            "jams",
            turns: .usual.with(\.light, .day, .night).with(\.latch, .honest, .absent)
                .with(\.isStuck, false, true).and(.unlock, .drawn, in: .day, .night))
    }

    @Test("whatever the switch at the bolt says") func lies() throws {
        try Self.check(
            "lies",
            turns: .usual.with(\.light, .day, .night).with(
                \.latch, .honest, .absent, .saysBack, .saysOut
            )
            .and(.unlock, .drawn, in: .day, .night))
    }

    private static let reeds: [DoorModel.Reed] = [.opensWhenBack, .opensAtOnce]

    @Test(
        "wherever ice holds the bolt, however its switch is mounted, whoever asks", arguments: reeds
    )
    func halfWay(reed: DoorModel.Reed) throws {
        try Self.check(
            "half-way, \(reed.rawValue)", reed: reed,
            turns: .usual.with(\.light, .day, .night).with(\.isIced, false, true)
                .and(.unlock, .lock, in: .day, .night))
    }

    @Test(
        "wherever the machine goes down, however the switch at the bolt is mounted",
        arguments: reeds)
    func brownOut(reed: DoorModel.Reed) throws {
        try Self.check(
            "brown-out, \(reed.rawValue)", reed: reed,
            turns: .usual.with(\.light, .day, .night).with(\.deed, .none, .brownOut)
                .and(.unlock, in: .day, .night).with(\.fire, .open, .closed))
    }

    @Test("a door that believes its switch is found out, with the story") func believesSwitch()
        throws
    {
        var model = try DoorModel(
            .object(Self.short), period: .seconds(60), reed: .opensAtOnce,
            .usual.with(\.light, .day, .night).with(\.deed, .none, .brownOut))
        model.flaw = .believesSwitch
        let story = try Self.story(of: model, "a door that believes its switch")
        #expect(
            story.last
                == "broken: a bolt that is not back is not called unlocked by its switch alone")
        #expect(story.count <= 6, "\(story)")
    }

    @Test("a door that hears neither people nor a fire is found out", arguments: [true, false])
    func deaf(isFire: Bool) throws {
        let night = DoorTurn(light: .night, fire: .open)
        var call = night
        if isFire { call.fire = .closed } else { call.deed = .unlock }
        let settings = Self.short.merging(["manual_expiry": "2h", "max_locked": "10h"]) { $1 }
        var model = try DoorModel(.object(settings), period: .seconds(60), [night, call])
        func breach() -> String? {
            var state = model.first
            for turn in [night, night, night, call] + Array(repeating: night, count: 40) {
                state = model.turned(state, by: turn)
                if let breach = model.breach(in: state) { return breach }
            }
            return nil
        }
        #expect(breach() == nil)
        model.flaw = .isDeaf
        let found = try #require(breach())
        print("a deaf door: \(found)")
        #expect(found.hasPrefix("who asks for a way out gets it, whatever the switch says"))
    }

    @Test("wherever the bolt is held up, in frost and thaw") func frost() throws {
        try Self.check(
            "frost",
            turns: .usual.with(\.light, .day, .night).with(\.warmth, .mild, .cold, .absent)
                .with(\.isStuck, false, true))
    }

    @Test("however ice is kept off the bolt, and whatever the flap does meanwhile") func ice()
        throws
    {
        try Self.check(
            "ice", ["frost_exercise_every": "180s"],
            turns: .usual.with(\.light, .day, .night).with(\.warmth, .mild, .cold)
                .with(\.flap, .shut, .open, .nudged))
    }

    @Test("whenever there is a fire, and whoever asks for what") func fire() throws {
        let calm = [DoorTurn].usual.with(\.light, .day, .night).and(
            .lock, .unlock, .auto, .restart, in: .night)
        try Self.check("fire", turns: calm.with(\.fire, .open, .closed, .absent))
    }

    @Test("whatever moves in the tunnel") func tunnel() throws {
        try Self.check(
            "tunnel", ["tunnel_clear_for": "120s"],
            turns: .usual.with(\.light, .day, .night).with(\.tunnel, .open, .closed, .absent)
                .with(\.isStuck, false, true))
    }

    /// Ten steps in an hour, and six moves: a bolt that is freed would move with almost each.
    private static let tight: [String: JSONValue] = [
        "moves_per_hour": 6, "jam_retry_every": "360s", "jam_retry_at_most": "720s",
        "grace": "360s", "bolt_bars": "way-out",
        "retries": 3,
    ]

    @Test("the bolt moves within its budget, wherever it is held up") func budgetOfJams() throws {
        try Self.check(
            "budget of jams", Self.tight, period: .seconds(360),
            turns: .usual.with(\.light, .day, .night).with(\.isStuck, false, true))
    }

    @Test("the bolt moves within its budget, whatever its switch says") func budgetOfLies() throws {
        try Self.check(
            "budget of lies", Self.tight, period: .seconds(360),
            turns: .usual.with(\.light, .day, .night).with(\.latch, .honest, .saysBack, .saysOut))
    }
}
