import TestSupport
import Testing
import Threads
import Values

@testable import Core

/// Too many hangs, and what systemd's watchdog makes of them.
extension HangTests {
    @Test("after too many it is given up: its devices stay safe, requests are refused")
    func givenUp() throws {
        let supervisor = try started(try house(atMost: 2, others: Self.other))
        for _ in 0..<3 {
            hang()
            clock.advance(by: .seconds(1))
        }
        #expect(counter(supervisor).isGivenUp == true)
        #expect(counter(supervisor).hangs == 3)
        #expect((counter(supervisor).hangsForSeconds ?? 0) >= 0.5)
        #expect(log.lines.filter { $0.contains("given up after too many") }.count == 1)
        let before = (lamp(supervisor), counter(supervisor).ticks)
        release()
        clock.advance(by: .seconds(100))
        #expect(lamp(supervisor) == before.0)
        #expect(counter(supervisor).ticks == before.1)
        #expect(counter(supervisor).reason == nil)
        #expect(
            throws: RequestError.refused(
                "refused: counter is given up: its steps hang. roost restart counter restarts it"
            )
        ) {
            try supervisor.policies[0].requests.post(
                "tell", .json([:]), from: .person, at: clock.now, deadline: nil
            ) { _ in }
        }
        let refusal = supervisor.plan(for: try house(by: 2, atMost: 2, others: Self.other)).refusal
        #expect(refusal?.contains("it is given up: its steps hang") == true)
        // The other one feeds systemd's watchdog alone.
        _ = manager.sent.take()
        clock.advance(by: .seconds(30))
        #expect(manager.sent.entries.count { $0 == "WATCHDOG=1" } >= 6)
    }

    @Test("one that was given up restarts when a person asks for it, with a budget as new")
    func takenUp() throws {
        let supervisor = try started(try house(atMost: 1, others: Self.other))
        for _ in 0..<2 {
            hang()
            clock.advance(by: .seconds(1))
        }
        #expect(counter(supervisor).isGivenUp == true)
        let ticks = counter(supervisor).ticks
        try supervisor.restart("counter", by: "ada")
        clock.advance(by: .milliseconds(250))
        #expect(log.lines.contains("notice counter: restarts: asked for by ada"))
        #expect(counter(supervisor).isGivenUp == nil)
        #expect(counter(supervisor).ticks > ticks)
        #expect(counter(supervisor).hangs == 2)
        _ = try supervisor.policies[0].requests.post(
            "tell", .json([:]), from: .person, at: clock.now, deadline: nil
        ) { _ in }
        // Those that still hang do not count any more; the next one does.
        hang()
        clock.advance(by: .seconds(1))
        #expect(log.lines.count { $0.contains("restarts (1 of 1)") } == 2)
        #expect(counter(supervisor).isGivenUp == nil)
        release()
    }

    @Test("the last one that systemd waits for starves its watchdog when it is given up")
    func lastOne() throws {
        let supervisor = try started(try house(atMost: 0))
        hang()
        clock.advance(by: .seconds(1))
        #expect(counter(supervisor).isGivenUp == true)
        #expect(log.lines.contains { $0.contains("no policy is left that works") })
        _ = manager.sent.take()
        clock.advance(by: .seconds(60))
        #expect(manager.sent.entries == [])
        release()
    }

    @Test("while it hangs and restarts, systemd's watchdog is fed")
    func watchdog() throws {
        let supervisor = try started(try house(lease: "30s", others: Self.other))
        _ = manager.sent.take()
        hang()
        // Not the lease but a third of what systemd waits, and two looks.
        for _ in 0..<6 {
            clock.advance(by: .seconds(5))
            #expect(manager.sent.take().contains("WATCHDOG=1"))
        }
        #expect(log.lines.contains { $0.contains("restarts (1 of 3)") })
        #expect(counter(supervisor).hangs == 1)
        release()
    }

    @Test("one that hangs again and again does not starve it, either") func againAndAgain() throws {
        let supervisor = try started(try house(lease: "30s", others: Self.other))
        hang()
        _ = manager.sent.take()
        for count in 2...3 {
            // Its successor hangs in its first step.
            trap.set()
            WorkerThread.start("tick") { [clock] in clock.advance(by: .seconds(6)) }
            #expect(eventually { trap.caughtCount == count })
            #expect(manager.sent.take().contains("WATCHDOG=1"))
        }
        clock.advance(by: .seconds(6))
        #expect(manager.sent.take().contains("WATCHDOG=1"))
        #expect(counter(supervisor).hangs == 3)
        release()
    }
}
