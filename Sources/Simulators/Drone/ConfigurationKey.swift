/// What the firmware knows of one configuration key (the developer guide's table of keys).
struct ConfigurationKey: Sendable {
    /// Whose value it is.
    enum Owner: Sendable {
        case everybody, session, user, application
    }

    enum Content: Sendable {
        case bool
        case integer(ClosedRange<Int>, or: Int?)
        /// Held to the range, as limits that are only recommendations are.
        case limit(ClosedRange<Double>)
        /// Refused outside of the range.
        case number(ClosedRange<Double>)
        case text

        /// The text to keep, or `nil` when the value is refused.
        func accept(_ text: String) -> String? {
            switch self {
            case .bool:
                ["TRUE", "FALSE"].contains(text.uppercased()) ? text.uppercased() : nil
            case .integer(let range, let exception):
                Int(text).flatMap { range.contains($0) || $0 == exception ? text : nil }
            case .limit(let range):
                // A NaN compares with nothing and so is refused.
                Double(text).flatMap { number in
                    number == number
                        ? "\(min(range.upperBound, max(range.lowerBound, number)))" : nil
                }
            case .number(let range):
                Double(text).flatMap { range.contains($0) ? text : nil }
            case .text:
                text
            }
        }
    }

    let owner: Owner
    let content: Content
    let standard: String
    /// Plain `CONFIG`, without ids, is silently ignored.
    let needsID: Bool

    private init(
        _ owner: Owner, _ content: Content, _ standard: String, needsID: Bool = false
    ) {
        self.owner = owner
        self.content = content
        self.standard = standard
        self.needsID = needsID
    }

    /// Kept as it comes: the simulation has no use for it.
    static let unknown = ConfigurationKey(.everybody, .text, "")

    /// The keys that the simulation goes by, and those that must not be set without ids.
    static let all: [String: ConfigurationKey] = [
        "general:navdata_demo": ConfigurationKey(.everybody, .bool, "FALSE"),
        "general:navdata_options":
            ConfigurationKey(.application, .integer(-1 << 31...(1 << 32) - 1, or: nil), "65537"),
        "general:com_watchdog": ConfigurationKey(.everybody, .integer(1...60, or: nil), "2"),
        "control:outdoor": ConfigurationKey(.everybody, .bool, "FALSE"),
        // Millimetres; 100000 is "unlimited".
        "control:altitude_max":
            ConfigurationKey(.everybody, .integer(500...5000, or: 100_000), "3000"),
        "control:altitude_min": ConfigurationKey(.everybody, .integer(0...500, or: nil), "50"),
        // Radians, mm/s and rad/s.
        "control:indoor_euler_angle_max": ConfigurationKey(.user, .number(0...0.52), "0.2094"),
        "control:outdoor_euler_angle_max": ConfigurationKey(.user, .number(0...0.52), "0.349"),
        "control:indoor_control_vz_max": ConfigurationKey(.user, .limit(200...2000), "700"),
        "control:outdoor_control_vz_max": ConfigurationKey(.user, .limit(200...2000), "1000"),
        "control:indoor_control_yaw": ConfigurationKey(.user, .limit(0.7...6.11), "1.745"),
        "control:outdoor_control_yaw": ConfigurationKey(.user, .limit(0.7...6.11), "3.49"),
        "video:video_codec": ConfigurationKey(.session, .text, "129", needsID: true),
        "video:codec_fps": ConfigurationKey(.session, .text, "30", needsID: true),
        "video:bitrate": ConfigurationKey(.application, .text, "1000", needsID: true),
        "video:max_bitrate": ConfigurationKey(.session, .text, "1000", needsID: true),
        "video:bitrate_ctrl_mode": ConfigurationKey(.application, .text, "0", needsID: true),
    ]
}
