import Core
import Glibc
import LinuxIO
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import VideoRelay

/// Frames into files and pipes.
@Suite("Recording of frames", .timeLimit(.minutes(10)), .blocking)
struct RecordingTests {
    private let directory: TemporaryDirectory
    private let log = MemoryLog()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func plan(
        _ place: RecordingPlan.Place? = nil, limit: Int = 1 << 30, keepFree: Int = 0
    ) -> RecordingPlan {
        RecordingPlan(
            place ?? .directory(directory.path, name: "drone"), limit: limit, keepFree: keepFree)
    }

    private func append(
        _ frames: [[UInt8]], to file: inout FrameFile
    ) -> FrameSinkError? {
        thrownError(FrameSinkError.self) {
            for frame in frames { try file.append(frame) }
        }
    }

    @Test("Each start has a file of its own, numbered on from the highest that is there")
    func numbers() throws {
        try directory.write("drone-0007.h264", "old")
        try directory.write("drone-9999x.h264", "not one of ours")
        for name in ["drone-0008.h264", "drone-0009.h264"] {
            var file = FrameFile(plan())
            #expect(append([Array("one".utf8), Array("two".utf8)], to: &file) == nil)
            #expect(directory.read(name) == "onetwo")
            #expect(file.name == "\(directory.path)/\(name)")
        }
        #expect(directory.read("drone-0007.h264") == "old")
    }

    @Test("A file that is there already is not written over")
    func noOverwriting() throws {
        try directory.write("flight.h264", "precious")
        var file = FrameFile(plan(.file("\(directory.path)/flight.h264")))
        let end = try #require(append([[1]], to: &file))
        #expect(end.isFailure && end.message.contains("File exists"))
        #expect(directory.read("flight.h264") == "precious")
    }

    @Test("At its limit a recording ends with a whole frame, and that is no failure")
    func limit() throws {
        var file = FrameFile(plan(limit: 10))
        let frames = [Array("1234".utf8), Array("5678".utf8), Array("9abc".utf8)]
        let end = try #require(append(frames, to: &file))
        #expect(!end.isFailure && end.message.contains("limit"))
        #expect(directory.read("drone-0001.h264") == "12345678")
    }

    @Test("Where too little is free, nothing is written, and what is there and missing is said")
    func keepsFree() throws {
        var file = FrameFile(plan(keepFree: .max))
        let end = try #require(append([[1, 2]], to: &file))
        #expect(end.isFailure && end.message.contains("are free there"))
        #expect(directory.read("drone-0001.h264") == "")
    }

    @Test("A directory that is not there ends the recording with the call that failed")
    func noDirectory() throws {
        var file = FrameFile(plan(.directory("/nonexistent/x", name: "drone")))
        let end = try #require(append([[1]], to: &file))
        #expect(end.isFailure && end.message.contains("/nonexistent/x"))
    }

    @Test("A full disk is a failure that goes to the log")
    func fullDisk() throws {
        let full = FramePipe(
            name: "/dev/full", descriptor: try FileDescriptor(open: "/dev/full", O_WRONLY))
        let writer = FrameWriter(full, log: Log(log, source: "test"))
        writer.enqueue(VideoFrame(bytes: [1], isKeyframe: true))
        #expect(eventually { writer.report.hasFailed })
        #expect(log.lines.count { $0.hasPrefix("error") && $0.contains("No space left") } == 1)
        writer.close()
    }

    @Test("A writer says once why it ends, and takes nothing more")
    func writer() throws {
        let ends = Mutex(0)
        let writer = FrameWriter(
            FrameFile(plan(limit: 10)), log: Log(log, source: "test")
        ) { ends.withLock { $0 += 1 } }
        #expect(writer.wantsFrames)
        for mark in 0..<4 as Range<UInt8> {
            writer.enqueue(
                VideoFrame(bytes: [UInt8](repeating: mark, count: 4), isKeyframe: mark == 0))
        }
        #expect(eventually { ends.withLock { $0 } == 1 })
        #expect(!writer.wantsFrames)
        #expect(writer.report.problem?.contains("limit") == true)
        #expect(!writer.report.hasFailed)
        #expect(log.lines.count { $0.contains("nothing more is written") } == 1)
        writer.close()
    }

    @Test("Closing writes what is queued, but does not wait for a pipe that nobody reads")
    func pipe() throws {
        var ends: [Int32] = [0, 0]
        #expect(Glibc.pipe(&ends) == 0)
        let reading = FileDescriptor(adopting: ends[0])
        let pipe = FramePipe(name: "pipe", descriptor: FileDescriptor(adopting: ends[1]))
        let writer = FrameWriter(pipe, log: Log(log, source: "test"))
        writer.enqueue(VideoFrame(bytes: [1, 2, 3], isKeyframe: true))
        writer.close()
        #expect(try reading.read(atMost: 10) == [1, 2, 3])

        let stalled = FrameWriter(pipe, log: Log(log, source: "test"))
        for _ in 0..<20 {
            stalled.enqueue(
                VideoFrame(bytes: [UInt8](repeating: 1, count: 100_000), isKeyframe: true))
        }
        let began = ContinuousClock.now
        stalled.close()
        #expect(ContinuousClock.now - began < .seconds(5))
        // What was queued is not lost where the client goes on after all.
        var count = 0
        while count < 2_000_000 { count += try reading.read(atMost: 65536).count }
    }
}
