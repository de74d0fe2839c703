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
