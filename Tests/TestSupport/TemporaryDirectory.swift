import Glibc

/// A directory of its own for one test, gone with it.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init(in parent: String = "/tmp") throws {
        var template = Array("\(parent)/roost-test.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestSupportError("mkdtemp failed: \(errno)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// A directory in memory, where there is such a place: for files that are written without end.
    package static func inMemory() throws -> TemporaryDirectory {
        try TemporaryDirectory(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
    }

    deinit {
        removeTree(path)
    }

    /// Makes a directory below this one; all well if it is there.
    package func makeDirectory(_ name: String) throws {
        guard mkdir("\(path)/\(name)", 0o700) == 0 || errno == EEXIST else {
            throw TestSupportError("cannot make \(path)/\(name): \(errno)")
        }
    }

    /// Writes a file below the directory, with the directories on the way to it.
    package func write(_ relative: String, _ text: String) throws {
        let target = "\(path)/\(relative)"
        var directory = path
        for part in relative.split(separator: "/").dropLast() {
            directory += "/\(part)"
            mkdir(directory, 0o700)
        }
        guard let file = fopen(target, "w") else {
            throw TestSupportError("cannot write \(target): \(errno)")
        }
        defer { fclose(file) }
        fputs(text, file)
    }

    /// The text of a file below the directory; `nil` when it is not there.
    package func read(_ relative: String) -> String? {
        guard let file = fopen("\(path)/\(relative)", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

package struct TestSupportError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

private func removeTree(_ path: String) {
    guard let directory = opendir(path) else {
        unlink(path)
        return
    }
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard name != ".", name != ".." else { continue }
        if entry.pointee.d_type == UInt8(DT_DIR) {
            removeTree("\(path)/\(name)")
        } else {
            unlink("\(path)/\(name)")
        }
    }
    closedir(directory)
    rmdir(path)
}
