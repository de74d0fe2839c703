import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Core

/// Two plugins that take requests, and what comes of asking.
@Suite struct RequestBrokerTests {
    private enum Pilot: PluginRequest {
        case land, takeOff
        case target(Double, Double, metres: Double?)

        static let declarations: [RequestDeclaration<Pilot>] = [
            .init("land", "Land.", .land, effect: .safer).alsoCalled("stop", "kill"),
            .init("takeoff", "Take off.", .takeOff),
            .init("target", "Fly there.", Target.self) {
                .target($0.latitude, $0.longitude, metres: $0.altitude)
            },
        ]
    }

    private struct Target: PluginSettings {
        let latitude: Double
        let longitude: Double
        let altitude: Double?

        init(_ read: SettingsReader) {
            latitude = read(required: "latitude", .number(-90...90), "North.")
            longitude = read(required: "longitude", .number(-180...180), "East.")
            altitude = read(optional: "altitude", .metres(0.5...100), "Up.")
        }
    }

    private enum Drone: PluginRequest {
        case trim, cutMotors
        case level(Double)

        static let declarations: [RequestDeclaration<Drone>] = [
            .init("trim", "Trim.", .trim).within(.seconds(30)),
            .init("level", "Level.", Level.self) { .level($0.degrees) }.repeated(),
            .init(
                "cut-motors", "Cut them.", .cutMotors, confirmation: "let-it-fall"
            ).alsoCalled("kill"),
        ]
    }

    private struct Level: PluginSettings {
        let degrees: Double

        init(_ read: SettingsReader) {
            degrees = read(required: "degrees", .number(-90...90), "How far.")
        }
    }

    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let told = EventLog()
    private let north = EventQueue<Pilot>()
    private let south = EventQueue<Pilot>()
    private let drone = EventQueue<Drone>()

    private func broker(_ names: String...) -> RequestBroker {
        let all: [String: any RequestQueue] = ["north": north, "south": south, "drone": drone]
        return RequestBroker(
            names.map { RequestBroker.Target(name: $0, queue: all[$0] ?? drone) },
            scheduler: clock, log: Log(log, source: "roost"))
    }

    private func ask(_ broker: RequestBroker, _ words: String, deadline: Instant? = nil) {
        broker.send(
            .words(words.split(separator: " ").map(String.init)), from: .person,
            deadline: deadline
        ) { [told] result in
            switch result {
            case .success(let message): told.note("done: \(message)")
            case .failure(let error): told.note("\(error.code): \(error)")
            }
        }
    }

