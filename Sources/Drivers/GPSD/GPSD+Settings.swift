import Core

extension GPSD {
    package struct Settings: PluginSettings {
        let host: String
        let port: UInt16
        let device: String?
        let staleAfter: Duration
        let takesHeadingFromCourse: Bool
        let minimumCourseSpeed: Double

        package init(_ read: SettingsReader) {
            host = read("host", .ipv4Address, default: "127.0.0.1", "Where gpsd runs.")
            port = read("port", .port, default: 2947, "gpsd's TCP port.")
            device = read(
                optional: "device", .text("a device path such as \"/dev/ttyACM0\""),
                "Listen to this receiver only; needed where gpsd has several.")
            staleAfter = read(
                "stale_after", .duration(.milliseconds(200) ... .seconds(30)),
                default: .seconds(2), "How old a position may be before it counts as stale.")
            takesHeadingFromCourse = read(
                "heading_from_course", .bool, default: false,
                "Without a compass, take the course over ground as the heading. Right only for"
                    + " what moves nose first: wind drifts a drone sideways.")
            minimumCourseSpeed = read(
                "course_min_speed", .metresPerSecond(0.1...50), default: 2,
                "Slower than this the course is noise and gives no heading.")
        }
    }
}
