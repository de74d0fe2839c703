import Glibc

/// A process that has something which only one can have.
package struct Holder: Equatable, Sendable, CustomStringConvertible {
    package let process: pid_t

    package init(_ process: pid_t) {
        self.process = process
    }

    /// "roost (process 812) of the user pi", as far as this process may know it.
    package var description: String {
        let folder = "/proc/\(process)"
        let bytes = (try? readFile("\(folder)/comm", atMost: 64)) ?? []
        let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        var status = stat()
        let user = stat(folder, &status) == 0 ? UserAccount.name(of: status.st_uid) : nil
        return (name.isEmpty ? "a program" : name) + " (process \(process))"
            + (user.map { " of the user \($0)" } ?? "")
    }

    package var isThisProcess: Bool { process == getpid() }

    /// Whether it was killed and cannot come to its end, since a thread of it waits in the kernel, for a card that stalls:
    /// then its main thread has ended already (proc_pid_stat(5)), and it does nothing with what it has any more.
    package var isDying: Bool {
        guard let bytes = try? readFile("/proc/\(process)/stat", atMost: 4096) else { return false }
        // Behind the name, which may hold anything but ends with the last bracket.
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return false }
        return ["Z", "X"].contains(text[end...].dropFirst(2).prefix(1))
    }
}

extension Holder {
    /// Who has a file or directory locked (flock(2)); `nil` where nobody has, or this process may not know it.
    package static func ofLock(on path: String) -> Holder? {
        var status = stat()
        guard stat(path, &status) == 0,
            let bytes = try? readFile("/proc/locks", atMost: 16 << 20)
        else { return nil }
        // "1: FLOCK  ADVISORY  WRITE 812 00:1a:4026 0 EOF" (proc_locks(5)): device and inode.
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 5, words[1] == "FLOCK", let process = pid_t(words[4]), process > 0
            else { continue }
            let place = words[5].split(separator: ":")
            guard place.count == 3, let major = UInt64(place[0], radix: 16),
                let minor = UInt64(place[1], radix: 16), UInt64(place[2]) == UInt64(status.st_ino),
                Self.device(major, minor) == UInt64(status.st_dev)
            else { continue }
            return Holder(process)
        }
        return nil
    }

    /// As makedev(3) puts it together.
    private static func device(_ major: UInt64, _ minor: UInt64) -> UInt64 {
        (major & 0xFFFF_F000) << 32 | (major & 0xFFF) << 8 | (minor & 0xFFFF_FF00) << 12
            | minor & 0xFF
    }
}
