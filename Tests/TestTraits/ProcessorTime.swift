import Glibc
import LinuxIO

/// The time that the processors have worked, as the kernel counts it, in ticks (proc_pid_stat(5), proc_stat(5)).
package enum ProcessorTime {
    /// Of all processors, since the machine was switched on.
    package struct Machine: Equatable, Sendable {
        package let busy: Int64
        /// In which the hypervisor ran something else; part of `busy`.
        package let stolen: Int64

        package init(busy: Int64, stolen: Int64) {
            (self.busy, self.stolen) = (busy, stolen)
        }

        /// Of the text of /proc/stat; `nil` for another text.
        package init?(_ text: some StringProtocol) {
            let words = text.prefix { $0 != "\n" }.split(separator: " ")
            let ticks = words.dropFirst().compactMap { Int64($0) }
            guard words.first == "cpu", ticks.count == words.count - 1, ticks.count >= 4 else {
                return nil
            }
            // user, nice, system, idle, iowait, irq, softirq, steal; guests are in the first two already.
            let all = Array(ticks.prefix(8))
            stolen = all.count == 8 ? all[7] : 0
            busy = all.reduce(0, +) - all[3] - (all.count > 4 ? all[4] : 0)
        }
    }

    /// Of one process, with that of its children that have ended and were waited for.
    package struct Process: Equatable, Sendable {
        package let parent: Int32
        package let ticks: Int64

        package init(parent: Int32, ticks: Int64) {
            (self.parent, self.ticks) = (parent, ticks)
        }

        /// Of the text of /proc/PID/stat; `nil` for another text. The name in it may hold any character.
        package init?(_ text: some StringProtocol) {
            guard let end = text.lastIndex(of: ")") else { return nil }
            let words = text[end...].split(whereSeparator: \.isWhitespace).dropFirst()
            // From the state on: the parent is the second, and utime, stime, cutime and cstime the twelfth and those after it.
            let fields = Array(words)
            let times = fields.dropFirst(11).prefix(4).compactMap { Int64($0) }
            guard fields.count > 14, times.count == 4, let parent = Int32(fields[1]) else {
                return nil
            }
            self.init(parent: parent, ticks: times.reduce(0, +))
        }
    }

    /// Of a process and all that descend from it; `nil` where it is not there.
    package static func family(of process: Int32, in all: [Int32: Process]) -> Int64? {
        guard let root = all[process] else { return nil }
        let children = Dictionary(grouping: all.keys) { all[$0]?.parent ?? 0 }
        var (sum, rest, seen) = (root.ticks, children[process] ?? [], Set([process]))
        while let next = rest.popLast() {
            guard seen.insert(next).inserted else { continue }
            sum += all[next]?.ticks ?? 0
            rest += children[next] ?? []
        }
        return sum
    }

    // MARK: Now

    static func machine() -> Machine? {
        text("/proc/stat").flatMap { Machine($0) }
    }

    /// This process and all that descend from it.
    static func family() -> Int64? {
        let names = (try? directoryNames("/proc") { Int32($0) != nil }) ?? []
        var all: [Int32: Process] = [:]
        for name in names {
            guard let number = Int32(name), let text = text("/proc/\(name)/stat") else { continue }
            all[number] = Process(text)
        }
        return family(of: getpid(), in: all)
    }

    private static func text(_ path: String) -> String? {
        (try? readFile(path, atMost: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
    }
}