    @Test("of what is asked again and again the log has no arguments, and so the same line")
    func repeated() {
        let broker = broker("drone")
        ask(broker, "level 1.5")
        ask(broker, "level 2.5")
        let lines = log.lines.filter { $0.contains("asked by") }
        #expect(
            lines == Array(repeating: "notice roost: asked by a person of drone: level", count: 2))
    }

    private func pending(_ queue: EventQueue<Pilot>) -> [Pilot] {
        queue.drain(at: clock.now).map(\.value)
    }

    @Test("the short form reaches the only plugin that takes it, and the answer its sender")
    func short() {
        let broker = broker("north", "drone")
        ask(broker, "land")
        #expect(log.lines == ["notice roost: asked by a person of north: land"])
        let queue = north
        #expect(queue.drain(at: clock.now).map(\.value) == [.land])
        queue.respond(Response(to: 1, .inProgress, "coming down"))
        #expect(told.entries == [])
        queue.respond(Response(to: 1, .done, "landing"))
        #expect(told.entries == ["done: landing"])
        clock.advance(by: .seconds(60))
        #expect(told.entries.count == 1)
        #expect(clock.pendingCount == 0)
    }

    @Test("a request that is called as something nobody asks is still that request")
    func calledAlike() {
        let queue = north
        let broker = RequestBroker(
            of: { [RequestBroker.Target(name: "north", queue: queue)] },
            refusal: { ["land", "boat"].contains($0) ? "\($0) is commanded by others" : nil },
            scheduler: clock, log: Log(log, source: "roost"))
        ask(broker, "land")
        #expect(pending(north) == [.land])
        ask(broker, "boat on")
        ask(broker, "goat on")
        let said = told.take()
        #expect(said.first == "refused: refused: boat is commanded by others")
        #expect(said.last?.hasPrefix("invalid: nothing here takes a request \"goat\"") == true)
    }

    @Test("with two pilots a request without a name is refused and lists both") func addressed() {
        let broker = broker("north", "south")
        ask(broker, "takeoff")
        #expect(
            told.take()
                == [#"invalid: several take "takeoff"; say "north takeoff" or "south takeoff""#])
        #expect(pending(north) + pending(south) == [])
        ask(broker, "south takeoff")
        #expect(pending(north) == [])
        #expect(pending(south) == [.takeOff])
    }

    @Test("arguments are given by name, or in their order, with or without a unit")
    func arguments() {
        let broker = broker("north")
        for words in [
            "target -33.9 18.4 altitude=3", "north target altitude=3m -33.9 18.4",
            "target longitude=18.4 latitude=-33.9 altitude=300cm", "target -33.9 18.4 3",
        ] {
            ask(broker, words)
            #expect(pending(north) == [.target(-33.9, 18.4, metres: 3)], "\(words)")
        }
        broker.send(
            .named(
                "target", of: nil, arguments: ["latitude": -33.9, "longitude": 18.4]),
            from: .person
        ) { _ in }
        #expect(pending(north) == [.target(-33.9, 18.4, metres: nil)])
    }

    @Test(
        "what is no request is refused with what there is, and the nearest word",
        arguments: [
            ("", "nothing to ask for; There are: north (land, takeoff, target)"),
            ("north", "ask north for what? It takes land, takeoff, target"),
            ("takoff", "nothing here takes a request \"takoff\". Did you mean \"takeoff\"?"),
            ("stop", "nothing here takes a request \"stop\". Did you mean \"land\" (Land.)?"),
            ("STOP", "Did you mean \"land\" (Land.)?"),
            ("north kill", "north takes no request \"kill\". Did you mean \"land\" (Land.)?"),
            ("north lnad", "north takes no request \"lnad\". Did you mean \"land\"?"),
            ("land now", "there is no argument for \"now\": it takes no arguments"),
            ("land confirm=yes", "unknown key"),
            ("target 52.5", "target.longitude: missing"),
            (
                "target 91 0",
                "target.latitude: expected a number from -90 to 90, found the number 91"
            ),
            ("target 52.5 x", "target.longitude: expected a number"),
            ("target 52.5 13.4 0.4", "\"0.4m\" is out of range"),
            ("target 52.5 13.4 altitude=3 altitude=4", "target.altitude: given twice"),
            ("target 52.5 13.4 height=3", "target.height: unknown key. Known here: latitude"),
            ("target 52.5 nan", "target.longitude: expected a number"),
            ("trim", "nothing here takes a request \"trim\""),
        ] as [(String, String)])
    func invalid(words: String, reason: String) {
        ask(broker("north"), words)
        #expect(told.entries.first?.hasPrefix("invalid: ") == true)
        #expect(told.entries.first?.contains(reason) == true, "\(told.entries)")
        #expect(pending(north) == [])
    }

    @Test("what cannot be undone wants its word") func confirmed() {
        let broker = broker("drone")
        let queue = drone
        for words in ["cut-motors", "cut-motors confirm=yes", "cut-motors now"] {
            ask(broker, words)
            #expect(told.take().first?.contains("add confirm=let-it-fall") == true, "\(words)")
        }
        #expect(queue.drain(at: clock.now).isEmpty)
        ask(broker, "cut-motors confirm=let-it-fall")
        #expect(queue.drain(at: clock.now).map(\.value) == [.cutMotors])
    }

    @Test("a plugin that does not answer in time is named; each request may state its time")
    func unanswered() {
        let broker = broker("north", "drone")
        ask(broker, "takeoff")
        ask(broker, "trim")
        clock.advance(by: .milliseconds(1990))
        #expect(told.entries == [])
        clock.advance(by: .milliseconds(20))
        #expect(told.take() == ["unanswered: north did not answer within 2.0 s"])
        // Too late for its sender is too late to be begun.
        #expect(pending(north) == [])
        clock.advance(by: .seconds(28))
        #expect(told.entries == ["unanswered: drone did not answer within 30 s"])
        clock.advance(by: .seconds(60))
        #expect(told.entries.count == 1)
    }

    @Test("past its sender's deadline nothing is begun, but to land") func late() {
        let broker = broker("north")
        let past = clock.now - .milliseconds(1)
        ask(broker, "takeoff", deadline: past)
        #expect(told.take().first?.contains("too late") == true)
        ask(broker, "land", deadline: past)
        #expect(pending(north) == [.land])
    }

    @Test("a flood is refused to its senders, and a land in the middle of it arrives")
    func flood() {
        let broker = broker("north")
        for _ in 1...100 { ask(broker, "takeoff") }
        ask(broker, "land")
        for _ in 1...100 { ask(broker, "takeoff") }
        let pending = pending(north)
        #expect(pending.count == EventQueue<Pilot>.defaultCapacity)
        #expect(pending.last == .land)
        // 168 had no room, and one made room for the land.
        #expect(told.entries.count { $0.hasPrefix("refused: ") } == 169)
    }

    @Test("nobody who is asked runs: that is said") func nobody() {
        let broker = RequestBroker(
            [
                .init(name: "north", queue: north) { "roost is stopping and takes no requests" }
            ], scheduler: clock, log: Log(log, source: "roost"))
        ask(broker, "land")
        #expect(told.take() == ["refused: roost is stopping and takes no requests"])
        ask(self.broker(), "land")
        #expect(told.entries.first?.contains("No plugin that runs takes requests") == true)
    }

    @Test("the listing has everything that is needed to ask") func listing() {
        let json = RequestListing(broker("north").targets).json
        guard case .array(let plugins) = json, case .array(let requests)? = plugins[0]["requests"]
        else {
            Issue.record("no listing in \(json.line)")
            return
        }
        #expect(plugins[0]["name"] == "north")
        #expect(requests.map { $0["name"] } == ["land", "takeoff", "target"])
        #expect(requests.map { $0["effect"] } == ["safer", "ordinary", "ordinary"])
        #expect(requests[2]["synopsis"] == "target LATITUDE LONGITUDE [ALTITUDE]")
    }
}
