import Glibc
import LinuxIO
import TestSupport

/// A file system of its own at a directory. Needs root, as any mount does.
final class Card: Sendable {
    static let isPossible =
        geteuid() == 0 && access("/dev/loop-control", W_OK) == 0
        && ["mkfs.ext4", "mount", "umount", "fsfreeze"].allSatisfy { tool in
            ["/sbin", "/usr/sbin", "/bin", "/usr/bin"].contains {
                access("\($0)/\(tool)", X_OK) == 0
            }
        }

    let directory: String
    private let files: TemporaryDirectory

    /// ext4 on a loop device, whose kernel can be told to keep everybody waiting who writes to it, as a card does that
    /// stalls (fsfreeze(8)).
    convenience init(at directory: String, megabytes: Int = 16) throws {
        try self.init(directory) { files, run in
            try run(["truncate", "--size=\(megabytes)M", "\(files)/card"])
            try run(["mkfs.ext4", "-q", "-F", "\(files)/card"])
            try run(["mount", "-o", "loop", "\(files)/card", directory])
        }
    }

    /// One in memory, which is soon full.
    static func inMemory(at directory: String, kilobytes: Int) throws -> Card {
        try Card(directory) { _, run in
            try run(["mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", directory])
        }
    }

    private init(
        _ directory: String,
        _ make: (_ files: String, _ run: ([String]) throws -> Void) throws -> Void
    ) throws {
        self.directory = directory
        let files = try TemporaryDirectory()
        self.files = files
        mkdir(directory, 0o750)
        try make(files.path) { try Self.run($0, files) }
    }

    deinit {
        thaw()
        try? Self.run(["umount", "--lazy", directory], files)
    }

    /// From now on whoever writes to it waits.
    func stall() throws { try Self.run(["fsfreeze", "--freeze", directory], files) }

    func thaw() { try? Self.run(["fsfreeze", "--unfreeze", directory], files) }

    /// Leaves no room on it.
    func fill() throws {
        let file = try FileDescriptor(open: "\(directory)/fill", O_WRONLY | O_CREAT)
        while (try? file.write([UInt8](repeating: 0, count: 4096))) != nil {}
        while (try? file.write([0])) != nil {}
    }

    private static func run(_ words: [String], _ files: TemporaryDirectory) throws {
        let log = "\(files.path)/log"
        guard try ChildProcess("/usr/bin/env", words, logPath: log).waitForEnd() == 0 else {
            throw TestSupportError("\(words): \(files.read("log") ?? "")")
        }
    }
}
