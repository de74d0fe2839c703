@testable import Core
import Synchronization
import TestSupport
import Testing
import Values

/// In real time, with the timers of the service.
@Suite final class LiveHangTests: Sendable {
    private let clock = DispatchScheduler()
    private let log = MemoryLog()
    private let trapName = Traps.newName()
    private let steps = Mutex((count: 0, latest: Instant?.none, widest: Duration.zero))

    /// Notes the widest gap between two of its steps.
    private func note(_ now: Instant) {
        steps.withLock { steps in
            if let latest = steps.latest { steps.widest = max(steps.widest, now - latest) }
            steps.latest = now
            steps.count += 1
        }
    }

    private func house() throws -> Configuration {
        let text = """
            {"drivers": {"lamp": {"driver": "bolt"}},
             "policies": {"counter": {"policy": "counter", "trap": "\(trapName)", "every": "10ms",
              "lease": "500ms", "outputs": {"lamp": "lamp"}}}}
            """
        return try ConfigurationReader.read(
            Array(text.utf8),
            registry: PluginRegistry(drivers: [TestBolt.self], policies: [TestCounter.self]))
    }

    private func started() throws -> Supervisor {
        let quick = ScriptedPolicy { [self] _, now, _ in
            note(now)
            return "calm"
        }
        let house = try house()
        let supervisor = try Supervisor(
            try configuration(
                drivers: house.drivers,
                policies: house.policies + [quick.entry("quick", every: .milliseconds(10))]),
            scheduler: clock, log: Log(log, source: "roost"), runtime: "/nonexistent",
            manager: NoServiceManager(), onStopped: { _ in })
        supervisor.start()
        return supervisor
    }

    @Test("while one policy hangs, another steps on time, and its successor commands")
    func twoPolicies() throws {
        let supervisor = try started()
        let trap = Traps.named(trapName)
        func counter() -> PolicyReport { supervisor.status(at: clock.now).policies[0] }
        #expect(eventually { counter().ticks > 10 })
        trap.set()
        #expect(eventually { trap.caughtCount == 1 })
        steps.withLock { $0 = (0, nil, .zero) }
        // Looked at seldom: each look waits for the step for a tenth of a second.
        #expect(eventually(every: .milliseconds(200)) { counter().hangs == 1 })
        let seen = steps.withLock { $0 }
        // It hung for half a second.
        #expect(seen.count > 25)
        #expect(seen.widest < .milliseconds(250))
        let ticks = counter().ticks
        #expect(eventually { counter().ticks > ticks + 10 })
        let lamp = try #require(supervisor.connections(ofDriver: "lamp")).sink(TestBolt.command)
        #expect(lamp.current(at: clock.now) == SwitchCommand(isActive: false))
        trap.release()
        #expect(eventually { log.lines.contains { $0.contains("nothing of it counts") } })
        #expect(lamp.current(at: clock.now) == SwitchCommand(isActive: false))
        supervisor.stop(because: "the test is over")
    }
}
