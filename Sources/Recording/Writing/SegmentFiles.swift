import Core
import Glibc
import LinuxIO
import Values

/// Segments as files of a directory: 00000017.jsonl, numbered through all runs, because a machine without
/// a battery for its clock does not know the time when it begins.
package struct SegmentFiles: RecordStore {
    package static let suffix = ".jsonl"
    private static let segmentBytes = 4 << 20

    private let directory: String
    private let maxBytes: Int
    /// How many bytes of the file system are used that are to stay free; below 0 where there is room.
    private let missingBytes: @Sendable () throws(IOError) -> Int
    private var current: FileDescriptor?
    private var currentBytes = 0
    private var closedBytes = 0
    package private(set) var nextNumber = 1

    /// `maxBytes` for all segments together; `minFree` is the fraction of the file system that stays
    /// free.
    package init(directory: String, maxBytes: Int, minFree: Double) {
        self.init(directory: directory, maxBytes: maxBytes) { () throws(IOError) in
            let system = try FileSystem(of: directory)
            let missing = Double(system.totalBytes) * minFree - Double(system.freeBytes)
            return Int(min(max(missing, -1e15), 1e15))
        }
    }

    init(
        directory: String, maxBytes: Int,
        missingBytes: @escaping @Sendable () throws(IOError) -> Int
    ) {
        self.directory = directory
        self.maxBytes = maxBytes
        self.missingBytes = missingBytes
    }

    package var isSegmentFull: Bool { current == nil || currentBytes >= segmentLimit }

    /// A small allowance is not all in one segment, which could only be deleted as a whole.
    private var segmentLimit: Int { min(Self.segmentBytes, maxBytes / 8) }

    package mutating func prepare() throws(PlainError) -> String? {
        try mapped(to: PlainError.init) { () throws(IOError) in
            try makeDirectory()
            let last = try Self.numbers(in: directory).last
            nextNumber = (last ?? 0) + 1
            return last.flatMap { repair(Self.name($0)) }
        }
    }

    /// - Returns: what was wrong with the end of a segment. One that cannot be repaired is a damaged one, and no reason
    ///   not to begin another.
    private func repair(_ name: String) -> String? {
        do throws(IOError) {
            let cut = try repairTail(of: "\(directory)/\(name)")
            return cut == 0
                ? nil : "\(name): \(cut) bytes at its end were no whole lines, and are gone"
        } catch {
            return "the end of \(name) cannot be repaired: \(error.reason)"
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
            currentBytes = 0
            try makeRoom()
            current = try create("\(directory)/\(Self.name(nextNumber))", with: header)
            nextNumber += 1
        } catch {
            // Something has the name; the next one may be free.
            if error.code == EEXIST { nextNumber += 1 }
            throw PlainError("\(error)")
        }
    }

    /// A file that has not even its header says nothing, and goes again.
    private mutating func create(
        _ path: String, with header: String
    ) throws(IOError) -> FileDescriptor {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND
        let file = try FileDescriptor(open: path, flags, mode: 0o640)
        do throws(IOError) {
            try add(header, to: file)
        } catch {
            _ = unlink(path)
            throw error
        }
        let folder = try FileDescriptor(open: directory, O_RDONLY | O_DIRECTORY)
        try systemCall("fsync", directory) { fsync(folder.number) }
        return file
    }

    package mutating func append(_ lines: String) throws(PlainError) {
        guard let current else { throw PlainError("there is no segment to write to") }
        try mapped(to: PlainError.init) { () throws(IOError) in
            let isOver = closedBytes + currentBytes + lines.utf8.count > maxBytes
            let missing = try missingBytes()
            if isOver || missing > 0 { try makeRoom() }
            try add(lines, to: current)
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
    ///
    /// - Throws: `ENOSPC` where others fill the file system, and deleting would not help: why it is full
    ///   is worth more than the room of the record that tells it. A quarter of the allowance always stays.
    private mutating func makeRoom() throws(IOError) {
        var segments = try Self.numbers(in: directory).map { number in
            (number: number, bytes: Self.size("\(directory)/\(Self.name(number))"))
        }
        if current != nil { segments = segments.dropLast() }
        closedBytes = segments.reduce(0) { $0 + $1.bytes }
        let isOver = closedBytes + currentBytes + segmentLimit - maxBytes
        let missing = try missingBytes()
        guard missing <= max(0, isOver, closedBytes + currentBytes - maxBytes / 4) else {
            throw IOError(call: "write", subject: directory, code: ENOSPC)
        }
        var toGo = max(isOver, missing)
        for segment in segments {
            guard toGo > 0 else { return }
            let path = "\(directory)/\(Self.name(segment.number))"
            guard unlink(path) == 0 || errno == ENOENT else { continue }
            closedBytes -= segment.bytes
            toGo -= segment.bytes
        }
    }

    // MARK: Names

    /// The segments in a directory, the oldest first.
    package static func names(in directory: String) throws(IOError) -> [String] {
        try numbers(in: directory).map(name)
    }

    private static func numbers(in directory: String) throws(IOError) -> [Int] {
        try fileNumbers(in: directory, name: name)
    }

    private static func name(_ number: Int) -> String {
        String(repeating: "0", count: max(0, 8 - "\(number)".count)) + "\(number)\(suffix)"
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        let isFile = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        return isFile ? Int(status.st_size) : 0
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
