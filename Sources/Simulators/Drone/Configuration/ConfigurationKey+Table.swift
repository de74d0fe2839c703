extension ConfigurationKey {
    /// The keys of the developer guide and the SDK, in the order of a dump.
    static let table = general + control + network + picture + video + small + custom

    private static let anyInteger = Content.integer(-1 << 31...(1 << 32) - 1)
    private static let anySwitch = Content.integer(0...1 << 30)

    private static let general: [ConfigurationKey] = [
        .init("general:num_version_config", .everybody, .text, "1", setBy: .nobody),
        .init("general:num_version_mb", .everybody, .text, "33", setBy: .nobody),
        .init("general:num_version_soft", .everybody, .text, "2.3.3", setBy: .nobody),
        .init("general:drone_serial", .everybody, .text, "PS721000AA0A00000", setBy: .nobody),
        .init("general:soft_build_date", .everybody, .text, "2012-09-13 12:01", setBy: .nobody),
        .init("general:motor1_soft", .everybody, .text, "1.43", setBy: .nobody),
        .init("general:motor2_soft", .everybody, .text, "1.43", setBy: .nobody),
        .init("general:motor3_soft", .everybody, .text, "1.43", setBy: .nobody),
        .init("general:motor4_soft", .everybody, .text, "1.43", setBy: .nobody),
        .init("general:ardrone_name", .everybody, .text, "My ARDrone"),
        // Seconds.
        .init("general:flying_time", .everybody, .text, "0", setBy: .nobody),
        .init("general:navdata_demo", .everybody, .bool, "FALSE"),
        .init("general:navdata_options", .application, anyInteger, "65537"),
        .init("general:com_watchdog", .everybody, .integer(1...60), "2"),
        .init("general:video_enable", .everybody, .bool, "TRUE"),
        .init("general:vision_enable", .everybody, .bool, "TRUE"),
        // Millivolts.
        .init("general:vbat_min", .everybody, .text, "9000", setBy: .nobody),
    ]

    private static let control: [ConfigurationKey] = [
        .init("control:control_level", .application, anySwitch, "0"),
        // Radians, mm/s and rad/s.
        .init("control:control_iphone_tilt", .user, .number(0...1), "0.349"),
        .init("control:indoor_euler_angle_max", .user, .number(0...0.52), "0.2094"),
        .init("control:indoor_control_vz_max", .user, .limit(200...2000), "700"),
        .init("control:indoor_control_yaw", .user, .limit(0.7...6.11), "1.745"),
        .init("control:outdoor_euler_angle_max", .user, .number(0...0.52), "0.349"),
        .init("control:outdoor_control_vz_max", .user, .limit(200...2000), "1000"),
        .init("control:outdoor_control_yaw", .user, .limit(0.7...6.11), "3.49"),
        .init("control:outdoor", .everybody, .bool, "FALSE"),
        .init("control:flight_without_shell", .everybody, .bool, "FALSE"),
        .init("control:autonomous_flight", .everybody, .bool, "FALSE"),
        .init("control:manual_trim", .user, .bool, "FALSE"),
        // Millimetres; 100000 is "unlimited".
        .init("control:altitude_max", .everybody, .integer(500...5000, or: 100_000), "3000"),
        .init("control:altitude_min", .everybody, .integer(0...500), "50"),
        .init("control:flying_mode", .session, .integer(0...2), "0"),
        .init("control:hovering_range", .session, .integer(0...10_000), "1000"),
        .init("control:flight_anim", .everybody, .text, "0,0"),
        .init("control:flying_camera_enable", .session, .bool, "FALSE"),
        .init("control:flying_camera_mode", .session, .text, "0,0,0,0,0,0,0,0,0,0"),
    ]

    private static let network: [ConfigurationKey] = [
        .init("network:ssid_single_player", .everybody, .text, "ardrone2_000000"),
        .init("network:ssid_multi_player", .everybody, .text, "ardrone2_000000"),
        .init("network:wifi_mode", .everybody, .integer(0...2), "0"),
        .init("network:owner_mac", .everybody, .text, "00:00:00:00:00:00"),
    ]

    private static let picture: [ConfigurationKey] = [
        .init("pic:ultrasound_freq", .everybody, .integer(7...8), "8"),
        .init("pic:ultrasound_watchdog", .everybody, anySwitch, "3"),
    ]

    private static let video: [ConfigurationKey] = [
        .init("video:codec_fps", .session, .integer(15...30), "30", setBy: .identified),
        .init("video:video_codec", .session, anySwitch, "129", setBy: .identified),
        .init("video:video_slices", .session, anySwitch, "0", setBy: .identified),
        .init("video:video_live_socket", .session, anySwitch, "0", setBy: .identified),
        .init("video:bitrate", .application, .integer(250...4000), "1000", setBy: .identified),
        .init("video:max_bitrate", .session, .integer(500...4000), "1000", setBy: .identified),
        .init("video:bitrate_ctrl_mode", .application, .integer(0...2), "0", setBy: .identified),
        .init(
            "video:bitrate_storage", .application, .integer(500...4000), "4000",
            setBy: .identified),
        .init("video:video_channel", .session, .integer(0...3), "0"),
        .init("video:video_on_usb", .everybody, .bool, "TRUE"),
    ]

    /// The short sections.
    private static let small: [ConfigurationKey] = [
        .init("leds:leds_anim", .everybody, .text, "0,0,0"),
        .init("detect:enemy_colors", .session, anySwitch, "2"),
        .init("detect:enemy_without_shell", .session, anySwitch, "0"),
        .init("detect:groundstripe_colors", .session, anySwitch, "16"),
        .init("detect:detect_type", .session, .integer(0...13), "13"),
        .init("detect:detections_select_h", .session, anySwitch, "0"),
        .init("detect:detections_select_v_hsync", .session, anySwitch, "0"),
        .init("detect:detections_select_v", .session, anySwitch, "0"),
        .init("syslog:output", .everybody, anySwitch, "7"),
        .init("syslog:max_size", .everybody, anySwitch, "102400"),
        .init("syslog:nb_files", .everybody, anySwitch, "5"),
        // Where the client is, in degrees; 500 is nowhere. Never a target.
        .init("gps:latitude", .session, .number(-500...500), "500.0"),
        .init("gps:longitude", .session, .number(-500...500), "500.0"),
        .init("gps:altitude", .session, .number(-1e5...1e5), "0.0"),
        .init(DroneConfiguration.userBoxKey, .session, .text, "0"),
    ]

    /// The ids themselves are not here: they say whose values the others are.
    private static let custom: [ConfigurationKey] = [
        .init(
            "custom:application_desc", .application, .text, "Default application configuration",
            setBy: .identified),
        .init(
            "custom:profile_desc", .user, .text, "Default profile configuration",
            setBy: .identified),
        .init(
            "custom:session_desc", .session, .text, "Default session configuration",
            setBy: .identified),
    ]
}
