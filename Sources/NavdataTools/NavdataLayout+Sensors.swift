import ARDrone

/// What the sensors measure, and the drone's estimates from that.
extension NavdataLayout {
    static let rawMeasures = Self(
        2, "raw_measures", size: 52,
        [
            U16("raw_accs", 4, .counts, count: 3),
            I16("raw_gyros", 10, .counts, count: 3),
            I16("raw_gyros_110", 16, .counts, count: 2),
            U32("vbat_raw", 20, .millivolts),
            U16("us_echo_start", 24),
            U16("us_echo_end", 26),
            U16("us_echo_association", 28),
            U16("us_echo_distance", 30),
            U16("us_curve_time", 32),
            U16("us_curve_value", 34),
            U16("us_curve_ref", 36),
            U16("flag_echo_ini", 38),
            U16("nb_echo", 40, .one),
            U32("sum_echo", 42),
            I32("alt_temp_raw", 46, .millimetres),
            I16("gradient", 50),
        ])

    static let physMeasures = Self(
        3, "phys_measures", size: 46,
        [
            F32("acc_temp", 4, .celsius),
            U16("gyro_temp", 8, .counts),
            F32("accs", 10, .milliG, count: 3),
            F32("gyros", 22, .degreesPerSecond, count: 3),
            U32("alim_3v3", 34, .counts),
            U32("vref_epson", 38, .counts),
            U32("vref_idg", 42, .counts),
        ])

    static let gyrosOffsets = Self(
        4, "gyros_offsets", size: 16, [F32("offset", 4, .counts, count: 3)])

    /// The attitude by the accelerometers alone.
    static let eulerAngles = Self(
        5, "euler_angles", size: 12,
        [
            F32("theta_a", 4, .millidegrees),
            F32("phi_a", 8, .millidegrees),
        ])

    static let trims = Self(
        7, "trims", size: 16,
        [
            F32("angular_rate_r", 4),
            F32("theta", 8, .millidegrees),
            F32("phi", 12, .millidegrees),
        ])

    static let adcFrame = Self(
        18, "adc_data_frame", size: 40,
        [
            U32("version", 4, .one),
            U8("frame", 8, count: 32),
        ])

    static let pressure = Self(
        21, "pressure_raw", size: 18,
        [
            I32("up", 4),
            I16("ut", 8),
            // The only one on the wire in tenths.
            I32("temperature", 10, .celsius, per: 10),
            I32("pressure", 14, .pascals),
        ])

    static let magneto = Self(
        ARDrone.Magneto.id, "magneto",
        [
            I16("m", 4, .counts, count: 3),
            F32("raw", 10, .milligauss, count: 3),
            F32("rectified", 22, .milligauss, count: 3),
            F32("offset", 34, .milligauss, count: 3),
            F32("heading_unwrapped", 46, .degrees),
            F32("heading_gyro_unwrapped", 50, .degrees),
            F32("heading_fusion_unwrapped", ARDrone.Magneto.Fields.heading, .degrees),
            U8("calibration_ok", ARDrone.Magneto.Fields.isCalibrated, .bool),
            U32("state", 59),
            F32("radius", 63, .milligauss),
            F32("error_mean", 67),
            F32("error_var", 71),
        ])

    /// Estimated in flight, and only with `control:outdoor` set.
    static let windSpeed = Self(
        23, "wind_speed", size: 56,
        [
            F32("speed", 4, .metresPerSecond),
            // Where the wind blows to, clockwise from north.
            F32("angle", 8, .radians),
            F32("compensation_theta", 12, .radians),
            F32("compensation_phi", 16, .radians),
            F32("state_x", 20, count: 6),
            F32("debug", 44, count: 3),
        ])

    static let kalmanPressure = Self(
        24, "kalman_pressure", size: 72,
        [
            F32("offset_pressure", 4),
            F32("est_z", 8, .millimetres),
            F32("est_zdot", 12, .millimetresPerSecond),
            F32("est_bias_pwm", 16),
            F32("est_bias_pressure", 20),
            F32("offset_us", 24),
            F32("prediction_us", 28),
            F32("cov_alt", 32),
            F32("cov_pwm", 36),
            F32("cov_speed", 40),
            U32("ground_effect", 44, .bool),
            F32("sum_inno", 48),
            U32("reject_us", 52, .bool),
            F32("u_multisinus", 56),
            F32("gaz_altitude", 60),
            U32("multisinus", 64, .bool),
            U32("multisinus_start", 68, .bool),
        ])

    /// Firmware before 2.4 has this under the tag that the GPS took over.
    static let zimmu = Self(
        27, "zimmu_3000", sizes: 12...12,
        [
            I32("vzimmu_lsb", 4, .counts),
            F32("vz_find", 8),
        ])

    static let cameraSettings = Self(28, "camera_settings", size: 6, [I16("temperature", 4)])
}
