import Core
import Glibc
import LinuxIO
import Synchronization
import Threads
import Values

/// Measures how late an idle thread and an idle timer of this process run: a limit in real time that was missed meanwhile says
/// nothing about the program. A timer passes through two threads, as a step of a policy does: where the machine is full, a
/// thread that only sleeps may still run in time. So may both where other programs want all of the machine: then the kernel
/// says how much of the time some task waited for a processor (Documentation/accounting/psi.rst).
package final class DelayWatch: Sendable {
    static let shared = DelayWatch()

    /// Later than this is too late for a limit to mean anything: the pilot of a drone steps each 50 ms.
    package static let limit = Duration.milliseconds(100)
    private static let sleep = Duration.milliseconds(10)
    /// Where some task waits for a processor for more of the time than this, a test has not had its share of the machine. The
    /// flights of `script/test` on two processors: 0.3 to 0.5; with a compiler or another run of them beside it 0.8 to 0.95.
    private static let fullShare = 0.7
    /// Where this process has more of the processors than this, it is the one that the others wait for: as the tests do that
    /// compute, all at a time.
    private static let ownShare = 0.5

    /// The beginning of a test.
    package struct Mark: Sendable {
        let at: Instant
        /// How long tasks had waited then; `nil` where the kernel does not count it.
        let waited: Duration?
        /// The processor time of this process.
        let used: Duration
    }

    private let clock = DispatchScheduler()
    /// When a delay beyond the limit ended, and how long it was.
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
        guard delay > Self.limit else { return }
        delays.withLock { $0.append((now, delay)) }
    }

    package func mark() -> Mark {
        Mark(at: clock.now, waited: Self.waited(), used: Self.used())
    }

    /// What was wrong with the machine since then; `nil` where nothing was.
    package func problem(since mark: Mark) -> String? {
        let longest = delays.withLock { delays in
            delays.reversed().prefix { $0.at >= mark.at }.map(\.delay).max()
        }
        if let longest { return "an idle thread or timer ran \(text(of: longest)) late" }
        guard let before = mark.waited, let now = Self.waited() else { return nil }
        let elapsed = clock.now - mark.at
        let own = (Self.used() - mark.used) / (elapsed * Self.processors)
        let share = (now - before) / elapsed
        guard share > Self.fullShare, own < Self.ownShare else { return nil }
        return "some program waited for a processor \(Int(share * 100)) % of the time"
    }

    private static let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    private static func used() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// How long some task has waited for a processor since the machine was switched on.
    private static func waited() -> Duration? {
        guard let bytes = try? readFile("/proc/pressure/cpu", atMost: 1000) else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
        let total = line.split(separator: " ").last?.split(separator: "=").last
        return total.flatMap { Int64($0) }.map { .microseconds($0) }
    }
}
