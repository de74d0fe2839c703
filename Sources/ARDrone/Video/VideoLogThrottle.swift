extension ARDrone {
    /// What is worth a line in the log, and only once: a drone out of reach fails every few seconds.
    struct VideoLogThrottle: Sendable {
        private var isInTrouble = false
        private var isNew = true
        private var codec: VideoCodec?
        private var faults: [PaVEError: Int] = [:]

        /// A connection was given up.
        mutating func failed(_ why: String) -> String? {
            isNew = true
            defer { isInTrouble = true }
            return isInTrouble ? nil : "video: \(why); trying again"
        }

        /// Pictures come.
        mutating func came(_ size: PictureSize?) -> String? {
            isInTrouble = false
            defer { isNew = false }
            guard isNew else { return nil }
            return "video: pictures come" + (size.map { ", \($0.width) by \($0.height)" } ?? "")
        }

        /// The drone sends video of this kind.
        mutating func saw(_ codec: VideoCodec) -> String? {
            defer { self.codec = codec }
            guard codec != self.codec, codec != .h264 else { return nil }
            return
                "video: the drone sends \(codec), and only H.264 can be handed on: an AR.Drone 2 "
                + "sends it with camera.codec \"h264-360p\" (video:video_codec 129), an AR.Drone 1 never"
        }

        /// Bytes were skipped, for these reasons so far.
        mutating func skipped(_ faults: [PaVEError: Int]) -> String? {
            guard faults != self.faults else { return nil }
            defer { self.faults = faults }
            let new = faults.keys.filter { self.faults[$0] == nil }.map(\.inWords).sorted()
            guard !new.isEmpty else { return nil }
            return "video: bytes that belong to no picture are skipped: "
                + new.joined(separator: ", ")
        }
    }
}

extension ARDrone.PaVEError {
    fileprivate var inWords: String {
        switch self {
        case .noSignature: "no header where one should be"
        case .version: "a header of another version than 2"
        case .headerSize: "a header whose size cannot be"
        case .payloadSize: "a picture of more than 1 MiB"
        case .pictureSize: "a picture of more than 4096 pixels a side"
        }
    }
}
