import CommandKit
import Core
import Glibc
import LinuxIO
import Terminal

/// Waits beside the program that flies, and does what that cannot do any more when it was killed:
/// lands the drone, as `roost park` would, and gives the terminal back.
///
/// It says nothing to the drone while the other lives: a drone has one master at a time.
struct FlightWatchdog {
    private let terminal: ControllingTerminal
    private let configuration: Configuration
    private let runtime: String?

    init(_ terminal: ControllingTerminal, _ configuration: Configuration, runtime: String?) {
        self.terminal = terminal
        self.configuration = configuration
        self.runtime = runtime
    }

    /// Starts the program that flies, with `words`, and waits for its end.
    ///
    /// - Returns: its exit code; 1 when it was killed.
    func watch(_ words: [String]) throws(CommandError) -> Int32 {
        let (pilot, lifeline) = try start(words)
        defer { withExtendedLifetime(lifeline) {} }
        // It flies on when it is told to stop, so this stays too.
        let signals = try orFail(
            try SignalSource([SIGTERM, SIGINT, SIGHUP, SIGTSTP]) { signal in
                if signal != SIGTSTP { pilot.kill(signal) }
            })
        let code = withExtendedLifetime(signals) { pilot.waitForEnd() }
        guard code < 0 || code >= 128 else { return code }
        giveTerminalBack()
        Console.error(
            "roost: the program that flies was killed (signal \(max(0, code - 128))): landing the drone"
        )
        try park()
        return ExitCode.failed
    }

    private func start(
        _ words: [String]
    ) throws(CommandError) -> (ChildProcess, lifeline: FileDescriptor) {
        let (own, others) = try orFail(try FileDescriptor.pair())
        let words = ["drone", "fly", FlyOptions.guarded] + words
        return (try orFail(try ChildProcess("/proc/self/exe", words, input: others)), own)
    }

    private func giveTerminalBack() {
        _ = try? terminal.write(Array(ScreenModes.sticks.closing.utf8)[...])
        try? terminal.restore()
    }

    private func park() throws(CommandError) {
        let runtime = try RuntimeDirectory.make(option: runtime)
        let lock = try InstanceGuard.lockForDrone(runtime)
        defer { withExtendedLifetime(lock) {} }
        for (_, fault) in configuration.park(runtime: runtime, clock: DispatchScheduler()) {
            throw .failed("the drone: \(fault)")
        }
        Console.error("roost: nothing is in the air any more")
    }
}
