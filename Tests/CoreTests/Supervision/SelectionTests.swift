import Control
import JSON
import TestSupport
import Testing
import Values

@testable import Core

@Suite("A policy that goes on with the settings of a shadow")
struct SelectionTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let replies = EventLog()

    /// A keeper that shuts below 5 °C, and one beside it that would below another temperature.
    private static func text(_ warmer: String = "warmer", coldest: String = "20 °C") -> String {
        """
        {"drivers": {"inside": {"driver": "sensor"}, "bolt": {"driver": "bolt"}}, "policies": {
          "keeper": {"policy": "keeper", "coldest": "5 °C",
            "inputs": {"temperature": "inside"}, "outputs": {"bolt": "bolt"}},
          "\(warmer)": {"policy": "keeper", "coldest": "\(coldest)", "shadow": "keeper"}}}
        """
    }

    private func house(
        _ text: String = Self.text(), _ selection: [String: String] = [:]
    ) throws -> Configuration {
        let read = try ConfigurationReader.read(Array(text.utf8), registry: testRegistry)
        return ConfigurationOffer(text: text, files: [:], selection: nil)
            .selected(in: read, selection)
    }

    private func started(_ configuration: Configuration) throws -> Supervisor {
        try startedKeeper(configuration, clock, log)
    }

    private func service(_ supervisor: Supervisor) -> ControlService {
        ControlService(
            supervisor, scheduler: clock, log: Log(log, source: "roost"), registry: testRegistry)
    }

    private func ask(_ service: ControlService, _ request: JSONValue) throws -> String {
        service.handle(Array(request.line.utf8), from: .person("anna")) { [replies] in
            replies.note($0.line)
        }
        var answers: [String] = []
        #expect(
            eventually {
                answers += replies.take()
                return !answers.isEmpty
            })
        return try #require(answers.first)
    }

    private func bolt(_ supervisor: Supervisor) -> SwitchCommand? {
        clock.advance(by: .seconds(1))
        return supervisor.connections(ofDriver: "bolt")?.sink(TestBolt.command)
            .current(at: clock.now)
    }

    private func uses(_ supervisor: Supervisor) -> String? {
        supervisor.status(at: clock.now).policies[0].uses
    }

    private static func use(_ name: String, _ policy: String = "keeper") -> JSONValue {
        ["request": "use", "policy": .string(policy), "name": .string(name)]
    }

    @Test("it does what the shadow would, from its next step on, and its own again when it is told")
    func thereAndBack() throws {
        let supervisor = try started(house())
        let service = service(supervisor)
        let before = bolt(supervisor)
        let there = try ask(service, Self.use("warmer"))
        #expect(there.contains("uses: keeper -> warmer"), "\(there)")
        #expect(there.contains("next-step"), "\(there)")
        #expect(uses(supervisor) == "warmer")
        #expect(bolt(supervisor) != before)
        // One with the same settings beside it finds no difference.
        let shadow = try #require(supervisor.status(at: clock.now).policies[0].shadows?.first)
        clock.advance(by: .seconds(5))
        let later = try #require(supervisor.status(at: clock.now).policies[0].shadows?.first)
        #expect(later.ticks > shadow.ticks)
        #expect(later.differentTicks == shadow.differentTicks)

        let back = try ask(service, Self.use("keeper"))
        #expect(back.contains("uses: warmer -> keeper"), "\(back)")
        #expect(uses(supervisor) == nil)
        #expect(bolt(supervisor) == before)
    }

    @Test(
        "a name that is no shadow of it is refused with what there is, and nothing changes",
        arguments: [
            ("warmest", "keeper", #"keeper cannot use \"warmest\". Did you mean \"warmer\"?"#),
            ("warmer", "keepr", #"no policy \"keepr\" runs. Did you mean \"keeper\"?"#),
            ("warmer", "warmer", #"no policy \"warmer\" runs"#),
        ])
    func unknown(_ name: String, _ policy: String, _ why: String) throws {
        let supervisor = try started(house())
        let answer = try ask(service(supervisor), Self.use(name, policy))
        #expect(answer.firstRange(of: why) != nil, "\(answer)")
        #expect(answer.firstRange(of: #""code":"refused""#) != nil, "\(answer)")
        #expect(uses(supervisor) == nil)
    }

    @Test("a configuration that is applied without a word of it leaves it as it is")
    func inherited() throws {
        let supervisor = try started(house())
        let service = service(supervisor)
        _ = try ask(service, Self.use("warmer"))
        let same = try ask(
            service, ["request": "plan", "text": .string(Self.text())])
        #expect(same.firstRange(of: "uses:") == nil, "\(same)")
        let plan = try ask(
            service, ["request": "plan", "text": .string(Self.text()), "selection": [:]])
        #expect(plan.firstRange(of: "uses: warmer -> keeper") != nil, "\(plan)")
        #expect(uses(supervisor) == "warmer")
    }

    @Test(
        "one that goes with its shadow is in the plan; one that is asked for and is not there is refused"
    )
    func gone() throws {
        let supervisor = try started(house())
        let service = service(supervisor)
        _ = try ask(service, Self.use("warmer"))
        let other: JSONValue = .string(Self.text("coldest"))
        let plan = try ask(service, ["request": "plan", "text": other])
        #expect(plan.firstRange(of: "uses: warmer -> keeper") != nil, "\(plan)")
        let answer = try ask(
            service,
            ["request": "apply", "text": other, "selection": ["keeper": "warmer"]])
        #expect(
            answer.firstRange(of: #"keeper cannot use \"warmer\": that is no shadow"#) != nil,
            "\(answer)")
        #expect(uses(supervisor) == "warmer")
    }

    @Test("what the policy itself refuses now is refused here too") func refusedByPolicy() throws {
        let supervisor = try started(house(Self.text(coldest: "-20 °C")))
        let answer = try ask(service(supervisor), Self.use("warmer"))
        #expect(answer.firstRange(of: "nobody keeps anything that cold") != nil, "\(answer)")
        #expect(uses(supervisor) == nil)
    }

    @Test("one that was selected before the start is used from the first step on")
    func atStart() throws {
        let before = bolt(try started(house()))
        let supervisor = try started(house(Self.text(), ["keeper": "warmer", "nobody": "warmer"]))
        #expect(bolt(supervisor) != before)
        #expect(uses(supervisor) == "warmer")
        #expect(supervisor.configuration.offer?.selection == ["keeper": "warmer"])
    }
}
