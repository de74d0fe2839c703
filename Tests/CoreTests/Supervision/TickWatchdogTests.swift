@testable import Core
import TestSupport
import Testing
import Values

@Suite struct TickWatchdogTests {
    private let eventLog = EventLog()

    @Test("it is fed a third of the limit apart, by the ticks of a policy") func feeds() throws {
        let watchdog = try watchdog(["a": .milliseconds(50)], limit: .milliseconds(300))
        for tick in 0...10 { watchdog.ticked("a", at: at(tick * 50)) }
        // 500 ms of ticks: at 100, 200, 300, 400 and 500 ms.
        #expect(eventLog.entries.count == 5)
        #expect(!watchdog.needsSupervisor)
    }

    @Test("one policy that hangs starves it, however busily the others tick") func starves() throws
    {
        let watchdog = try watchdog(
            ["a": .milliseconds(50), "b": .milliseconds(50)], limit: .milliseconds(300))
        watchdog.ticked("b", at: at(0))
        for tick in 0...40 { watchdog.ticked("a", at: at(tick * 50)) }
        #expect(eventLog.entries.count == 1)
        watchdog.ticked("b", at: at(2100))
        #expect(eventLog.entries.count == 2)
    }

    @Test("a policy too slow for the limit is not waited for") func slow() throws {
        let watchdog = try watchdog(
            ["quick": .milliseconds(50), "slow": .seconds(10)], limit: .milliseconds(300))
        for tick in 0...4 { watchdog.ticked("quick", at: at(tick * 50)) }
        #expect(eventLog.entries.count == 2)
    }

    @Test("without a quick policy the supervisor's own ticks feed it") func supervisor() throws {
        let watchdog = try watchdog(["slow": .seconds(10)], limit: .milliseconds(300))
        #expect(watchdog.needsSupervisor)
        watchdog.ticked("slow", at: at(100))
        #expect(eventLog.entries == [])
        watchdog.ticked(TickWatchdog.supervisorName, at: at(100))
        #expect(eventLog.entries.count == 1)
    }

    @Test("a policy that is given up is not waited for") func givenUp() throws {
        let watchdog = try watchdog(
            ["a": .milliseconds(50), "b": .milliseconds(50)], limit: .milliseconds(300))
        #expect(!watchdog.giveUp("b"))
        for tick in 0...4 { watchdog.ticked("a", at: at(tick * 50)) }
        #expect(eventLog.entries.count == 2)
    }

    @Test("one that was given up and restarts is waited for again, and no longer the last one")
    func takenUp() throws {
        let watchdog = try watchdog(
            ["a": .milliseconds(50), "b": .milliseconds(50)], limit: .milliseconds(300))
        #expect(!watchdog.giveUp("b"))
        #expect(watchdog.giveUp("a"))
        watchdog.watch("b")
        watchdog.watch("slow")
        watchdog.ticked("b", at: at(100))
        #expect(eventLog.take().count == 1)
        watchdog.watch("a")
        for tick in 3...40 { watchdog.ticked("b", at: at(tick * 50)) }
        #expect(eventLog.entries == [])
        watchdog.ticked("a", at: at(2100))
        #expect(eventLog.entries.count == 1)
    }

    @Test("the last one is waited for also when it is given up")
    func lastGivenUp() throws {
        let watchdog = try watchdog(
            ["a": .milliseconds(50), "b": .milliseconds(50)], limit: .milliseconds(300))
        #expect(!watchdog.giveUp("b"))
        #expect(watchdog.giveUp("a"))
        for tick in 0...40 { watchdog.ticked("b", at: at(tick * 50)) }
        #expect(eventLog.entries == [])
        // Giving up who is not waited for starves nobody.
        #expect(!watchdog.giveUp("slow"))
    }

    @Test("a policy that steps exactly a third of the limit apart feeds it in time")
    func exactThird() throws {
        let watchdog = try watchdog(["a": .milliseconds(100)], limit: .milliseconds(300))
        for tick in 1...10 { watchdog.ticked("a", at: at(tick * 100)) }
        #expect(eventLog.entries.count == 10)
    }

    private func watchdog(
        _ periods: [String: Duration], limit: Duration
    ) throws -> TickWatchdog {
        let watchdog = TickWatchdog(of: entries(periods), limit: limit, now: .zero) { [eventLog] in
            eventLog.note("fed")
        }
        return try #require(watchdog)
    }

    private func entries(_ periods: [String: Duration]) -> [PolicyEntry] {
        periods.map { name, period in ScriptedPolicy().entry(name, every: period) }
    }

    private func at(_ milliseconds: Int) -> Instant {
        .zero + .milliseconds(milliseconds)
    }
}
