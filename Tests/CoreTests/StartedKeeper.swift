import TestSupport
import Values

@testable import Core

/// A house with a keeper at 12 °C, a second after it was started.
func startedKeeper(
    _ configuration: Configuration, _ clock: ManualScheduler, _ log: MemoryLog
) throws -> Supervisor {
    let supervisor = try Supervisor(
        configuration, scheduler: clock, log: Log(log, source: "roost"),
        runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
    supervisor.start()
    supervisor.connections(ofDriver: "inside")?.source(TestSensor.temperature)
        .publish(Temperature(celsius: 12), at: clock.now)
    clock.advance(by: .seconds(1))
    return supervisor
}
