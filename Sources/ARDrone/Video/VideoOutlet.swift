import Core
import LinuxIO

extension ARDrone {
    /// Where the video goes, as somebody asked for it.
    package enum VideoOutlet: Sendable {
        case socket(VideoSocket, maxReaders: Int)
        case file(RecordingPlan)
        /// A pipe that another program reads, with the name that messages give it.
        case pipe(FileDescriptor, name: String)

        /// Begins to listen, or gets ready to write: files are made with the first picture.
        /// `onEnd` is called once, when a file or a pipe takes no more.
        func open(
            log: Log, onEnd: @escaping @Sendable () -> Void
        ) throws(IOError) -> any PictureOutlet {
            switch self {
            case .socket(let place, let maxReaders):
                return try PictureServer(place, maxReaders: maxReaders, log: log)
            case .file(let plan):
                return PictureWriter(PictureFile(plan), log: log, onEnd: onEnd)
            case .pipe(let descriptor, let name):
                let pipe = PicturePipe(name: name, descriptor: descriptor)
                return PictureWriter(pipe, log: log, onEnd: onEnd)
            }
        }
    }
}
