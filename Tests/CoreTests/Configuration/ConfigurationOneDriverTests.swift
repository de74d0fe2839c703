import Core
import TestSupport
import Testing
import Values

@Suite struct ConfigurationOneDriverTests {
    private let configuration: Configuration

    init() throws {
        let text = """
            {"stop_limit": "7s",
             "drivers": {"gauge": {"driver": "sensor"}, "bolt": {"driver": "bolt", "after": ["gauge"]}},
             "policies": {"keeper": {"policy": "keeper", "inputs": {"temperature": "gauge"},
                                     "outputs": {"bolt": "bolt"}}}}
            """
        configuration = try ConfigurationReader.read(Array(text.utf8), registry: testRegistry)
    }

    @Test("what is kept is one driver that waits for no other, and Roost's own settings")
    func kept() throws {
        let bolt = try #require(configuration.drivers.first { $0.name == "bolt" })
        let alone = configuration.keepingOnly([bolt])
        #expect(alone.drivers.map(\.name) == ["bolt"])
        #expect(alone.drivers.first?.after == [])
        #expect(alone.policies.isEmpty)
        #expect(alone.general.stopLimit == .seconds(7))
    }

    @Test("of several that are kept, each waits for those of them that it waited for")
    func several() {
        let both = configuration.keepingOnly(configuration.drivers)
        #expect(both.drivers.map(\.name) == ["gauge", "bolt"])
        #expect(both.drivers.last?.after == ["gauge"])
    }

    @Test("its ends can be had from the supervisor by the driver's name") func connections() throws
    {
        let gauge = try #require(configuration.drivers.first { $0.name == "gauge" })
        let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000))
        let supervisor = try Supervisor(
            configuration.keepingOnly([gauge]), scheduler: clock,
            log: Log(MemoryLog(), source: "roost"), runtime: "/nowhere",
            manager: NoServiceManager(), onStopped: { _ in })
        supervisor.start()
        let connections = try #require(supervisor.connections(ofDriver: "gauge"))
        #expect(connections.sample(TestSensor.temperature, at: clock.now).good?.celsius == 21)
        #expect(supervisor.connections(ofDriver: "bolt") == nil)
    }
}
