import Core
import LinuxIO

/// Where the video goes, as somebody asked for it.
package enum VideoOutput: Sendable {
    case socket(VideoSocket, maxClients: Int)
    case file(RecordingPlan)
    /// A pipe that another program reads, with the name that messages give it.
    case pipe(FileDescriptor, name: String)

    /// Begins to listen, or gets ready to write: files are made with the first frame.
    /// `onEnd` is called once, when a file or a pipe takes no more.
    package func open(
        log: Log, onEnd: @escaping @Sendable () -> Void
    ) throws(IOError) -> any FrameSink {
        switch self {
        case .socket(let place, let maxClients):
            return try FrameServer(place, maxClients: maxClients, log: log)
        case .file(let plan):
            return FrameWriter(FrameFile(plan), log: log, onEnd: onEnd)
        case .pipe(let descriptor, let name):
            let pipe = FramePipe(name: name, descriptor: descriptor)
            return FrameWriter(pipe, log: log, onEnd: onEnd)
        }
    }
}

/// Where frames are handed on to. None may keep the others waiting: what it cannot take at
/// once it queues, within bounds, or drops.
package protocol FrameSink: Sendable {
    /// Whether anybody takes frames here at present.
    var wantsFrames: Bool { get }
    var report: FrameSinkReport { get }

    func enqueue(_ frame: VideoFrame)
    /// Goes on with what is queued, where somebody can take more now.
    func flush()
    /// Takes no more and gives everything back.
    func close()
}

/// How a sink is doing.
package struct FrameSinkReport: Equatable, Sendable {
    /// Where it is: a path, an address.
    package let name: String
    package var clients = 0
    /// Frames that were written whole, over all clients.
    package var sent = 0
    /// Frames that clients lost because they were too slow.
    package var dropped = 0
    /// Why it takes none any more.
    package var problem: String?
    /// Whether that is something to look after.
    package var hasFailed = false
}
