import Core
import Glibc
import LinuxIO
import Values

/// A file or a pipe that takes frames one after the other, and may take its time.
protocol FrameStore: Sendable {
    var name: String { get }

    /// - Throws: why it takes no more; it holds whole frames only then, if it can.
    mutating func append(_ frame: [UInt8]) throws(FrameSinkError)
}

/// Why a store takes no more.
struct FrameSinkError: Error, Equatable, Sendable {
    let message: String
    /// Whether somebody should look after it.
    let isFailure: Bool
}

/// What somebody else reads while it is written: standard output.
struct FramePipe: FrameStore {
    let name: String
    let descriptor: FileDescriptor

    mutating func append(_ frame: [UInt8]) throws(FrameSinkError) {
        do throws(IOError) {
            try descriptor.write(frame)
        } catch {
            throw FrameSinkError(
                message: error.code == EPIPE ? "its client has gone" : "\(error)",
                isFailure: error.code != EPIPE)
        }
    }
}

/// A recording. Its file is made with the first frame, never over another, and ends before
/// the disk is full.
struct FrameFile: FrameStore {
    /// Asking for what is free is a system call: once a megabyte is often enough.
    private static let spaceCheckEvery = 1 << 20

    private let plan: RecordingPlan
    private var file: FileDescriptor?
    /// Bytes of whole frames.
    private var size = 0
    private var checkedAt: Int?
    private(set) var name: String

    init(_ plan: RecordingPlan) {
        self.plan = plan
        switch plan.place {
        case .file(let path), .directory(let path, _): name = path
        }
    }

    mutating func append(_ frame: [UInt8]) throws(FrameSinkError) {
        guard size + frame.count <= plan.limit else {
            throw FrameSinkError(
                message: "it has reached its limit of \(Self.text(ofBytes: plan.limit))",
                isFailure: false)
        }
        let file = try open()
        try checkSpace(file)
        do throws(IOError) {
            try file.write(frame)
            size += frame.count
        } catch {
            // The last frame went in by half: the file ends before it.
            ftruncate(file.number, off_t(size))
            throw FrameSinkError(message: "\(error)", isFailure: true)
        }
    }

    private mutating func open() throws(FrameSinkError) -> FileDescriptor {
        if let file { return file }
        do throws(IOError) {
            let (file, path) = try plan.place.create()
            (self.file, name) = (file, path)
            return file
        } catch {
            throw FrameSinkError(message: "\(error)", isFailure: true)
        }
    }

    private mutating func checkSpace(_ file: FileDescriptor) throws(FrameSinkError) {
        if let checkedAt, size - checkedAt < Self.spaceCheckEvery { return }
        checkedAt = size
        var info = statvfs()
        guard fstatvfs(file.number, &info) == 0 else { return }
        let (free, isHuge) = UInt64(info.f_bavail)
            .multipliedReportingOverflow(by: UInt64(info.f_frsize))
        guard !isHuge, free < UInt64(clamping: plan.keepFree) else { return }
        throw FrameSinkError(
            message: "only \(Self.text(ofBytes: Int(clamping: free))) are free there, and "
                + "\(Self.text(ofBytes: plan.keepFree)) must stay free", isFailure: true)
    }

    private static func text(ofBytes bytes: Int) -> String {
        "\(fixedText(of: Double(bytes) / 1e6, decimals: bytes < 10_000_000 ? 1 : 0)) MB"
    }
}
