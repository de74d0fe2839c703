import CMalloc
import LinuxIO
import TestSupport

/// What this process has of the system.
enum Resources {
    static var descriptors: Int { names("/proc/self/fd") }
    static var threads: Int { names("/proc/self/task") }

    /// Bytes that are allocated and not freed, in all arenas.
    static var heapBytes: Int { Int(mallinfo2().uordblks) }

    /// The same once it has not changed for a while: the thread of a reader that lags holds what it
    /// still has to read, some 90,000 bytes were seen.
    static func heapBytesAtRest() -> Int {
        var (latest, sameSince) = (heapBytes, 0)
        _ = eventually(within: .seconds(5), every: .milliseconds(10)) {
            let now = heapBytes
            sameSince = now == latest ? sameSince + 1 : 0
            latest = now
            return sameSince == 10
        }
        return latest
    }

    private static func names(_ directory: String) -> Int {
        ((try? SysfsDirectory(directory).names()) ?? []).count
    }
}
