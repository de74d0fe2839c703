import ARDrone

/// What the sensors measure, and the drone's estimates from that.
extension NavdataLayout {
    static let rawMeasures = Self(
        .init(2, size: 52), "raw_measures",
        U16(4, "raw_accs", in: .counts, count: 3),
        I16(10, "raw_gyros", in: .counts, count: 3),
        I16(16, "raw_gyros_110", in: .counts, count: 2),
        U32(20, "vbat_raw", in: .millivolts),
        U16(
            24, "us_echo_start", "us_echo_end", "us_echo_association", "us_echo_distance",
            "us_curve_time", "us_curve_value", "us_curve_ref", "flag_echo_ini"),
        U16(40, "nb_echo", in: .one),
        U32(42, "sum_echo"),
        I32(46, "alt_temp_raw", in: .millimetres),
        I16(50, "gradient"))

    static let physMeasures = Self(
        .init(3, size: 46), "phys_measures",
        F32(4, "acc_temp", in: .celsius),
        U16(8, "gyro_temp", in: .counts),
        F32(10, "accs", in: .milliG, count: 3),
        F32(22, "gyros", in: .degreesPerSecond, count: 3),
        U32(34, "alim_3v3", "vref_epson", "vref_idg", in: .counts))

    static let gyrosOffsets = Self(
        .init(4, size: 16), "gyros_offsets", F32(4, "offset", in: .counts, count: 3))

    /// The attitude by the accelerometers alone.
    static let eulerAngles = Self(
        .init(5, size: 12), "euler_angles",
        F32(4, "theta_a", "phi_a", in: .millidegrees))

    static let trims = Self(
        .init(7, size: 16), "trims",
        F32(4, "angular_rate_r"),
        F32(8, "theta", "phi", in: .millidegrees))

    static let adcFrame = Self(
        .init(18, size: 40), "adc_data_frame",
        U32(4, "version", in: .one),
        U8(8, "frame", count: 32))

    static let pressure = Self(
        .init(21, size: 18), "pressure_raw",
        I32(4, "up"),
        I16(8, "ut"),
        // The only one on the wire in tenths.
        I32(10, "temperature", in: .celsius, per: 10),
        I32(14, "pressure", in: .pascals))

    static let magneto = Self(
        ARDrone.Magneto.id, "magneto",
        I16(4, "m", in: .counts, count: 3),
        F32(10, "raw", "rectified", "offset", in: .milligauss, count: 3),
        F32(46, "heading_unwrapped", "heading_gyro_unwrapped", in: .degrees),
        F32(ARDrone.Magneto.Fields.heading, "heading_fusion_unwrapped", in: .degrees),
        U8(ARDrone.Magneto.Fields.isCalibrated, "calibration_ok", in: .bool),
        U32(59, "state"),
        F32(63, "radius", in: .milligauss),
        F32(67, "error_mean", "error_var"))

    /// Estimated in flight, and only with `control:outdoor` set.
    static let windSpeed = Self(
        .init(23, size: 56), "wind_speed",
        F32(4, "speed", in: .metresPerSecond),
        // The angle is where the wind blows to, clockwise from north.
        F32(8, "angle", "compensation_theta", "compensation_phi", in: .radians),
        F32(20, "state_x", count: 6),
        F32(44, "debug", count: 3))

    static let kalmanPressure = Self(
        .init(24, size: 72), "kalman_pressure",
        F32(4, "offset_pressure"),
        F32(8, "est_z", in: .millimetres),
        F32(12, "est_zdot", in: .millimetresPerSecond),
        F32(
            16, "est_bias_pwm", "est_bias_pressure", "offset_us", "prediction_us", "cov_alt",
            "cov_pwm", "cov_speed"),
        U32(44, "ground_effect", in: .bool),
        F32(48, "sum_inno"),
        U32(52, "reject_us", in: .bool),
        F32(56, "u_multisinus", "gaz_altitude"),
        U32(64, "multisinus", "multisinus_start", in: .bool))

    /// Firmware before 2.4 has this under the tag that the GPS took over.
    static let zimmu = Self(
        .init(27, sizes: 12...12), "zimmu_3000",
        I32(4, "vzimmu_lsb", in: .counts),
        F32(8, "vz_find"))

    static let cameraSettings = Self(.init(28, size: 6), "camera_settings", I16(4, "temperature"))

    /// The flight recorder's GPS, with the drone's own navigation by it.
    static let gps = Self(
        ARDrone.GPS.id, "gps",
        F64(ARDrone.GPS.Fields.latitude, "latitude", in: .degrees),
        F64(ARDrone.GPS.Fields.longitude, "longitude", in: .degrees),
        F64(ARDrone.GPS.Fields.elevation, "elevation", in: .metres),
        F64(ARDrone.GPS.Fields.hdop, "hdop", in: .one),
        U32(ARDrone.GPS.Fields.dataAvailable, "data_available", in: .bits),
        U32(40, "zero_validated", "wpt_validated", in: .bool),
        F64(48, "lat0", "lon0", "lat_fused", "lon_fused", in: .degrees),
        U32(80, "gps_state"),
        F32(
            84, "x_traj", "x_ref", "y_traj", "y_ref", "theta_p", "phi_p", "theta_i", "phi_i",
            "theta_d", "phi_d"),
        F64(124, "vdop", "pdop", in: .one),
        F32(ARDrone.GPS.Fields.speed, "speed", in: .metresPerSecond),
        Clock(ARDrone.GPS.Fields.receivedAt, "last_frame_timestamp", in: .seconds),
        F32(ARDrone.GPS.Fields.course, "degree", in: .degrees),
        F32(152, "degree_magnetic", in: .degrees),
        F32(ARDrone.GPS.Fields.horizontalError, "ehpe", in: .metres),
        F32(160, "ehve", in: .metresPerSecond),
        F32(164, "c_n0", in: .decibelHertz),
        U32(ARDrone.GPS.Fields.satellites, "nb_sat", in: .one),
        // Twelve channels of two bytes each.
        U8(172, "channel_sat", in: .one, count: 12, stride: 2),
        U8(173, "channel_cn0", in: .decibelHertz, count: 12, stride: 2),
        U32(ARDrone.GPS.Fields.isPlugged, "is_plugged", in: .bool),
        // 0 present, 1 in use (its age in days in the upper half), 2 uploading (percent in
        // the upper half), 3 new received, 4 bad MD5, 5 bad format, 6 the current one is
        // newer, 7 drone error, 8 not found, 9 success.
        U32(200, "ephemeris_status", in: .bits),
        F32(204, "vx_traj", "vy_traj"),
        // 0 up to date, 1 available, 2 none, 3 processing, 4 erasing, 5 uploading, 6 error,
        // 7 success.
        U32(212, "firmware_status", in: .bits))
}
