// Takes edges of 64 lines from standard input, as the driver gpio-input does from the kernel.
// Usage: edge-flood write 64 1000 10 | edge-bench; prints edges, percent of a core, and how late they
// were told: p50 and p99 in ms.

import Core
import Dispatch
import Drivers
import Glibc
import JSON
import LinuxIO
import Settings
import Values

/// Seconds of a processor that this process has used.
func processorTime() -> Double {
    var use = rusage()
    getrusage(RUSAGE_SELF.rawValue, &use)
    let times = [use.ru_utime, use.ru_stime]
    return times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6 }
}

/// Runs the driver until the input ends; the facts that it tells then, and the CPU that it took.
func measure() throws -> (diagnostics: [Diagnostic], percent: Double) {
    let ended = DispatchSemaphore(value: 0)
    let clock = DispatchScheduler()
    let names = (0..<FloodedLines.count).map { ("line\($0)", JSONValue.string("bench:\($0)")) }
    let settings = try SettingsReader.read(
        GPIOInput.Settings.self,
        from: [
            "lines": .object(Dictionary(uniqueKeysWithValues: names)), "debounce": "0ms",
        ], at: SettingPath("bench"))
    let ports = GPIOInput.ports(for: settings)
    let log = TextLog(LogFormat(.terminal, start: clock.now), threshold: .error, clock: clock) {
        print($0)
    }
    let context = DriverContext(
        name: "bench", scheduler: clock, log: Log(log, source: "bench"),
        system: SystemPaths(runtime: "/nonexistent"),
        connections: PortConnections(
            Dictionary(uniqueKeysWithValues: ports.map { ($0.name, $0.makeEndpoint(.zero)) })),
        resources: SharedResourcePool(), onFailure: { _ in ended.signal() })
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    poll(&input, 1, -1)
    let (begun, used) = (clock.now, processorTime())
    let driver = try GPIOInput.watch(FloodedLines(), settings, context)
    ended.wait()
    let percent = (processorTime() - used) / (clock.now - begun).seconds * 100
    defer { driver.close() }
    return (driver.diagnostics(at: clock.now), percent)
}

_ = fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK)
let result = try measure()
let figures = ["edges", "event_delay_p50_ms", "event_delay_p99_ms"].map { name in
    result.diagnostics.first { $0.name == name }?.value.line ?? "-"
}
print(figures[0], result.percent, figures[1], figures[2])
