import ARDrone

/// What the drone is doing, how high it is and what it was told to do.
extension NavdataLayout {
    static let demo = Self(
        ARDrone.Demo.id, "demo",
        State(ARDrone.Demo.Fields.controlState, "ctrl_state", in: .one),
        U32(ARDrone.Demo.Fields.battery, "battery", in: .percent),
        F32(ARDrone.Demo.Fields.pitch, "theta", in: .millidegrees),
        F32(ARDrone.Demo.Fields.roll, "phi", in: .millidegrees),
        F32(ARDrone.Demo.Fields.yaw, "psi", in: .millidegrees),
        I32(ARDrone.Demo.Fields.altitude, "altitude", in: .millimetres),
        F32(ARDrone.Demo.Fields.forward, "vx", in: .millimetresPerSecond),
        F32(ARDrone.Demo.Fields.right, "vy", in: .millimetresPerSecond),
        F32(36, "vz", in: .millimetresPerSecond),
        U32(40, "num_frames", in: .one),
        F32(44, "detection_camera_rot", count: 9),
        F32(80, "detection_camera_trans", count: 3),
        U32(92, "detection_tag_index", "detection_camera_type", in: .one),
        F32(100, "drone_camera_rot", count: 9),
        F32(136, "drone_camera_trans", count: 3))

    static let time = Self(
        ARDrone.DroneTime.id, "time", Clock(ARDrone.DroneTime.field, "time", in: .seconds))

    static let references = Self(
        ARDrone.References.id, "references",
        I32(4, "ref_theta", "ref_phi", in: .millidegrees),
        I32(12, "ref_theta_i", "ref_phi_i", "ref_pitch", "ref_roll"),
        I32(28, "ref_yaw", in: .millidegreesPerSecond),
        I32(32, "ref_psi", in: .millidegrees),
        F32(36, "vx_ref", "vy_ref", in: .millimetresPerSecond),
        F32(44, "theta_mod", "phi_mod", "k_v_x", "k_v_y"),
        U32(60, "k_mode"),
        F32(64, "ui_time", "ui_theta", "ui_phi", "ui_psi", "ui_psi_accuracy"),
        I32(ARDrone.References.userSequence, "ui_seq", in: .one))

    static let rcReferences = Self(
        .init(8, size: 24), "rc_references",
        I32(4, "rc_ref_pitch", "rc_ref_roll", "rc_ref_yaw", "rc_ref_gaz", "rc_ref_ag"))

    static let pwm = Self(
        .init(9, size: 76), "pwm",
        U8(4, "motor", "sat_motor", in: .pwm, count: 4),
        F32(12, "gaz_feed_forward", "gaz_altitude", in: .pwm),
        F32(20, "altitude_integral", "vz_ref", in: .millimetresPerSecond),
        I32(28, "u_pitch", "u_roll", "u_yaw", in: .pwm),
        F32(40, "yaw_u_i", in: .pwm),
        I32(44, "u_pitch_planif", "u_roll_planif", "u_yaw_planif", in: .pwm),
        F32(56, "u_gaz_planif", in: .pwm),
        U16(60, "current_motor", in: .milliamperes, count: 4),
        F32(68, "altitude_prop", "altitude_der", in: .pwm))

    static let altitude = Self(
        .init(10, size: 56), "altitude",
        I32(4, "altitude_vision", in: .millimetres),
        F32(8, "altitude_vz", in: .millimetresPerSecond),
        I32(12, "altitude_ref", "altitude_raw", in: .millimetres),
        F32(20, "obs_acc_z", in: .metresPerSecondSquared),
        F32(24, "obs_alt", in: .metres),
        F32(28, "obs_x", count: 3),
        U32(40, "obs_state"),
        F32(44, "est_vb", count: 2),
        U32(52, "est_state"))

    static let games = Self(
        .init(20, size: 12), "games",
        U32(4, "double_tap_counter", "finish_line_counter", in: .one))

    /// The last commands of the host that flies the drone, as the drone understood them.
    static let host = Self(
        .init(29, size: 32), "host",
        I32(4, "flag"),
        F32(8, "gaz", "yaw", "phi", "theta", "psi", "psi_accuracy"))
}
