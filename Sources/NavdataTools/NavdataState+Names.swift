import ARDrone

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
