import Core
import Settings

extension ARDrone {
    /// How the drone films. The firmware takes most of these under ids only (`multi_config`). Left
    /// out on purpose: `video:video_slices` and `video_live_socket`, of which nobody says what they do.
    struct CameraSettings: PluginSettings {
        /// How pictures are coded, by the SDK's numbers.
        enum Codec: String, CaseIterable, Sendable {
            case h264Small = "h264-360p"
            case h264Large = "h264-720p"
            case mpeg4 = "mpeg4-360p"
            /// Live in MPEG-4, recorded in H.264.
            case mpeg4RecordingLarge = "mpeg4-360p-record-720p"
            case mpeg4RecordingSmall = "mpeg4-360p-record-360p"

            var number: Int {
                switch self {
                case .h264Small: 0x81
                case .h264Large: 0x83
                case .mpeg4: 0x80
                case .mpeg4RecordingLarge: 0x82
                case .mpeg4RecordingSmall: 0x88
                }
            }
        }

        enum BitRateControl: String, ARDrone.ProtocolList, Sendable {
            case off, dynamic, manual
        }

        enum Camera: String, CaseIterable, Sendable {
            case front, bottom
        }

        let entries: [ConfigEntry]

        package init(_ read: SettingsReader) {
            var keys = KeyReader(read)
            keys("codec", .oneOf(Codec.h264Small), "video:video_codec", "How pictures are coded.") {
                .integer($0.number)
            }
            keys("frame_rate", .integer(15...30), "video:codec_fps", "Pictures a second.") {
                .integer($0)
            }
            keys(
                "bit_rate_control", .oneOf(BitRateControl.off), "video:bitrate_ctrl_mode",
                "Whether the bit rate follows the link (\"dynamic\") or \"bit_rate\" (\"manual\")."
            ) { .integer($0.number) }
            keys(
                "bit_rate", .bitRate(250e3...4e6), "video:bitrate", "Of the live pictures."
            ) { .kilobits($0) }
            keys(
                "bit_rate_max", .bitRate(500e3...4e6), "video:max_bitrate",
                "The most that a bit rate that follows the link may be."
            ) { .kilobits($0) }
            keys(
                "bit_rate_recorded", .bitRate(500e3...4e6), "video:bitrate_storage",
                "Of the pictures on the drone's USB stick."
            ) { .kilobits($0) }
            keys("show", .oneOf(Camera.front), "video:video_channel", "Which camera is shown.") {
                .integer($0 == .front ? 0 : 1)
            }
            keys("record", .bool, "video:video_on_usb", "Whether its USB stick records.") {
                .flag($0)
            }
            entries = keys.entries
        }
    }

    /// What the drone's cameras look for. Left out on purpose: `detect:enemy_*` and
    /// `groundstripe_colors`, which are for games between drones.
    struct DetectionSettings: PluginSettings {
        /// By the SDK's numbers.
        enum Kind: String, CaseIterable, Sendable {
            case nothing, roundel, several

            var number: Int {
                switch self {
                case .nothing: 3
                case .roundel: 12
                case .several: 10
                }
            }
        }

        /// A tag's bit is 1 << (tag - 1); as many as the mask has room for.
        private static let masks = 0...(1 << 31) - 1

        let entries: [ConfigEntry]

        package init(_ read: SettingsReader) {
            var keys = KeyReader(read)
            keys(
                "look_for", .oneOf(Kind.nothing), "detect:detect_type",
                "\"roundel\" is the black and white oriented one; \"several\" goes by the masks."
            ) { .integer($0.number) }
            keys(
                "front", .integer(Self.masks), "detect:detections_select_h",
                "For the front camera: the sum of 1 << (tag - 1) over the tags."
            ) { .integer($0) }
            keys(
                "bottom", .integer(Self.masks), "detect:detections_select_v_hsync",
                "For the bottom camera, 30 times a second."
            ) { .integer($0) }
            keys(
                "bottom_fast", .integer(Self.masks), "detect:detections_select_v",
                "For the bottom camera, 60 times a second."
            ) { .integer($0) }
            entries = keys.entries
        }
    }
}

extension ARDrone.ConfigValue {
    /// A bit rate as the drone counts it.
    fileprivate static func kilobits(_ bitsPerSecond: Double) -> Self {
        .number((bitsPerSecond / 1000).rounded())
    }
}
