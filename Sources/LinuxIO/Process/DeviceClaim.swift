import Glibc

/// The right to drive a device, against every other process of this machine, whichever its user and its directories.
///
/// The kernel gives it back however the process ends. It keeps nobody out of the own process, whose drivers are told
/// apart by what they claim, nor for one that was killed and cannot come to its end.
package final class DeviceClaim: Sendable {
    /// That another process has it; `holder` where that is known.
    package struct Taken: Error, Equatable, Sendable, CustomStringConvertible {
        package let holder: Holder?

        package var description: String {
            "is driven by \(holder?.description ?? "another program")"
        }
    }

    /// Empty where there was nothing to lock.
    private let descriptors: [FileDescriptor]

    private init(_ descriptors: [FileDescriptor] = []) {
        self.descriptors = descriptors
    }

    // MARK: By a lock

    /// Takes a device that has a directory or a file, by a lock on that.
    package static func take(_ path: String) throws(Taken) -> DeviceClaim {
        for _ in 0..<attempts {
            // What cannot be opened will fail in its driver, with a better reason.
            guard let file = try? FileDescriptor(open: path, O_RDONLY | O_NONBLOCK) else {
                return DeviceClaim()
            }
            do throws(IOError) {
                try file.lock(path)
            } catch {
                guard error.code == EWOULDBLOCK else { return DeviceClaim() }
                if try isOurs(Holder.ofLock(on: path)) { return DeviceClaim() }
                continue
            }
            // It may have been given back and made anew meanwhile: then that is another one.
            if isSame(file, path) { return DeviceClaim([file]) }
        }
        throw Taken(holder: nil)
    }

    /// Between two looks its holder may have given it back.
    private static let attempts = 10

    /// Says whether `take` would be refused, and takes nothing.
    package static func look(_ path: String) throws(Taken) {
        _ = try isOurs(Holder.ofLock(on: path))
    }

    private static func isSame(_ file: FileDescriptor, _ path: String) -> Bool {
        var (opened, found) = (stat(), stat())
        return fstat(file.number, &opened) == 0 && stat(path, &found) == 0
            && opened.st_ino == found.st_ino && opened.st_dev == found.st_dev
    }

    // MARK: By a name

    /// Takes a device that has none, such as one behind the network: by a name, of which the kernel lets one process be
    /// the owner in each network (unix(7), abstract sockets). A second name says which process that is.
    package static func take(named name: String) throws(Taken) -> DeviceClaim {
        let address = "@roost/\(name)"
        for _ in 0..<attempts {
            do throws(IOError) {
                let claim = try bound(address)
                let note = try? bound("\(address)/\(getpid())")
                return DeviceClaim([claim] + (note.map { [$0] } ?? []))
            } catch {
                guard error.code == EADDRINUSE else { return DeviceClaim() }
                if try isOurs(owner(of: address)) { return DeviceClaim() }
            }
        }
        throw Taken(holder: nil)
    }

    /// Says whether `take` would be refused, and takes nothing.
    package static func look(named name: String) throws(Taken) {
        _ = try isOurs(owner(of: "@roost/\(name)"))
    }

    /// A socket that has a name, and listens to nobody.
    private static func bound(_ address: String) throws(IOError) -> FileDescriptor {
        let socket = try FileDescriptor.socket(AF_UNIX, SOCK_STREAM)
        try systemCall("bind", address) {
            withUnixAddress(address) { Glibc.bind(socket.number, $0, $1) }
        }
        return socket
    }

    /// As proc_net(5) lists them, each at the end of its line.
    private static func owner(of address: String) -> Holder? {
        guard let bytes = try? readFile("/proc/net/unix", atMost: 16 << 20) else { return nil }
        let note = Array(" \(address)/".utf8)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let digits = line.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed()
            guard line.dropLast(digits.count).suffix(note.count).elementsEqual(note),
                let process = pid_t(String(decoding: digits, as: UTF8.self))
            else { continue }
            return Holder(process)
        }
        return nil
    }

    /// Whether it is this process, or one that is dead in all but name; `false` where nobody is known.
    private static func isOurs(_ holder: Holder?) throws(Taken) -> Bool {
        guard let holder else { return false }
        guard holder.isThisProcess || holder.isDying else { throw Taken(holder: holder) }
        return true
    }
}
