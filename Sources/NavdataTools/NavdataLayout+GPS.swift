import ARDrone

/// The flight recorder's GPS, with the drone's own navigation by it.
extension NavdataLayout {
    static let gps = Self(
        ARDrone.GPS.id, "gps",
        [
            F64("latitude", ARDrone.GPS.Fields.latitude, .degrees),
            F64("longitude", ARDrone.GPS.Fields.longitude, .degrees),
            F64("elevation", ARDrone.GPS.Fields.elevation, .metres),
            F64("hdop", ARDrone.GPS.Fields.hdop, .one),
            U32("data_available", ARDrone.GPS.Fields.dataAvailable, .bits),
            U32("zero_validated", 40, .bool),
            U32("wpt_validated", 44, .bool),
            F64("lat0", 48, .degrees),
            F64("lon0", 56, .degrees),
            F64("lat_fused", 64, .degrees),
            F64("lon_fused", 72, .degrees),
            U32("gps_state", 80),
            F32("x_traj", 84),
            F32("x_ref", 88),
            F32("y_traj", 92),
            F32("y_ref", 96),
            F32("theta_p", 100),
            F32("phi_p", 104),
            F32("theta_i", 108),
            F32("phi_i", 112),
            F32("theta_d", 116),
            F32("phi_d", 120),
            F64("vdop", 124, .one),
            F64("pdop", 132, .one),
            F32("speed", ARDrone.GPS.Fields.speed, .metresPerSecond),
            Clock("last_frame_timestamp", ARDrone.GPS.Fields.receivedAt, .seconds),
            F32("degree", ARDrone.GPS.Fields.course, .degrees),
            F32("degree_magnetic", 152, .degrees),
            F32("ehpe", ARDrone.GPS.Fields.horizontalError, .metres),
            F32("ehve", 160, .metresPerSecond),
            F32("c_n0", 164, .decibelHertz),
            U32("nb_sat", ARDrone.GPS.Fields.satellites, .one),
            // Twelve channels of two bytes each.
            U8("channel_sat", 172, .one, count: 12, stride: 2),
            U8("channel_cn0", 173, .decibelHertz, count: 12, stride: 2),
            U32("is_plugged", ARDrone.GPS.Fields.isPlugged, .bool),
            // 0 present, 1 in use (its age in days in the upper half), 2 uploading (percent in
            // the upper half), 3 new received, 4 bad MD5, 5 bad format, 6 the current one is
            // newer, 7 drone error, 8 not found, 9 success.
            U32("ephemeris_status", 200, .bits),
            F32("vx_traj", 204),
            F32("vy_traj", 208),
            // 0 up to date, 1 available, 2 none, 3 processing, 4 erasing, 5 uploading, 6 error,
            // 7 success.
            U32("firmware_status", 212, .bits),
        ])
}
