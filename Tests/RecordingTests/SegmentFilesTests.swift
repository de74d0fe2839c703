import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

@testable import Recording

@Suite struct SegmentFilesTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var path: String { "\(directory.path)/records" }
    private let row = Row(.log, at: Instant(nanoseconds: 5), ["text": "a whole line"]).line

    private func files(maxBytes: Int = 100_000_000, minFree: Double = 0) -> SegmentFiles {
        SegmentFiles(directory: path, maxBytes: maxBytes, minFree: minFree)
    }

    @Test(
        "a segment that cannot be read takes nothing from the others, and no odd name is a segment")
    func odd() throws {
        try directory.write("records/00000003.jsonl", row)
        try directory.makeDirectory("records/00000004.jsonl")
        try directory.write("records/00000005.jsonl", row)
        try directory.write("records/9223372036854775807.jsonl", row)
        try directory.write("records/-0000001.jsonl", row)
        mkfifo("\(path)/00000006.jsonl", 0o600)
        var found = 0
        let damaged = try RecordReader(path).read { _, _ in found += 1 }
        #expect(found == 2 && damaged == 1)
        let single = thrownError(PlainError.self) {
            try RecordReader("\(path)/00000004.jsonl").read { _, _ in }
        }
        #expect(single != nil)
        unlink("\(path)/00000006.jsonl")
        rmdir("\(path)/00000004.jsonl")
        var files = files()
        _ = try files.prepare()
        #expect(files.nextNumber == 6)
    }

    private func content(_ name: String) throws -> String {
        String(decoding: try readFile("\(path)/\(name)", atMost: 1 << 24), as: UTF8.self)
    }

    @Test(arguments: [
        #"{"k":"log","t":7,"te"#, "\n", #"{"k":"log","t":7,"text":"cut"}"#,
        String(repeating: "\0", count: 4096), "\0\0\n", "half a line\n{\n",
    ])
    func theEndOfAFileThatWasNotWrittenToItsEndIsCutOff(tail: String) throws {
        try directory.write("records/00000007.jsonl", row + row + tail)
        // fputs stops at a zero.
        if tail.contains("\0") {
            let file = try FileDescriptor(
                open: "\(path)/00000007.jsonl", O_WRONLY | O_TRUNC)
            try file.write(Array((row + row + tail).utf8))
        }
        var files = files()
        let told = try files.prepare()
        #expect(told?.contains("00000007.jsonl: \(tail.utf8.count) bytes") == true)
        #expect(try content("00000007.jsonl") == row + row)
        #expect(files.nextNumber == 8)
    }

    @Test func whatIsWholeIsLeftAsItIs() throws {
        try directory.write("records/00000007.jsonl", row + row)
        try directory.write("records/notes.txt", "not ours")
        var files = files()
        #expect(try files.prepare() == nil)
        #expect(try content("00000007.jsonl") == row + row)
    }

    @Test func theOldestSegmentsMakeRoomForTheNewest() throws {
        var files = files(maxBytes: 80_000)
        _ = try files.prepare()
        let batch = String(repeating: row, count: 100)
        for _ in 0..<60 {
            if files.isSegmentFull { try files.begin(row) }
            try files.append(batch)
        }
        let names = try SegmentFiles.names(in: path)
        let sizes = try names.map { try content($0).utf8.count }
        #expect(sizes.reduce(0, +) <= 80_000)
        #expect(names.count >= 5)
        #expect(names.last == "000000\(files.nextNumber - 1).jsonl")
        #expect(!names.contains("00000001.jsonl"))
    }

    /// A file system of which others leave the record `room` bytes, minus what may not be used.
    private func files(maxBytes: Int, room: Int) -> SegmentFiles {
        SegmentFiles(directory: path, maxBytes: maxBytes) { [path] () throws(IOError) in
            let names = try SegmentFiles.names(in: path)
            var used = 0
            for name in names { used += try readFile("\(path)/\(name)", atMost: 1 << 24).count }
            return used - room
        }
    }

    @Test func whereTheDiskIsTooFullTheOldestMakeRoom() throws {
        let segment = String(repeating: row, count: 100)
        for number in 1...6 { try directory.write("records/0000000\(number).jsonl", segment) }
        var files = files(maxBytes: segment.utf8.count * 8, room: segment.utf8.count * 4)
        _ = try files.prepare()
        try files.begin(row)
        try files.append(row)
        let names = try SegmentFiles.names(in: path)
        #expect(names == (4...7).map { "0000000\($0).jsonl" })
    }

    /// Or a log that fills the card would take with it what tells how it came to that.
    @Test func whereOthersFillTheDiskTheRecordStaysAndIsNotWritten() throws {
        let segment = String(repeating: row, count: 100)
        for number in 1...6 { try directory.write("records/0000000\(number).jsonl", segment) }
        var files = files(maxBytes: segment.utf8.count * 8, room: 0)
        _ = try files.prepare()
        #expect(throws: PlainError.self) { try files.begin(row) }
        #expect(try SegmentFiles.names(in: path).count == 6)
        #expect(throws: PlainError.self) { try files.append(row) }
    }

    @Test func aPlaceWhereNothingCanBeIsSaid() {
        var files = SegmentFiles(directory: "/dev/null/records", maxBytes: 1_000_000, minFree: 0)
        #expect(throws: PlainError.self) { try files.prepare() }
    }
}
