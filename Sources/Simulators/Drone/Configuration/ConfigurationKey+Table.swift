extension ConfigurationKey {
    /// The keys of the developer guide and the SDK, in the order of a dump.
    static let table = general + control + network + picture + video + small + custom

    private static let anyInteger = Content.integer(-1 << 31...(1 << 32) - 1, or: nil)
    private static let anySwitch = Content.integer(0...1 << 30, or: nil)

    private static let general: [ConfigurationKey] = [
        ConfigurationKey("general:num_version_config", .everybody, .text, "1", setBy: .nobody),
        ConfigurationKey("general:num_version_mb", .everybody, .text, "33", setBy: .nobody),
        ConfigurationKey("general:num_version_soft", .everybody, .text, "2.3.3", setBy: .nobody),
        ConfigurationKey(
            "general:drone_serial", .everybody, .text, "PS721000AA0A00000", setBy: .nobody),
        ConfigurationKey(
            "general:soft_build_date", .everybody, .text, "2012-09-13 12:01", setBy: .nobody),
        ConfigurationKey("general:motor1_soft", .everybody, .text, "1.43", setBy: .nobody),
        ConfigurationKey("general:motor2_soft", .everybody, .text, "1.43", setBy: .nobody),
        ConfigurationKey("general:motor3_soft", .everybody, .text, "1.43", setBy: .nobody),
        ConfigurationKey("general:motor4_soft", .everybody, .text, "1.43", setBy: .nobody),
        ConfigurationKey("general:ardrone_name", .everybody, .text, "My ARDrone"),
        // Seconds.
        ConfigurationKey("general:flying_time", .everybody, .text, "0", setBy: .nobody),
        ConfigurationKey("general:navdata_demo", .everybody, .bool, "FALSE"),
        ConfigurationKey("general:navdata_options", .application, anyInteger, "65537"),
        ConfigurationKey("general:com_watchdog", .everybody, .integer(1...60, or: nil), "2"),
        ConfigurationKey("general:video_enable", .everybody, .bool, "TRUE"),
        ConfigurationKey("general:vision_enable", .everybody, .bool, "TRUE"),
        // Millivolts.
        ConfigurationKey("general:vbat_min", .everybody, .text, "9000", setBy: .nobody),
    ]

    private static let control: [ConfigurationKey] = [
        ConfigurationKey("control:control_level", .application, anySwitch, "0"),
        // Radians, mm/s and rad/s.
        ConfigurationKey("control:control_iphone_tilt", .user, .number(0...1), "0.349"),
        ConfigurationKey("control:indoor_euler_angle_max", .user, .number(0...0.52), "0.2094"),
        ConfigurationKey("control:indoor_control_vz_max", .user, .limit(200...2000), "700"),
        ConfigurationKey("control:indoor_control_yaw", .user, .limit(0.7...6.11), "1.745"),
        ConfigurationKey("control:outdoor_euler_angle_max", .user, .number(0...0.52), "0.349"),
        ConfigurationKey("control:outdoor_control_vz_max", .user, .limit(200...2000), "1000"),
        ConfigurationKey("control:outdoor_control_yaw", .user, .limit(0.7...6.11), "3.49"),
        ConfigurationKey("control:outdoor", .everybody, .bool, "FALSE"),
        ConfigurationKey("control:flight_without_shell", .everybody, .bool, "FALSE"),
        ConfigurationKey("control:autonomous_flight", .everybody, .bool, "FALSE"),
        ConfigurationKey("control:manual_trim", .user, .bool, "FALSE"),
        // Millimetres; 100000 is "unlimited".
        ConfigurationKey(
            "control:altitude_max", .everybody, .integer(500...5000, or: 100_000), "3000"),
        ConfigurationKey("control:altitude_min", .everybody, .integer(0...500, or: nil), "50"),
        ConfigurationKey("control:flying_mode", .session, .integer(0...2, or: nil), "0"),
        ConfigurationKey("control:hovering_range", .session, .integer(0...10_000, or: nil), "1000"),
        ConfigurationKey("control:flight_anim", .everybody, .text, "0,0"),
        ConfigurationKey("control:flying_camera_enable", .session, .bool, "FALSE"),
        ConfigurationKey("control:flying_camera_mode", .session, .text, "0,0,0,0,0,0,0,0,0,0"),
    ]

    private static let network: [ConfigurationKey] = [
        ConfigurationKey("network:ssid_single_player", .everybody, .text, "ardrone2_000000"),
        ConfigurationKey("network:ssid_multi_player", .everybody, .text, "ardrone2_000000"),
        ConfigurationKey("network:wifi_mode", .everybody, .integer(0...2, or: nil), "0"),
        ConfigurationKey("network:owner_mac", .everybody, .text, "00:00:00:00:00:00"),
    ]

    private static let picture: [ConfigurationKey] = [
        ConfigurationKey("pic:ultrasound_freq", .everybody, .integer(7...8, or: nil), "8"),
        ConfigurationKey("pic:ultrasound_watchdog", .everybody, anySwitch, "3"),
    ]

    private static let video: [ConfigurationKey] = [
        ConfigurationKey(
            "video:codec_fps", .session, .integer(15...30, or: nil), "30", setBy: .identified),
        ConfigurationKey("video:video_codec", .session, anySwitch, "129", setBy: .identified),
        ConfigurationKey("video:video_slices", .session, anySwitch, "0", setBy: .identified),
        ConfigurationKey("video:video_live_socket", .session, anySwitch, "0", setBy: .identified),
        ConfigurationKey(
            "video:bitrate", .application, .integer(250...4000, or: nil), "1000",
            setBy: .identified),
        ConfigurationKey(
            "video:max_bitrate", .session, .integer(500...4000, or: nil), "1000",
            setBy: .identified),
        ConfigurationKey(
            "video:bitrate_ctrl_mode", .application, .integer(0...2, or: nil), "0",
            setBy: .identified),
        ConfigurationKey(
            "video:bitrate_storage", .application, .integer(500...4000, or: nil), "4000",
            setBy: .identified),
        ConfigurationKey("video:video_channel", .session, .integer(0...3, or: nil), "0"),
        ConfigurationKey("video:video_on_usb", .everybody, .bool, "TRUE"),
    ]

    /// The short sections.
    private static let small: [ConfigurationKey] = [
        ConfigurationKey("leds:leds_anim", .everybody, .text, "0,0,0"),
        ConfigurationKey("detect:enemy_colors", .session, anySwitch, "2"),
        ConfigurationKey("detect:enemy_without_shell", .session, anySwitch, "0"),
        ConfigurationKey("detect:groundstripe_colors", .session, anySwitch, "16"),
        ConfigurationKey("detect:detect_type", .session, .integer(0...13, or: nil), "13"),
        ConfigurationKey("detect:detections_select_h", .session, anySwitch, "0"),
        ConfigurationKey("detect:detections_select_v_hsync", .session, anySwitch, "0"),
        ConfigurationKey("detect:detections_select_v", .session, anySwitch, "0"),
        ConfigurationKey("syslog:output", .everybody, anySwitch, "7"),
        ConfigurationKey("syslog:max_size", .everybody, anySwitch, "102400"),
        ConfigurationKey("syslog:nb_files", .everybody, anySwitch, "5"),
        // Where the client is, in degrees; 500 is nowhere. Never a target.
        ConfigurationKey("gps:latitude", .session, .number(-500...500), "500.0"),
        ConfigurationKey("gps:longitude", .session, .number(-500...500), "500.0"),
        ConfigurationKey("gps:altitude", .session, .number(-1e5...1e5), "0.0"),
        ConfigurationKey("userbox:userbox_cmd", .session, .text, "0"),
    ]

    /// The ids themselves are not here: they say whose values the others are.
    private static let custom: [ConfigurationKey] = [
        ConfigurationKey(
            "custom:application_desc", .application, .text, "Default application configuration",
            setBy: .identified),
        ConfigurationKey(
            "custom:profile_desc", .user, .text, "Default profile configuration",
            setBy: .identified),
        ConfigurationKey(
            "custom:session_desc", .session, .text, "Default session configuration",
            setBy: .identified),
    ]
}
