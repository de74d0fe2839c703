import ARDrone

/// What the drone makes of its cameras' pictures.
extension NavdataLayout {
    static let visionRaw = Self(11, "vision_raw", size: 16, [F32("t_raw", 4, count: 3)])

    static let visionOpticalFlow = Self(
        12, "vision_of", size: 44,
        [
            F32("of_dx", 4, count: 5),
            F32("of_dy", 24, count: 5),
        ])

    static let vision = Self(
        13, "vision", size: 92,
        [
            U32("vision_state", 4),
            I32("misc", 8),
            F32("phi_trim", 12, .radians),
            F32("phi_ref_prop", 16, .radians),
            F32("theta_trim", 20, .radians),
            F32("theta_ref_prop", 24, .radians),
            I32("new_raw_picture", 28),
            F32("theta_capture", 32),
            F32("phi_capture", 36),
            F32("psi_capture", 40),
            I32("altitude_capture", 44, .millimetres),
            Clock("time_capture", 48, .seconds),
            F32("body_v", 52, .millimetresPerSecond, count: 3),
            F32("delta", 64, count: 3),
            U32("gold_defined", 76),
            U32("gold_reset", 80),
            F32("gold", 84, count: 2),
        ])

    static let visionPerformance = Self(
        14, "vision_perf", size: 108,
        [
            F32("time_szo", 4, .seconds),
            F32("time_corners", 8, .seconds),
            F32("time_compute", 12, .seconds),
            F32("time_tracking", 16, .seconds),
            F32("time_trans", 20, .seconds),
            F32("time_update", 24, .seconds),
            F32("time_custom", 28, count: 20),
        ])

    static let trackers = Self(
        15, "trackers_send", size: 364,
        [
            I32("locked", 4, .bool, count: 30),
            I32("point_x", 124, .pixels, count: 30, stride: 8),
            I32("point_y", 128, .pixels, count: 30, stride: 8),
        ])

    /// Up to four tags; places and sizes do not depend on the camera's resolution.
    static let visionDetect = Self(
        16, "vision_detect", size: 328,
        [
            U32("nb_detected", 4, .one),
            // The camera in the upper half, the kind of tag in the lower one.
            U32("type", 8, .bits, count: 4),
            U32("xc", 24, .perMille, count: 4),
            U32("yc", 40, .perMille, count: 4),
            U32("width", 56, .perMille, count: 4),
            U32("height", 72, .perMille, count: 4),
            U32("dist", 88, .centimetres, count: 4),
            F32("orientation_angle", 104, .degrees, count: 4),
            F32("rotation", 120, count: 36),
            F32("translation", 264, count: 12),
            // 0 front, 1 vertical, 2 vertical with its other timing.
            U32("camera_source", 312, .one, count: 4),
        ])
}
