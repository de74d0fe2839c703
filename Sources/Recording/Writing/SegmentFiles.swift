import Core
import Glibc
import LinuxIO

/// Segments as files of a directory: 00000017.jsonl, numbered through all runs, because a machine without
/// a battery for its clock does not know the time when it begins.
package struct SegmentFiles: RecordStore {
    package static let suffix = ".jsonl"
    private static let segmentBytes = 4 << 20

    private let directory: String
    private let maxBytes: Int
    private let minFree: Double
    private var current: FileDescriptor?
    private var currentBytes = 0
    private var closedBytes = 0
    package private(set) var nextNumber = 1

    /// `maxBytes` for all segments together; `minFree` is the fraction of the file system that stays
    /// free.
    package init(directory: String, maxBytes: Int, minFree: Double) {
        self.directory = directory
        self.maxBytes = maxBytes
        self.minFree = minFree
    }

    package var isSegmentFull: Bool { current == nil || currentBytes >= segmentLimit }

    /// A small allowance is not all in one segment, which could only be deleted as a whole.
    private var segmentLimit: Int { min(Self.segmentBytes, maxBytes / 8) }

    package mutating func prepare() throws(PlainError) -> String? {
        do throws(IOError) {
            try makeDirectory()
            let names = try Self.names(in: directory)
            nextNumber = (names.last.flatMap(Self.number) ?? 0) + 1
            guard let last = names.last else { return nil }
            let cut = try repairTail(of: "\(directory)/\(last)")
            return cut == 0
                ? nil : "\(last): \(cut) bytes at its end were no whole lines, and are gone"
        } catch {
            throw PlainError("\(error)")
        }
    }

    private func makeDirectory() throws(IOError) {
        do throws(IOError) {
            try systemCall("mkdir", directory) { mkdir(directory, 0o750) }
        } catch {
            if error.code != EEXIST { throw error }
        }
    }

    package mutating func begin(_ header: String) throws(PlainError) {
        do throws(IOError) {
            current = nil
            try makeRoom()
            let path = "\(directory)/\(Self.name(nextNumber))"
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND
            let file = try FileDescriptor(open: path, flags, mode: 0o640)
            nextNumber += 1
            currentBytes = 0
            try add(header, to: file)
            let folder = try FileDescriptor(open: directory, O_RDONLY | O_DIRECTORY)
            try systemCall("fsync", directory) { fsync(folder.number) }
            current = file
        } catch {
            throw PlainError("\(error)")
        }
    }

    package mutating func append(_ lines: String) throws(PlainError) {
        guard let current else { throw PlainError("there is no segment to write to") }
        do throws(IOError) {
            if closedBytes + currentBytes + lines.utf8.count > maxBytes { try makeRoom() }
            try checkFree()
            try add(lines, to: current)
        } catch {
            throw PlainError("\(error)")
        }
    }

    private mutating func add(_ text: String, to file: FileDescriptor) throws(IOError) {
        do throws(IOError) {
            try file.write(Array(text.utf8))
            try systemCall("fdatasync", directory) { fdatasync(file.number) }
        } catch {
            // Half a line would spoil the next one.
            _ = ftruncate(file.number, off_t(currentBytes))
            throw error.about(directory)
        }
        currentBytes += text.utf8.count
    }

    // MARK: Room

    /// Deletes the oldest, but for the segment that is written, until there is room for another.
    private mutating func makeRoom() throws(IOError) {
        var segments = try Self.names(in: directory).map { name in
            (path: "\(directory)/\(name)", bytes: Self.size("\(directory)/\(name)"))
        }
        if current != nil { segments = segments.dropLast() }
        closedBytes = segments.reduce(0) { $0 + $1.bytes }
        for segment in segments {
            let isOver = closedBytes + currentBytes + segmentLimit > maxBytes
            let isTooFull = try isTooFull()
            guard isOver || isTooFull else { return }
            try systemCall("unlink", segment.path) { unlink(segment.path) }
            closedBytes -= segment.bytes
        }
    }

    private mutating func checkFree() throws(IOError) {
        guard try isTooFull() else { return }
        try makeRoom()
        if try isTooFull() { throw IOError(call: "write", subject: directory, code: ENOSPC) }
    }

    private func isTooFull() throws(IOError) -> Bool {
        let system = try FileSystem(of: directory)
        return Double(system.freeBytes) < Double(system.totalBytes) * minFree
    }

    // MARK: Names

    /// The segments in a directory, the oldest first.
    package static func names(in directory: String) throws(IOError) -> [String] {
        try directoryNames(directory).filter { number($0) != nil }
            .sorted { (number($0) ?? 0) < (number($1) ?? 0) }
    }

    private static func number(_ name: String) -> Int? {
        name.hasSuffix(suffix) ? Int(name.dropLast(suffix.count)) : nil
    }

    private static func name(_ number: Int) -> String {
        String(repeating: "0", count: max(0, 8 - "\(number)".count)) + "\(number)\(suffix)"
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

/// Cuts off what a power cut has left at the end of a segment: half a line, or zeros.
///
/// - Returns: how many bytes were cut off.
func repairTail(of path: String) throws(IOError) -> Int {
    let bytes = try readFile(path, atMost: 64 << 20)
    var end = bytes.endIndex
    while end > 0 {
        let lineStart = bytes[..<(end - 1)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        if bytes[end - 1] == UInt8(ascii: "\n"), Row(line: bytes[lineStart..<(end - 1)]) != nil {
            break
        }
        end = lineStart
    }
    guard end < bytes.count else { return 0 }
    try systemCall("truncate", path) { truncate(path, off_t(end)) }
    return bytes.count - end
}
