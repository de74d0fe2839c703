@testable import Core
import TestSupport
import Testing
import Threads
import Values

/// A policy that restarts because somebody asks for it.
extension HangTests {
    @Test("one that steps restarts with what it has saved, and its command has no gap")
    func restarted() throws {
        let supervisor = try started(try house())
        let before = lamp(supervisor)
        try supervisor.restart("counter", by: "ada")
        #expect(lamp(supervisor) == before)
        clock.advance(by: .zero)
        #expect(observer.entries.suffix(2) == ["restarted from 3", "4"])
        #expect(lamp(supervisor)?.expiresAt == before.map { $0.expiresAt + .milliseconds(50) })
        #expect(counter(supervisor).ticks == 4)
        #expect(counter(supervisor).hangs == nil)
        #expect(log.lines.contains("notice counter: restarts: asked for by ada"))
    }

    @Test("one whose step does not return is not restarted by hand, but when it is found")
    func restartedInAStep() throws {
        let supervisor = try started(try house())
        hang()
        #expect(throws: PlainError("its step has not returned; try again")) {
            try supervisor.restart("counter")
        }
        #expect(!observer.entries.contains { $0.hasPrefix("restarted") })
        clock.advance(by: .seconds(1))
        #expect(counter(supervisor).hangs == 1)
        release()
    }

    @Test("one that remembers what is not saved restarts all the same, and forgets nothing")
    func restartedUnsaved() throws {
        let supervisor = try started(try house())
        memories.set(full: true)
        clock.advance(by: .seconds(1))
        let count = observer.counts.last ?? 0
        try supervisor.restart("counter")
        clock.advance(by: .zero)
        #expect(observer.entries.suffix(2) == ["restarted from \(count)", "\(count + 1)"])
    }

    @Test("what it had taken and not answered is refused")
    func restartedWithRequests() throws {
        let supervisor = try started(try house())
        let (answers, runner) = (EventLog(), supervisor.policies[0])
        _ = try runner.requests.post(
            "tell", .json([:]), from: .person, at: clock.now, deadline: nil
        ) { answers.note($0.message) }
        // As a step does that answers later.
        #expect(
            runner.requests.queue(of: TestCounter.Request.self).drain(at: clock.now).count
                == 1)
        try supervisor.restart("counter")
        #expect(answers.entries == ["refused: counter restarts"])
    }

    @Test("where all were given up, systemd's watchdog is fed by the one that restarts")
    func restartedAlone() throws {
        let other = Self.other.replacing("\"by\"", with: "\"trap\": \"\(trapName) 2\", \"by\"")
        let supervisor = try started(try house(atMost: 0, others: other))
        hang()
        clock.advance(by: .seconds(1))
        let second = Traps.named("\(trapName) 2")
        second.set()
        WorkerThread.start("tick") { [clock] in clock.advance(by: .milliseconds(100)) }
        #expect(eventually { second.caughtCount == 1 })
        clock.advance(by: .seconds(1))
        #expect(log.lines.contains { $0.contains("no policy is left that works") })
        _ = manager.sent.take()
        clock.advance(by: .seconds(5))
        #expect(manager.sent.take() == [])
        try supervisor.restart("counter")
        clock.advance(by: .seconds(10))
        #expect(manager.sent.take().contains("WATCHDOG=1"))
        second.release()
        release()
    }
}
