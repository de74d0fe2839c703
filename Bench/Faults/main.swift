// A driver that fails over and over and is started again, with real time, threads and timers.
// Usage: fault-bench COUNT; prints by how many KiB the process has grown over COUNT faults.

import Core
import Devices
import Glibc
import LinuxIO
import Threads

/// How often the device has gone away so far.
let faults = Locked(0)

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
        context.source(temperature).publish(Temperature(celsius: 20), at: context.scheduler.now)
        let count = faults.withLock { count in
            count += 1
            return count
        }
        return Running(
            timer: context.scheduler.every(.seconds(60), name: "link") { _ in
                context.fail(DeviceError(.absent, "no such device (\(count))"))
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

    func pause(for delay: Duration) {}

    private struct Impatient: OneShotTimer {
        let timer: any OneShotTimer

        func set(after delay: Duration) { timer.set(after: .zero) }
        func clear() { timer.clear() }
        func cancel() { timer.cancel() }
    }
}

/// What the process occupies, in KiB (proc_pid_status(5)).
func residentKiB() -> Int {
    let text = (try? readFile("/proc/self/status", atMost: 1 << 16)) ?? []
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("VmRSS:") {
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
    return 0
}

func waitFor(_ count: Int) {
    while faults.value < count { usleep(10_000) }
}

let words = CommandLine.arguments
guard words.count == 2, let count = Int(words[1]) else {
    print("usage: fault-bench COUNT")
    exit(2)
}
let registry = PluginRegistry(drivers: [Link.self], policies: [])
let configuration = try ConfigurationReader.read(
    Array(#"{"drivers": {"link": {"driver": "link"}}}"#.utf8), registry: registry)
let supervisor = try Supervisor(
    configuration, scheduler: ImpatientScheduler(), log: Log(NobodyLogs(), source: "bench"),
    runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
supervisor.start()
let warm = 1000
waitFor(warm)
let before = residentKiB()
waitFor(warm + count)
print(residentKiB() - before)
