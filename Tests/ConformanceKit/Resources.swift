import CMalloc
import LinuxIO

/// What this process has of the system.
enum Resources {
    static var descriptors: Int { names("/proc/self/fd") }
    static var threads: Int { names("/proc/self/task") }

    /// Bytes that are allocated and not freed, in all arenas.
    static var heapBytes: Int { Int(mallinfo2().uordblks) }

    private static func names(_ directory: String) -> Int {
        ((try? SysfsDirectory(directory).names()) ?? []).count
    }
}
