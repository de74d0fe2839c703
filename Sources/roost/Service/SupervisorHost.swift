import CommandKit
import Core
import Glibc
import LinuxIO
import Threads
import Values

/// A supervisor in this process, with what ends it: a signal, or somebody who asks.
///
/// The service and the tools that drive a device without it stand on this.
final class SupervisorHost: Sendable {
    let supervisor: Supervisor
    let scheduler: DispatchScheduler
    let log: Log
    private let signals: SignalSource
    /// It begins to stop.
    private let asked: Latch
    private let end: Latch
    private let exitCode: Locked<Int32>

    /// What ends it. A terminal that goes away (`SIGHUP`) must not leave a drone in the air.
    private static let stopSignals = [
        (SIGTERM, "SIGTERM"), (SIGINT, "SIGINT"), (SIGHUP, "SIGHUP"),
    ]

    /// Catches the signals; nothing is started yet. With `onHangUp` SIGHUP does that, and ends nothing.
    init(
        _ configuration: Configuration, runtime: String, manager: any ServiceManager,
        memories: (any PolicyMemoryStore)? = nil, protection: ProtectionKeeper? = nil,
        started: StartedConfiguration? = nil,
        observer: @escaping @Sendable (PolicyEntry) -> (any StepObserver)? = { _ in nil },
        onChange: @escaping @Sendable (Configuration) -> Void = { _ in },
        onHangUp: (@Sendable () -> Void)? = nil, scheduler: DispatchScheduler,
        log output: any LogOutput
    ) throws(CommandError) {
        let (asked, begun, end) = (Latch(), Latch(), Latch())
        let exitCode = Locked(ExitCode.success)
        let log = Log(output, source: "roost")
        let supervisor = try orFail(
            try Supervisor(
                configuration, scheduler: scheduler, log: log, runtime: runtime, manager: manager,
                memories: memories, protection: protection, started: started, observer: observer,
                onChange: onChange,
                onStopped: { allSafe in
                    exitCode.value = allSafe ? ExitCode.success : ExitCode.failed
                    for latch in [end, asked, begun] { latch.open() }
                }))
        self.supervisor = supervisor
        self.scheduler = scheduler
        self.log = log
        self.asked = asked
        self.end = end
        self.exitCode = exitCode
        signals = try orFail(
            try SignalSource(Self.stopSignals.map(\.0)) { signal in
                if signal == SIGHUP, let onHangUp { return onHangUp() }
                let name = Self.stopSignals.first { $0.0 == signal }?.1 ?? "signal \(signal)"
                asked.open()
                supervisor.stop(because: name)
                begun.open()
            })
        // A thread that is there before it is needed: where no thread is left, no timer looks whether all is safe.
        WorkerThread.start("stopping") {
            begun.wait()
            while !end.wait(atMost: Self.lookEvery) { supervisor.goOnStopping() }
        }
    }

    /// Does `body` with one that is not started yet, in the place of the service, which must not be running.
    ///
    /// - Throws: that a roost is running, or that this user may not stand in its place.
    static func withoutService<Result>(
        _ configuration: Configuration, runtime option: String?,
        _ body: (SupervisorHost) throws(CommandError) -> Result
    ) throws(CommandError) -> Result {
        let runtime = try RuntimeDirectory.make(option: option, for: .service(mayBeRoot: true))
        let lock = try RuntimeDirectory.lock(runtime)
        defer { withExtendedLifetime(lock) {} }
        let scheduler = DispatchScheduler()
        return try withLog(.warning, clock: scheduler) { log throws(CommandError) in
            try body(
                try SupervisorHost(
                    configuration, runtime: runtime, manager: NoServiceManager(),
                    scheduler: scheduler, log: log))
        }
    }

    private static let lookEvery = Duration.milliseconds(20)

    /// Parks this thread until everything has stopped, or has had its time for that: this thread calls no device and no
    /// timer, so nothing that hangs keeps the process.
    ///
    /// - Returns: the exit code: 0 when every device reached its safe state.
    func waitForEnd() -> Int32 {
        asked.wait()
        while !end.wait(atMost: Self.lookEvery) {
            guard let ending = supervisor.ending, scheduler.now > ending.latest else { continue }
            log.error("closing hangs; leaving all the same")
            return ending.allSafe ? ExitCode.success : ExitCode.failed
        }
        return exitCode.value
    }

    /// Waits for something, looking every 20 ms.
    ///
    /// - Returns: whether it came true within `limit`. Gives up at once when everything has stopped.
    func wait(atMost limit: Duration, until isTrue: () -> Bool) -> Bool {
        let deadline = scheduler.now + limit
        while !isTrue() {
            guard scheduler.now < deadline else { return false }
            if end.wait(atMost: Self.lookEvery) { return isTrue() }
        }
        return true
    }
}
