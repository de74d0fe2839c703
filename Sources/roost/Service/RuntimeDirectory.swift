import CommandKit
import Glibc
import LinuxIO

/// Where sockets and markers live while roost runs.
enum RuntimeDirectory {
    /// Who uses it.
    enum User {
        /// The service, or what acts for it: in the service's directory, as the user who owns that.
        case service(mayBeRoot: Bool)
        /// A tool of a person, which does with a directory of that person's own.
        case tool
    }

    /// The directory to use, made if need be.
    ///
    /// `RUNTIME_DIRECTORY` is what systemd sets for `RuntimeDirectory=`.
    static func make(
        option: String?, for user: User = .tool
    ) throws(CommandError) -> String {
        if case .service(let mayBeRoot) = user {
            try refuseOthers(option ?? candidates.first { exists($0) }, mayBeRoot: mayBeRoot)
        }
        let path = option ?? candidates.first { isUsable($0) } ?? personal
        try create(path, "runtime directory")
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .failed("the runtime directory \(path) is not a directory")
        }
        // In /tmp anyone may have made it first, and then owns what we put there.
        guard status.st_uid == geteuid() || geteuid() == 0 else {
            throw .failed("the runtime directory \(path) belongs to another user")
        }
        guard access(path, W_OK | X_OK) == 0 else {
            let error = IOError(call: "access", code: errno)
            throw .failed("cannot write to the runtime directory \(path): \(error.reason)")
        }
        return path
    }

    /// Another user would run beside the service, and not see its lock and what it left in the air.
    /// Root sees it all, but what root makes there the service cannot change.
    private static func refuseOthers(_ path: String?, mayBeRoot: Bool) throws(CommandError) {
        var status = stat()
        guard let path, lstat(path, &status) == 0, status.st_uid != geteuid(),
            !(mayBeRoot && geteuid() == 0)
        else { return }
        let name = UserAccount.name(of: status.st_uid)
        throw .failed(
            "the runtime directory \(path) is the user \(name)'s: run this as that user (sudo -u "
                + "\(name) roost ...), or give --runtime DIR if it is about other devices")
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Makes a directory unless it is there.
    static func create(_ path: String, _ what: String) throws(CommandError) {
        do throws(IOError) {
            try systemCall("mkdir") { mkdir(path, 0o750) }
        } catch {
            if error.code == EEXIST { return }
            throw .failed("cannot make the \(what) \(path): \(error.reason)")
        }
    }

    /// Takes the directory for this process alone: two that command the same devices would fight.
    static func lock(_ path: String) throws(CommandError) -> DirectoryLock {
        do throws(IOError) {
            return try DirectoryLock(path)
        } catch {
            let isTaken = error.code == EWOULDBLOCK
            throw .failed(
                isTaken ? "another roost is running with the runtime directory \(path)" : "\(error)"
            )
        }
    }

    /// The socket of the running roost, if one can be found.
    static func findSocket(runtime: String?, socket: String?) -> [String] {
        if let socket { return [socket] }
        return (runtime.map { [$0] } ?? candidates).map { "\($0)/control.sock" }
    }

    private static var candidates: [String] {
        let fromSystemd = Console.environment("RUNTIME_DIRECTORY")?.split(separator: ":").first
        if let fromSystemd { return [String(fromSystemd)] }
        let session = Console.environment("XDG_RUNTIME_DIR").map { "\($0)/roost" }
        return ["/run/roost", session, personal].compactMap { $0 }
    }

    private static var personal: String { "/tmp/roost-\(geteuid())" }

    /// Whether it exists and can be written to, or can be made.
    private static func isUsable(_ path: String) -> Bool {
        if exists(path) { return access(path, W_OK | X_OK) == 0 }
        let parent = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
        return access(String(parent), W_OK | X_OK) == 0
    }
}
