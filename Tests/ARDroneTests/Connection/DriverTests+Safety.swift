import Core
import Synchronization
import TestSupport
import Testing
import Values

@testable import ARDrone

extension ARDroneDriverTests {
    @Test("It is safe only when its log has said that it landed") func safeIsSaid() throws {
        let directory = try TemporaryDirectory()
        try directory.write("run/keep", "")
        let bench = DriverBench(ARDrone.self, root: directory.path)
        let clock = DispatchScheduler()
        let log = AskingLog()
        let peer = try LoopbackDrone(FakeDrone())
        let driver = try ARDrone.start(
            bench.settings(settings(peer)), bench.context(clock, log: log))
        defer { driver.close() }
        let pilot = bench.connections.sink(ARDrone.pilot)
        func ask(_ command: FlightCommand) -> FlightState? {
            pilot.send(command, until: clock.now + .milliseconds(500))
            return bench.connections.sample(ARDrone.flight, at: clock.now).good
        }
        #expect(eventually { ask(.hover)?.armingFailures == [] })
        #expect(eventually { ask(.takeOff)?.phase == .hovering })
        // For longer than the driver distrusts a "landed" so soon behind its own "up".
        let timeout = ARDrone.CommandChannel.upSettles + .milliseconds(200)
        log.ask("landed") { eventually(within: timeout) { driver.isSafe } }
        driver.makeSafe()
        #expect(eventually { driver.isSafe })
        #expect(log.answers == [false])
    }
}

/// A log that asks something while a line is being written.
private final class AskingLog: LogOutput {
    private typealias Question = (message: String, ask: @Sendable () -> Bool)
    private let question = Mutex<Question?>(nil)
    private let kept = Mutex<[Bool]>([])

    var answers: [Bool] { kept.withLock { $0 } }

    func ask(_ message: String, _ ask: @escaping @Sendable () -> Bool) {
        question.withLock { $0 = (message, ask) }
    }

    func write(_ level: LogLevel, source: String, _ message: String) {
        guard let question = question.withLock({ $0 }), question.message == message else { return }
        let answer = question.ask()
        kept.withLock { $0.append(answer) }
    }
}
