import Glibc
import LinuxIO

/// How the files of a house are read and written.
extension SimulatedSysfs {
    func makeDirectory(_ path: String) throws(IOError) {
        var soFar = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            soFar += "/\(part)"
            do throws(IOError) {
                try systemCall("mkdir", soFar) { mkdir(soFar, 0o755) }
            } catch {
                if error.code != EEXIST { throw error }
            }
        }
    }

    /// Writes a file unless it is there.
    func create(_ path: String, _ text: String) throws(IOError) {
        do throws(IOError) {
            try write(path, text, O_EXCL)
        } catch {
            if error.code != EEXIST { throw error }
        }
    }

    /// Overwrites a file in one write. The text must always have the same length.
    func rewrite(_ path: String, _ text: String) throws(IOError) {
        try FileDescriptor(open: path, O_WRONLY | O_CREAT, mode: 0o644)
            .writeAtOnce(Array(text.utf8))
    }

    /// Puts a new file in the place of the old one, in one step.
    func replace(_ path: String, with text: String) throws(IOError) {
        let draft = "\(root)/.next/file"
        try write(draft, text, O_TRUNC)
        try systemCall("rename", path) { rename(draft, path) }
    }

    func write(_ path: String, _ text: String, _ flags: Int32) throws(IOError) {
        try FileDescriptor(open: path, O_WRONLY | O_CREAT | flags, mode: 0o644)
            .write(Array(text.utf8))
    }

    func number(_ path: String) -> Int? {
        firstLine(path).flatMap { Int($0) }
    }

    /// The first line of a file. What follows is left from a longer value before: a regular file
    /// keeps its tail where an attribute of the kernel would not.
    func firstLine(_ path: String) -> String? {
        guard let bytes = try? readFile(path, atMost: 4096) else { return nil }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
}
