import Core
import Glibc
import Synchronization
import Threads
import Values

/// Measures how late an idle thread and an idle timer of this process run: a limit in real time that was missed meanwhile says
/// nothing about the program. A timer passes through two threads, as a step of a policy does: where the machine is full, a
/// thread that only sleeps may still run in time. So may both where other programs want all of the machine: then the kernel
/// says who had it (`MachineLoad`).
package final class DelayWatch: Sendable {
    package static let shared = DelayWatch()

    /// Later than this is too late for a limit to mean anything: the pilot of a drone steps each 50 ms.
    package static let limit = Duration.milliseconds(100)
    private static let sleep = Duration.milliseconds(10)
    /// What is shorter is not kept.
    private static let shortest = Duration.milliseconds(1)

    /// The beginning of a test.
    package struct Mark: Sendable {
        let at: Instant
        let counts: MachineLoad.Counts
    }

    private let clock = DispatchScheduler()
    /// When a delay ended, and how long it was.
    private let delays = Mutex<[(at: Instant, delay: Duration)]>([])

    private init() {
        WorkerThread.start("delay watch") { [self] in
            while true {
                let began = clock.now
                usleep(useconds_t(Self.sleep / .microseconds(1)))
                note(clock.now - began - Self.sleep, at: clock.now)
            }
        }
        // It keeps itself.
        _ = clock.every(Self.sleep, name: "delay watch") { [self] tick in
            note(tick.lateness, at: tick.now)
        }
    }

    private func note(_ delay: Duration, at now: Instant) {
        guard delay > Self.shortest else { return }
        delays.withLock { $0.append((now, delay)) }
    }

    package func mark() -> Mark {
        Mark(at: clock.now, counts: .now())
    }

    /// What the machine added since then to the pauses of each program, at the most.
    package func longestDelay(since mark: Mark) -> Duration {
        delays.withLock { delays in
            delays.reversed().prefix { $0.at >= mark.at }.map(\.delay).max() ?? .zero
        }
    }

    /// What was wrong with the machine since then; `nil` where nothing was.
    package func problem(since mark: Mark) -> String? {
        let longest = longestDelay(since: mark)
        if longest > Self.limit { return "an idle thread or timer ran \(text(of: longest)) late" }
        return MachineLoad(
            from: mark.counts, to: .now(), in: clock.now - mark.at,
            processors: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
            ticksPerSecond: max(1, sysconf(Int32(_SC_CLK_TCK)))
        ).problem
    }
}
