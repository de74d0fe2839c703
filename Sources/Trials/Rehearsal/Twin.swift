import Core
import Simulators
import Values

/// This program as a service of its own, with the settings of an installation and simulated devices.
package protocol Twin: AnyObject {
    var clock: any Scheduler { get }
    /// Its simulated world.
    var drone: SimulatedDrone { get }
    var house: SimulatedHouse { get }
    var sysfs: String { get }

    /// Where its configuration is.
    var configuration: String { get }
    /// `nil` while it does not answer.
    var status: StatusReport? { get }

    /// Starts it, and waits until it answers.
    func start() throws(PlainError)
    func send(_ signal: Int32)
    /// - Returns: its exit code; 128 and the signal that killed it.
    func waitForEnd(_ limit: Duration) throws(PlainError) -> Int32
    /// As systemd does after a crash.
    func park() throws(PlainError) -> Int32
    /// A file beside its own; where it is.
    func write(_ text: String, as name: String) throws(PlainError) -> String
    /// A command of this program, about this twin.
    func run(_ words: String...) throws(PlainError) -> (code: Int32, text: String)
}

extension Twin {
    package func code(of policy: String) -> String {
        status?.policies.first { $0.name == policy }?.reason?.code ?? "no answer"
    }

    package func reason(of policy: String) -> String {
        status?.policies.first { $0.name == policy }?.reason?.text ?? "no answer"
    }

    /// - Returns: how long it took.
    /// - Throws: that it did not come true, with what `instead` says.
    @discardableResult
    package func wait(
        _ what: String, _ limit: Duration, instead: () -> String = { "" }, until isTrue: () -> Bool
    ) throws(PlainError) -> Duration {
        let lookEvery = Duration.milliseconds(50)
        let began = clock.now
        while !isTrue() {
            guard clock.now < began + limit else {
                let rest = instead()
                throw PlainError(
                    "not within \(Values.text(of: limit)): \(what)"
                        + (rest.isEmpty ? "" : " (\(rest))"))
            }
            clock.sleep(for: lookEvery)
        }
        return clock.now - began
    }
}
