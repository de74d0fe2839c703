// A driver that fails over and over and is started again, with real time, threads and timers.
// Usage: fault-bench COUNT; ends when the driver was started that often, and all is quiet. Prints how long it took from the
// report of a failure to the first sample of the next instance: p50, p99 and the longest, in milliseconds.

import Core
import Glibc
import Settings
import Threads
import Values

/// How often the device will go away.
let faultsLeft = Locked(0)

/// From failures to the samples after them, and when the last failure was that has had none yet.
let restarts = Locked((times: DurationHistogram(), failed: Instant?.none))

/// Gives a sample, then says that its device has gone.
enum Link: DriverPlugin {
    struct Settings: PluginSettings {
        init(_ read: SettingsReader) {}
    }

    private struct Running: Driver {
        let timer: any Cancellable

        func close() { timer.cancel() }
    }

    static let name = "link"
    static let summary = "Comes and goes."
    static let temperature = Port<Temperature>("temperature", "How warm it is.")
    static let ports: [DriverPort] = [.source(temperature)]

    static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        let now = context.scheduler.now
        context.source(temperature).publish(Temperature(celsius: 20), at: now)
        restarts.withLock { restarts in
            if let failed = restarts.failed { restarts.times.record(now - failed) }
            restarts.failed = nil
        }
        let left = faultsLeft.withLock { left in
            left -= 1
            return left
        }
        return Running(
            timer: context.scheduler.every(.seconds(60), name: "link") { _ in
                guard left >= 0 else { return }
                restarts.withLock { $0.failed = context.scheduler.now }
                context.fail(DeviceError(.absent, "no such device (\(left))"))
            })
    }
}

struct NobodyLogs: LogOutput {
    func write(_ level: LogLevel, source: String, _ message: String) {}
}

/// Time in which no restart has to be waited for.
struct ImpatientScheduler: Scheduler {
    private let real = DispatchScheduler()

    var now: Instant { real.now }

    func every(
        _ period: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable { real.every(period, name: name, work) }

    func timer(
        name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any OneShotTimer { Impatient(timer: real.timer(name: name, work)) }

    func after(
        _ delay: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable { real.after(.zero, name: name, work) }

    func sleep(for delay: Duration) {}

    private struct Impatient: OneShotTimer {
        let timer: any OneShotTimer

        func set(after delay: Duration) { timer.set(after: .zero) }
        func clear() { timer.clear() }
        func cancel() { timer.cancel() }
    }
}

let words = CommandLine.arguments
guard words.count == 2, let count = Int(words[1]) else {
    print("usage: fault-bench COUNT")
    exit(2)
}
faultsLeft.withLock { $0 = count }
let registry = PluginRegistry(drivers: [Link.self], policies: [])
let configuration = try ConfigurationReader.read(
    Array(#"{"drivers": {"link": {"driver": "link"}}}"#.utf8), registry: registry)
let supervisor = try Supervisor(
    configuration, scheduler: ImpatientScheduler(), log: Log(NobodyLogs(), source: "bench"),
    runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
supervisor.start()
while faultsLeft.value >= 0 { usleep(10_000) }
// What is on its way (a line of the log, a timer that was cancelled) is no growth: let it arrive.
usleep(500_000)
let times = restarts.value.times
let figures = [times.percentile(0.5), times.percentile(0.99), times.max]
print(figures.map { fixedText(of: $0.seconds * 1000, decimals: 4) }.joined(separator: " "))
