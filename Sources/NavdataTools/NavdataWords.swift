import ARDrone

extension ARDrone.ControlState {
    /// "hovering: lost com"; the number where the protocol has no name for it.
    var name: String {
        guard Self.names.indices.contains(Int(major)) else {
            return "unknown state \(major), \(minor)"
        }
        let (name, minors) = Self.names[Int(major)]
        if minors.isEmpty, minor == 0 { return name }
        guard minors.indices.contains(Int(minor)) else { return "\(name): \(minor)" }
        return "\(name): \(minors[Int(minor)])"
    }

    /// The states by number, each with its minor ones, as the SDK counts them.
    private static let names: [(name: String, minors: [String])] = [
        ("default", []),
        ("init", []),
        ("landed", []),
        (
            "flying",
            [
                "ok", "lost alt", "lost alt go down", "alt out of zone", "combined yaw",
                "brake", "no vision",
            ]
        ),
        (
            "hovering",
            [
                "ok", "yaw", "yaw lost alt", "yaw lost alt go down", "alt out of zone",
                "yaw alt out of zone", "lost alt", "lost alt go down", "lost com",
                "lost com lost alt", "lost com too long", "lost com alt ok",
                "magneto calibration", "demo",
            ]
        ),
        ("test", []),
        ("taking off", ["ground", "auto"]),
        ("going to fix point", ["ok", "lost alt", "yaw"]),
        ("landing", ["closed loop", "open loop", "open loop fast"]),
        ("looping", ["impulsion", "open loop", "planned"]),
    ]
}

extension ARDrone.NavdataState {
    /// The names of the bits that are set, from bit 0 on.
    var names: [String] {
        Self.allNames.enumerated().filter { rawValue & 1 << UInt32($0.offset) != 0 }
            .map(\.element)
    }

    /// As on an AR.Drone 2, by bit number. On an AR.Drone 1 the bits 7, 8, 9, 14, 16 and 18 mean
    /// other things: trims received, running and done, gyroscopes down, battery too high, and
    /// not enough power.
    private static let allNames = [
        "flying", "video_enabled", "vision_enabled", "angular_speed_control",
        "altitude_control", "start_button", "command_acknowledged", "camera_ready",
        "travelling_enabled", "usb_key_ready", "navdata_demo", "navdata_bootstrap",
        "motor_problem", "communication_lost", "software_fault", "battery_low",
        "user_emergency_landing", "timer_elapsed", "magnetometer_needs_calibration",
        "angles_out_of_range", "too_much_wind", "ultrasound_deaf", "cut_out_detected",
        "pic_version_ok", "at_codec_thread_on", "navdata_thread_on", "video_thread_on",
        "acquisition_thread_on", "control_watchdog", "adc_watchdog", "communication_watchdog",
        "emergency_landing",
    ]
}
