import Core
import VideoRelay

extension ARDrone {
    /// How the video is doing. Numbers count from the driver's start.
    package struct VideoReport: Equatable, Sendable {
        package enum State: String, Sendable {
            /// Nobody watches, so that the radio is left to the commands.
            case unwatched
            /// There is no drone.
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
        package let outlets: [FrameSinkReport]

        package var readers: Int { outlets.reduce(0) { $0 + $1.clients } }

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
                "outlets": .array(outlets.map(\.json)),
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
