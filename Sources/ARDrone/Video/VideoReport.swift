import Core
import JSON
import VideoRelay

extension ARDrone {
    /// How the video is doing. Numbers count from the driver's start.
    package struct VideoReport: Equatable, Sendable {
        package enum State: String, Sendable {
            /// Nobody watches, so that the radio is left to the commands.
            case unwatched
            case absent
            case connecting, streaming
            /// It waits before it tries again.
            case pausing
        }

        package let state: State
        package let frames: Int
        package let keyframes: Int
        /// Those that the drone counted and that never came whole.
        package let lost: Int
        /// Those that came and could not be decoded.
        package let dropped: Int
        /// Bytes between pictures that belong to none.
        package let skippedBytes: Int
        /// Connections after the first.
        package let reconnects: Int
        package let bytesPerSecond: Double
        package let pictureSize: PictureSize?
        package let codec: String?
        package let sinks: [FrameSinkReport]

        package var readers: Int { sinks.reduce(0) { $0 + $1.clients } }

        var json: JSONValue {
            var members: [String: JSONValue] = [
                "state": .string(state.rawValue),
                "pictures": .number(Double(frames)),
                "idr_pictures": .number(Double(keyframes)),
                "lost": .number(Double(lost)),
                "dropped": .number(Double(dropped)),
                "skipped_bytes": .number(Double(skippedBytes)),
                "reconnects": .number(Double(reconnects)),
                "bytes_per_s": .number(bytesPerSecond.rounded()),
                "readers": .number(Double(readers)),
                "outputs": .array(sinks.map(\.json)),
            ]
            if let codec { members["codec"] = .string(codec) }
            if let pictureSize {
                members["width"] = .number(Double(pictureSize.width))
                members["height"] = .number(Double(pictureSize.height))
            }
            return .object(members)
        }
    }
}

extension FrameSinkReport {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(name),
            "readers": .number(Double(clients)),
            "written": .number(Double(sent)),
            "too_slow_for": .number(Double(dropped)),
        ]
        if let problem { members["problem"] = .string(problem) }
        return .object(members)
    }
}

extension ARDrone {
    /// What is worth a line in the log, and only once: a drone out of reach fails every few seconds.
    struct VideoLogThrottle: Sendable {
        private var isInTrouble = false
        private var isNew = true
        private var codec: VideoCodec?
        private var errors: [PaVEError: Int] = [:]

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
        mutating func skipped(_ errors: [PaVEError: Int]) -> String? {
            guard errors != self.errors else { return nil }
            defer { self.errors = errors }
            let new = errors.keys.filter { self.errors[$0] == nil }.map(\.description).sorted()
            guard !new.isEmpty else { return nil }
            return "video: bytes that belong to no picture are skipped: "
                + new.joined(separator: ", ")
        }
    }
}

extension ARDrone.PaVEError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noSignature: "no header where one should be"
        case .version: "a header of another version than 2"
        case .headerSize: "a header whose size cannot be"
        case .payloadSize: "a picture of more than 1 MiB"
        case .pictureSize: "a picture of more than 4096 pixels a side"
        }
    }
}
