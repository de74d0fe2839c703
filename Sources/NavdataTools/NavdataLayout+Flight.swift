import ARDrone

/// What the drone is doing, how high it is and what it was told to do.
extension NavdataLayout {
    static let demo = Self(
        ARDrone.Demo.id, "demo",
        [
            State("ctrl_state", ARDrone.Demo.Fields.controlState, .one),
            U32("battery", ARDrone.Demo.Fields.battery, .percent),
            F32("theta", ARDrone.Demo.Fields.pitch, .millidegrees),
            F32("phi", ARDrone.Demo.Fields.roll, .millidegrees),
            F32("psi", ARDrone.Demo.Fields.yaw, .millidegrees),
            I32("altitude", ARDrone.Demo.Fields.altitude, .millimetres),
            F32("vx", ARDrone.Demo.Fields.forward, .millimetresPerSecond),
            F32("vy", ARDrone.Demo.Fields.right, .millimetresPerSecond),
            F32("vz", 36, .millimetresPerSecond),
            U32("num_frames", 40, .one),
            F32("detection_camera_rot", 44, count: 9),
            F32("detection_camera_trans", 80, count: 3),
            U32("detection_tag_index", 92, .one),
            U32("detection_camera_type", 96, .one),
            F32("drone_camera_rot", 100, count: 9),
            F32("drone_camera_trans", 136, count: 3),
        ])

    static let time = Self(
        ARDrone.DroneTime.id, "time", [Clock("time", ARDrone.DroneTime.field, .seconds)])

    static let references = Self(
        ARDrone.References.id, "references",
        [
            I32("ref_theta", 4, .millidegrees),
            I32("ref_phi", 8, .millidegrees),
            I32("ref_theta_i", 12),
            I32("ref_phi_i", 16),
            I32("ref_pitch", 20),
            I32("ref_roll", 24),
            I32("ref_yaw", 28, .millidegreesPerSecond),
            I32("ref_psi", 32, .millidegrees),
            F32("vx_ref", 36, .millimetresPerSecond),
            F32("vy_ref", 40, .millimetresPerSecond),
            F32("theta_mod", 44),
            F32("phi_mod", 48),
            F32("k_v_x", 52),
            F32("k_v_y", 56),
            U32("k_mode", 60),
            F32("ui_time", 64),
            F32("ui_theta", 68),
            F32("ui_phi", 72),
            F32("ui_psi", 76),
            F32("ui_psi_accuracy", 80),
            I32("ui_seq", ARDrone.References.userSequence, .one),
        ])

    static let rcReferences = Self(
        8, "rc_references", size: 24,
        [
            I32("rc_ref_pitch", 4),
            I32("rc_ref_roll", 8),
            I32("rc_ref_yaw", 12),
            I32("rc_ref_gaz", 16),
            I32("rc_ref_ag", 20),
        ])

    static let pwm = Self(
        9, "pwm", size: 76,
        [
            U8("motor", 4, .pwm, count: 4),
            U8("sat_motor", 8, .pwm, count: 4),
            F32("gaz_feed_forward", 12, .pwm),
            F32("gaz_altitude", 16, .pwm),
            F32("altitude_integral", 20, .millimetresPerSecond),
            F32("vz_ref", 24, .millimetresPerSecond),
            I32("u_pitch", 28, .pwm),
            I32("u_roll", 32, .pwm),
            I32("u_yaw", 36, .pwm),
            F32("yaw_u_i", 40, .pwm),
            I32("u_pitch_planif", 44, .pwm),
            I32("u_roll_planif", 48, .pwm),
            I32("u_yaw_planif", 52, .pwm),
            F32("u_gaz_planif", 56, .pwm),
            U16("current_motor", 60, .milliamperes, count: 4),
            F32("altitude_prop", 68, .pwm),
            F32("altitude_der", 72, .pwm),
        ])

    static let altitude = Self(
        10, "altitude", size: 56,
        [
            I32("altitude_vision", 4, .millimetres),
            F32("altitude_vz", 8, .millimetresPerSecond),
            I32("altitude_ref", 12, .millimetres),
            I32("altitude_raw", 16, .millimetres),
            F32("obs_acc_z", 20, .metresPerSecondSquared),
            F32("obs_alt", 24, .metres),
            F32("obs_x", 28, count: 3),
            U32("obs_state", 40),
            F32("est_vb", 44, count: 2),
            U32("est_state", 52),
        ])

    static let games = Self(
        20, "games", size: 12,
        [
            U32("double_tap_counter", 4, .one),
            U32("finish_line_counter", 8, .one),
        ])

    /// The last commands of the host that flies the drone, as the drone understood them.
    static let host = Self(
        29, "host", size: 32,
        [
            I32("flag", 4),
            F32("gaz", 8),
            F32("yaw", 12),
            F32("phi", 16),
            F32("theta", 20),
            F32("psi", 24),
            F32("psi_accuracy", 28),
        ])
}
