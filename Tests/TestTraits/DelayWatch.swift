import Core
import Devices
import Glibc
import Synchronization
import Threads

/// Measures how late an idle thread and an idle timer of this process run: a limit in real time that was missed meanwhile says
/// nothing about the program. A timer passes through two threads, as a step of a policy does: where the machine is full, a
/// thread that only sleeps may still run in time.
package final class DelayWatch: Sendable {
    static let shared = DelayWatch()

    /// Later than this is too late for a limit to mean anything: the pilot of a drone steps each 50 ms.
    package static let limit = Duration.milliseconds(100)
    private static let sleep = Duration.milliseconds(10)

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

    package var now: Instant { clock.now }

    /// The longest delay beyond the limit since then; `nil` where there was none.
    package func longest(since began: Instant) -> Duration? {
        delays.withLock { delays in
            delays.reversed().prefix { $0.at >= began }.map(\.delay).max()
        }
    }
}
