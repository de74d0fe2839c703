import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Core

/// A policy that asks a driver for something, once.
@Suite struct RequestSenderTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let queue = EventQueue<TestBuzzer.Request>()
    private let sender: RequestSender

    init() {
        sender = RequestSender(
            to: "buzzer", queue,
            of: PolicyContext(name: "alarm", scheduler: clock, log: Log(log, source: "roost")))
    }

    private var taken: [Event<TestBuzzer.Request>] {
        queue.drain(at: clock.now)
    }

    private func answer(_ number: UInt64, _ outcome: Response.Outcome, _ message: String) {
        queue.respond(Response(to: number, outcome, message))
    }

    @Test("it reaches the driver once, with its origin, and is answered by the policy's number")
    func answered() throws {
        sender.send(OutgoingRequest(41, "beep", ["for": "2s"]))
        sender.send(OutgoingRequest(42, "stop"))
        let events = taken
        #expect(events.map(\.value) == [.beep(.seconds(2)), .stop])
        #expect(events.map(\.origin) == [.policy("alarm"), .policy("alarm")])
        #expect(sender.takeResponses(at: clock.now) == [])
        answer(2, .done, "silent")
        answer(1, .inProgress, "begins")
        answer(1, .done, "beeped")
        #expect(
            sender.takeResponses(at: clock.now) == [
                Response(to: 42, .done, "silent"), Response(to: 41, .done, "beeped"),
            ])
        #expect(sender.takeResponses(at: clock.now) == [])
        #expect(taken.isEmpty)
        #expect(
            log.lines.first
                == "notice roost: asked by policy alarm of buzzer: beep {\"for\":\"2s\"}")
        #expect(clock.pendingCount == 0)
    }

    @Test(
        "what the driver does not take is refused to the policy, and reaches nobody",
        arguments: [
            ("honk", [:], "nothing here takes a request"),
            ("beep", ["for": "2h"], "out of range"),
            ("beep", ["loud": true], "unknown key"),
        ] as [(String, [String: JSONValue], String)])
    func invalid(name: String, arguments: [String: JSONValue], reason: String) throws {
        sender.send(OutgoingRequest(7, name, arguments))
        let response = try #require(sender.takeResponses(at: clock.now).first)
        #expect(response.number == 7)
        #expect(response.outcome == .refused)
        #expect(response.message.contains(reason), "\(response.message)")
        #expect(taken.isEmpty)
    }

    @Test(
        "an origin that only calls itself a policy is not one, and neither form changes in a record"
    )
    func origins() throws {
        let named = EventOrigin("policy alarm")
        #expect(
            !named.isPolicy && EventOrigin.policy("alarm").isPolicy && !EventOrigin.person.isPolicy)
        #expect(named != .policy("alarm"))
        for origin in [named, .policy("alarm"), .person] {
            let json = try #require(JSONValue(encoding: origin))
            #expect(try json.decode(as: EventOrigin.self) == origin)
            #expect((json["isPolicy"] != nil) == origin.isPolicy)
        }
    }

    @Test("requests to named plugins are sent in their order") func order() {
        let broker = RequestBroker(
            [.init(name: "buzzer", queue: queue)], scheduler: clock, log: Log(log, source: "roost"))
        let sender = RequestSender(through: broker, of: "alarm", scheduler: clock)
        let words = (1...20).map { "for=\($0)s" }
        sender.send(
            words.enumerated().map { OutgoingAsk(UInt64($0 + 1), "buzzer", ["beep", $1]) })
        sender.send([])
        #expect(taken.isEmpty)
        clock.advance(by: .zero)
        let events = taken
        #expect(events.map(\.value) == (1...20).map { .beep(.seconds($0)) })
        #expect(events.map(\.origin.isPolicy) == Array(repeating: true, count: 20))
    }

    @Test("after its deadline it is not begun; what makes things safer is") func deadline() {
        let deadline = clock.now + .milliseconds(500)
        sender.send(OutgoingRequest(1, "beep", deadline: deadline))
        sender.send(OutgoingRequest(2, "stop", deadline: deadline))
        clock.advance(by: .milliseconds(501))
        #expect(taken.map(\.value) == [.stop])
        #expect(sender.takeResponses(at: clock.now).map(\.number) == [1])
    }

    @Test("a driver that never answers is answered for") func unanswered() {
        sender.send(OutgoingRequest(1, "beep"))
        #expect(taken.count == 1)
        clock.advance(by: .seconds(3))
        #expect(
            sender.takeResponses(at: clock.now)
                == [Response(to: 1, .refused, "buzzer did not answer within 2.0 s")])
        #expect(clock.pendingCount == 0)
    }

    @Test("while the driver does not run it is refused at once") func closed() {
        queue.close(because: "the driver \"buzzer\" does not run at present")
        sender.send(OutgoingRequest(1, "beep"))
        #expect(
            sender.takeResponses(at: clock.now).map(\.message)
                == ["refused: the driver \"buzzer\" does not run at present"])
    }

    @Test("a configuration connects it by the driver's name, and refuses one without the request")
    func configured() throws {
        let registry = PluginRegistry(
            drivers: [TestBuzzer.self, TestSensor.self],
            policies: [TestAlarm.self])
        func read(_ driver: String, kind: String) throws(ConfigurationErrors) -> Configuration {
            let json: JSONValue = [
                "drivers": ["it": ["driver": .string(kind)]],
                "policies": [
                    "alarm": ["policy": "alarm", "outputs": ["buzzer": .string(driver)]]
                ],
            ]
            return try ConfigurationReader.read(json, registry: registry)
        }
        let configuration = try read("it", kind: "buzzer")
        #expect(
            configuration.policies.first?.bindings["buzzer"]
                == PortAddress(driver: "it", port: "requests"))
        let other = thrownError(ConfigurationErrors.self) { try read("it", kind: "sensor") }
        #expect(other?.description.contains("it does not take a request") == true)
        let wrong = PluginRegistry(
            kinds: registry.drivers, policies: [TestHonk.self])
        let text = """
            {"drivers": {"it": {"driver": "buzzer"}},
             "policies": {"honk": {"policy": "honk", "outputs": {"buzzer": "it"}}}}
            """
        let missing = thrownError(ConfigurationErrors.self) {
            try ConfigurationReader.read(Array(text.utf8), registry: wrong)
        }
        #expect(
            missing?.description.contains("it takes no request \"honk\"; it takes beep, stop")
                == true)
    }
}
