@testable import Core
import Settings
import TestSupport
import Testing
import Values

@Suite("A policy that looks on at another")
struct ShadowTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()

    private static func house(_ shadow: String = "") throws -> Configuration {
        let text = """
            {"drivers": {"inside": {"driver": "sensor"}, "bolt": {"driver": "bolt"}},
             "policies": {
              "keeper": {"policy": "keeper", "coldest": "5 °C",
               "inputs": {"temperature": "inside"}, "outputs": {"bolt": "bolt"}}\(shadow)}}
            """
        return try ConfigurationReader.read(Array(text.utf8), registry: testRegistry)
    }

    private static func shadow(_ coldest: String, _ more: String = "") -> String {
        ", \"warmer\": {\"policy\": \"keeper\", \"coldest\": \"\(coldest)\", "
            + "\"shadow\": \"keeper\"\(more)}"
    }

    private func started(_ configuration: Configuration) throws -> Supervisor {
        try startedKeeper(configuration, clock, log)
    }

    private func shadows(_ supervisor: Supervisor) -> [ShadowReport] {
        supervisor.status(at: clock.now).policies[0].shadows ?? []
    }

    private func bolt(_ supervisor: Supervisor) -> SwitchCommand? {
        supervisor.connections(ofDriver: "bolt")?.sink(TestBolt.command).current(at: clock.now)
    }

    @Test(
        "it decides on the same inputs, moves nothing, and where it differs is counted and logged")
    func differs() throws {
        let supervisor = try started(try Self.house(Self.shadow("20 °C")))
        #expect(bolt(supervisor) == SwitchCommand(isActive: false))
        let report = try #require(shadows(supervisor).first)
        #expect(report.name == "warmer")
        #expect(report.ticks == supervisor.status(at: clock.now).policies[0].ticks)
        #expect(report.differentTicks == report.ticks)
        #expect(report.differences == 1)
        #expect(report.differsIn == ["is_shut"])
        #expect(report.reason?.code == "cold")
        let told = log.lines.filter { $0.contains("warmer") }
        #expect(told.count == 1)
        #expect(told.first?.contains("would do otherwise than keeper (is_shut): cold") == true)
    }

    @Test("one that decides the same has nothing to say")
    func same() throws {
        let supervisor = try started(try Self.house(Self.shadow("4 °C")))
        let report = try #require(shadows(supervisor).first)
        #expect(report.differences == 0)
        #expect(report.differsForSeconds == nil)
        #expect(report.ticks > 0)
        #expect(!log.lines.contains { $0.contains("warmer") })
    }

    @Test("it comes, changes and goes while all runs, and the policy does not notice")
    func live() throws {
        let supervisor = try started(try Self.house())
        #expect(shadows(supervisor).isEmpty)
        let plan = try supervisor.apply(try Self.house(Self.shadow("20 °C")))
        #expect(
            plan.lines == ["warmer: is new", "warmer: only looks on; nothing else notices"])
        clock.advance(by: .seconds(1))
        #expect(shadows(supervisor).first?.differences == 1)
        _ = try supervisor.apply(try Self.house(Self.shadow("3 °C")))
        clock.advance(by: .seconds(1))
        #expect(shadows(supervisor).first?.differences == 0)
        _ = try supervisor.apply(try Self.house())
        clock.advance(by: .seconds(1))
        #expect(shadows(supervisor).isEmpty)
        #expect(bolt(supervisor) == SwitchCommand(isActive: false))
        #expect(supervisor.status(at: clock.now).policies[0].skippedTicks == 0)
    }

    @Test(
        "what cannot be a shadow is said",
        arguments: [
            (", \"every\": \"1s\"", "a shadow has that of the policy that it looks on at"),
            (
                ", \"outputs\": {\"bolt\": \"bolt\"}",
                "a shadow has that of the policy that it looks on at"
            ),
        ])
    func refused(more: String, problem: String) throws {
        do {
            _ = try Self.house(Self.shadow("20 °C", more))
            Issue.record("it should be refused")
        } catch let error as ConfigurationErrors {
            #expect("\(error)".contains(problem))
        }
    }

    @Test("a shadow of nobody, and of itself, is refused")
    func ofNobody() throws {
        for name in ["nobody", "warmer"] {
            let text = ", \"warmer\": {\"policy\": \"keeper\", \"shadow\": \"\(name)\"}"
            #expect(throws: ConfigurationErrors.self) { try Self.house(text) }
        }
    }
}
