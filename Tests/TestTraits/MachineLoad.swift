import Glibc
import LinuxIO
import Values

/// Who had the processors in a span of time, as shares of all of them.
package struct MachineLoad: Equatable, Sendable {
    /// Where some task waits for a processor for more of the time than this, a test has not had its share of the machine. The
    /// flights of `script/test` on two processors: 0.3 to 0.5; with a compiler or another run of them beside it 0.8 to 0.95.
    private static let fullShare = 0.7
    /// Where this process has more of the processors than this, and other programs no more than the next, it is the one that
    /// the others wait for: as the tests do that compute, all at a time.
    private static let ownShare = 0.5
    /// Two runs of the tests side by side have half of the machine each: each misses what the other has.
    private static let othersShare = 0.25
    /// The kernel of a virtual machine does not know who waits while it does not run itself.
    private static let stolenShare = 0.1

    /// How much of the time some task waited for a processor (Documentation/accounting/psi.rst); `nil` where the kernel does
    /// not count it.
    package var waiting: Double?
    /// Of this process.
    package var own: Double
    /// Of all but this process and those that descend from it, with what the kernel does for devices and what the hypervisor
    /// has taken; `nil` where that is not known.
    package var others: Double?
    /// What the hypervisor has taken; `nil` where that is not known.
    package var stolen: Double?

    package init(waiting: Double?, own: Double, others: Double?, stolen: Double?) {
        (self.waiting, self.own, self.others, self.stolen) = (waiting, own, others, stolen)
    }

    /// Why a limit that was missed says nothing about the program; `nil` where it does.
    package var problem: String? {
        if let stolen, stolen > Self.stolenShare {
            return "the hypervisor had \(Self.percent(stolen)) of the processors"
        }
        guard let waiting, waiting > Self.fullShare else { return nil }
        let words = "some program waited for a processor \(Self.percent(waiting)) of the time"
        if let others, others > Self.othersShare {
            return "\(words), and other programs had \(Self.percent(others)) of them"
        }
        return own < Self.ownShare ? words : nil
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}

extension MachineLoad {
    /// What is counted from some beginning on.
    package struct Counts: Sendable {
        /// How long some task has waited for a processor.
        package var waited: Duration?
        /// The processor time of this process.
        package var own: Duration
        /// The ticks of this process and of all that descend from it.
        package var family: Int64?
        package var machine: ProcessorTime.Machine?

        package init(
            waited: Duration?, own: Duration, family: Int64?, machine: ProcessorTime.Machine?
        ) {
            (self.waited, self.own, self.family, self.machine) = (waited, own, family, machine)
        }

        static func now() -> Counts {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Counts(
                waited: waited(), own: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec),
                family: ProcessorTime.family(), machine: ProcessorTime.machine())
        }

        private static func waited() -> Duration? {
            guard let bytes = try? readFile("/proc/pressure/cpu", atMost: 1000) else { return nil }
            let line = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
            let total = line.split(separator: " ").last?.split(separator: "=").last
            return total.flatMap { Int64($0) }.map { .microseconds($0) }
        }
    }

    /// A tick is 10 ms mostly: in less than this a few of them say nothing.
    private static let shortest = Duration.milliseconds(200)

    /// Between two counts.
    package init(
        from old: Counts, to new: Counts, in elapsed: Duration, processors: Int,
        ticksPerSecond: Int
    ) {
        let time = elapsed * processors
        let share = { (ticks: Int64) in
            max(0, Double(ticks) / Double(ticksPerSecond) / time.seconds)
        }
        var (others, stolen) = (Double?.none, Double?.none)
        if elapsed >= Self.shortest, let before = old.machine, let now = new.machine {
            stolen = share(now.stolen - before.stolen)
            if let family = old.family, let families = new.family {
                others = share(now.busy - before.busy - (families - family))
            }
        }
        var waiting: Double?
        if let before = old.waited, let now = new.waited { waiting = (now - before) / elapsed }
        self.init(
            waiting: waiting, own: (new.own - old.own) / time, others: others, stolen: stolen)
    }
}
