import TestSupport
import Testing
import Threads
import Values

@testable import Core

/// A terminal that hangs up, a signal and a person may all ask for the stop at the same moment.
struct StopRaceTests {
    private static let rounds = 500
    private static let askers = 3

    @Test("those who ask for the stop again do not make what is safe look unsafe")
    func askedAgain() throws {
        let ends = EventLog()
        for _ in 0..<Self.rounds { try stopByMany(ends) }
        #expect(ends.entries == Array(repeating: "true", count: Self.rounds))
    }

    /// Stops a supervisor whose devices are safe, while others ask for the same all the time.
    private func stopByMany(_ ends: EventLog) throws {
        let isOver = Latch()
        let devices = [ScriptedDevice("first"), ScriptedDevice("second")]
        let supervisor = try Supervisor(
            try configuration(drivers: devices.map { $0.entry() }),
            scheduler: DispatchScheduler(), log: Log(MemoryLog(), source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(),
            onStopped: {
                ends.note("\($0)")
                isOver.open()
            })
        supervisor.start()
        let askers = (0..<Self.askers).map { _ in Latch() }
        for hasLeft in askers {
            WorkerThread.start("asker") {
                while !isOver.wait(atMost: .zero) { supervisor.stop(because: "again") }
                hasLeft.open()
            }
        }
        #expect(isOver.wait(atMost: .seconds(10)))
        for hasLeft in askers { hasLeft.wait() }
    }
}
