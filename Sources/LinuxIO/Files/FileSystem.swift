import Glibc

/// The file system that a path lies on, as it is now.
package struct FileSystem: Sendable {
    /// What users other than root may still fill.
    package let freeBytes: UInt64
    package let totalBytes: UInt64
    /// Also of a card that the kernel has found faults on, until the next boot.
    package let isReadOnly: Bool

    package init(of path: String) throws(IOError) {
        var info = statvfs()
        try systemCall("statvfs", path) { statvfs(path, &info) }
        let blockBytes = UInt64(info.f_frsize)
        let (free, isHuge) = UInt64(info.f_bavail).multipliedReportingOverflow(by: blockBytes)
        freeBytes = isHuge ? .max : free
        let (total, isImmense) = UInt64(info.f_blocks).multipliedReportingOverflow(by: blockBytes)
        totalBytes = isImmense ? .max : total
        isReadOnly = info.f_flag & UInt(ST_RDONLY) != 0
    }
}
